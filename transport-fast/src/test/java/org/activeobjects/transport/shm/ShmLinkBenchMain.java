package org.activeobjects.transport.shm;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/**
 * Measures the bare link between two JVMs, without matching: {@code taskset -c 0 java ...
 * ShmLinkBenchMain}. It starts the other JVM itself, on core 1.
 */
public final class ShmLinkBenchMain implements FrameReceiver {

    private static final int RUNS = 9;
    private static final int[] SIZES = {8, 64, 1024, 8192, 16384, 65536, 262144, 1 << 20, 4 << 20};

    private final RuntimeId id = RuntimeId.random();
    private final LinkService service;
    private final double[] source = new double[1 << 19];
    private final double[] target = new double[1 << 19];
    private final Slice from = Slice.of(source);
    private final Slice to = Slice.of(target);
    private final FrameHeader header = new FrameHeader();
    private Link link;
    private long received;
    private boolean closed;

    private ShmLinkBenchMain() throws Exception {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("bench", null)
                        .withSharedMemory(Path.of("/dev/shm"));
        service = new ShmLinkProvider().start(new LinkContext(id, "host", config));
    }

    public static void main(String[] args) throws Exception {
        ShmLinkBenchMain bench = new ShmLinkBenchMain();
        try {
            if (args.length == 0) {
                bench.lead();
            } else {
                bench.follow();
            }
        } finally {
            bench.service.close();
        }
    }

    private LinkSession session(String peer) {
        RuntimeCard card =
                new RuntimeCard(RuntimeId.parse(peer), "", "host", 1, "127.0.0.1", 1, Map.of());
        return new LinkSession(card, "", new byte[32], this);
    }

    private void lead() throws Exception {
        java.util.ArrayList<String> command =
                new java.util.ArrayList<>(java.util.List.of("taskset", "-c", "1"));
        command.add(System.getProperty("java.home") + "/bin/java");
        command.addAll(
                java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(
                java.util.List.of(
                        "-cp", System.getProperty("java.class.path"), getClass().getName(), "2"));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader in = process.inputReader();
                PrintStream out = new PrintStream(process.getOutputStream(), true)) {
            LinkService.PendingLink half = service.propose(session(in.readLine()));
            out.println(id);
            out.println(HexFormat.of().formatHex(half.message()));
            link = half.complete(HexFormat.of().parseHex(in.readLine()));
            out.println("go");
            measure(true);
        }
        process.waitFor();
    }

    private void follow() throws Exception {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println(id);
        LinkSession session = session(in.readLine());
        LinkService.PendingLink half =
                service.accept(session, HexFormat.of().parseHex(in.readLine()));
        System.out.println(HexFormat.of().formatHex(half.message()));
        in.readLine();
        link = half.complete(new byte[0]);
        measure(false);
    }

    private void measure(boolean leads) throws IOException {
        if (leads) {
            System.out.println(
                    "     bytes   one way us  stream GB/s  stream M/s  exchange us  GB/s each way");
        }
        for (int size : SIZES) {
            int count = Math.clamp((1L << 28) / (size + 512), 40, 100_000);
            double[][] figures = new double[3][RUNS];
            for (int run = -3; run < RUNS; run++) {
                double[] ns = {
                    pingPong(size, count, leads), stream(size, count, leads), exchange(size, count)
                };
                for (int i = 0; i < 3 && run >= 0; i++) {
                    figures[i][run] = ns[i];
                }
            }
            for (double[] figure : figures) {
                Arrays.sort(figure);
            }
            if (leads) {
                double stream = figures[1][RUNS / 2];
                double exchange = figures[2][RUNS / 2];
                System.out.printf(
                        "%10d %12.3f %12.2f %11.2f %12.3f %12.2f%n",
                        size,
                        figures[0][RUNS / 2] / 2000,
                        size / stream,
                        1000 / stream,
                        exchange / 1000,
                        size / exchange);
            }
        }
        sync();
    }

    private double pingPong(int size, int count, boolean leads) {
        sync();
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            if (leads) {
                send(size);
                await(size);
            } else {
                await(size);
                send(size);
            }
        }
        return (System.nanoTime() - start) / (double) count;
    }

    private double stream(int size, int count, boolean leads) {
        sync();
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            if (leads) {
                send(size);
            } else {
                await(size);
            }
        }
        sync();
        return (System.nanoTime() - start) / (double) count;
    }

    private double exchange(int size, int count) {
        sync();
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            send(size);
            await(size);
        }
        return (System.nanoTime() - start) / (double) count;
    }

    private void sync() {
        send(8);
        await(8);
    }

    private void send(int size) {
        if (size <= link.maxPayload()) {
            header.set(1, 8, 0, size, 1, 2, 3, 4, 0);
            while (!link.trySend(header, from, 0, size)) {
                link.poll(16);
            }
            return;
        }
        int chunk = link.chunkLength(size);
        for (int done = 0; done < size; done += chunk) {
            int now = Math.min(chunk, size - done);
            header.set(1, 8, FrameHeader.FLAG_DATA, now, 1, 2, 3, 4, done);
            while (!link.trySend(header, from, done, now)) {
                link.poll(16);
            }
            link.poll(1);
        }
    }

    private void await(long size) {
        received -= size;
        while (received < 0) {
            if (link.poll(16) == 0) {
                Thread.onSpinWait();
                if (closed) {
                    throw new IllegalStateException("link is closed");
                }
            }
        }
    }

    @Override
    public void onHeader(FrameHeader frame, Landing landing) {
        landing.into(to, frame.word3());
        received += frame.payloadLength();
    }

    @Override
    public void onPayload(FrameHeader frame) {}

    @Override
    public void onClosed(String reason, Throwable cause) {
        closed = true;
    }
}
