package org.activeobjects.transport.fault;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Two runtimes that talk through a small file system in memory, as far as it lets them. */
public final class FullSharedMemoryMain {

    private static final int[] COUNTS = {1, 1000, 100_000, 1_000_000};

    private FullSharedMemoryMain() {}

    /** Arguments: folder, links, and whether the folder is filled up once both are connected. */
    public static void main(String[] args) throws IOException {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("full", TransportConfig.newSecret())
                        .withSharedMemory(Path.of(args[0]))
                        .withLinks(args[1].split(","));
        try (Transport one = Transport.open(config);
                Transport other = Transport.open(config);
                Endpoint near = one.openEndpoint();
                Endpoint far = other.openEndpoint()) {
            one.connect("127.0.0.1", other.card().port());
            System.out.println("LINK " + one.linkTo(other.card().id()));
            if (args[2].equals("fill")) {
                fill(Path.of(args[0]));
            }
            for (int count : COUNTS) {
                exchange(near, far, count);
            }
        }
        Files.deleteIfExists(Path.of(args[0], "filler"));
        try (var left = Files.list(Path.of(args[0]))) {
            System.out.println("LEFT " + left.toList());
        }
        System.out.println("DONE");
    }

    private static void fill(Path folder) {
        byte[] bytes = new byte[4096];
        try (OutputStream out = Files.newOutputStream(folder.resolve("filler"))) {
            while (true) {
                out.write(bytes);
            }
        } catch (IOException e) {
            System.out.println("FULL " + e.getMessage());
        }
    }

    private static void exchange(Endpoint near, Endpoint far, int count) {
        double[] out = new double[count];
        double[] back = new double[count];
        double[] in = new double[count];
        Arrays.setAll(out, i -> i + 0.25);
        for (int round = 0; round < 3; round++) {
            Request there = far.irecv(near.address(), 1, 0, Slice.of(back));
            Request here = near.irecv(far.address(), 1, 0, Slice.of(in));
            Request sends = near.isend(far.address(), 1, 0, Slice.of(out));
            there.await();
            sends.await();
            far.send(near.address(), 1, 0, Slice.of(back));
            here.await();
            if (!Arrays.equals(in, out)) {
                throw new AssertionError("count " + count + " came back changed");
            }
            Arrays.fill(in, 0);
            Arrays.fill(back, 0);
        }
    }
}
