package org.activeobjects.transport.fault;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeCard;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A peer in a JVM of its own that comes to a certain point of a protocol, and is killed there. */
public final class VictimMain {

    static final String SECRET = "AO_TEST_SECRET";
    static final int HELLO = 1;
    static final int MARK = 2;
    static final int EAGER = 3;
    static final int LARGE = 10;
    static final int EAGER_COUNT = 500;
    static final int LARGE_COUNT = 3;
    static final int LARGE_LENGTH = 3_000_000;
    static final int HUGE_LENGTH = 64 << 20;

    /** Bytes that a full heap has left. */
    static final int FREE_HEAP = 48 << 20;

    /** As many bytes as one frame over shared memory takes, in four pieces. */
    static final int PIECES_LENGTH = 64 << 10;

    static final int NEVER = 99;
    private static final VarHandle BYTES = MethodHandles.arrayElementVarHandle(byte[].class);

    private final Endpoint endpoint;
    private final EndpointAddress test;

    private final Transport transport;

    private VictimMain(Transport transport, Endpoint endpoint, EndpointAddress test) {
        this.transport = transport;
        this.endpoint = endpoint;
        this.test = test;
    }

    /** Arguments: link, job, folder for shared memory, port and endpoint of the test, phase. */
    public static void main(String[] args) {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob(args[1], System.getenv(SECRET))
                        .withSharedMemory(Path.of(args[2]))
                        .withLinks(args[0]);
        try (Transport transport = Transport.open(config);
                Endpoint endpoint = transport.openEndpoint()) {
            System.out.println("PORT " + transport.card().port());
            if (args[5].equals("unconnected")) {
                endpoint.recv(EndpointAddress.ANY_SOURCE, NEVER, 0, Slice.EMPTY);
            }
            RuntimeCard card = transport.connect("127.0.0.1", Integer.parseInt(args[3]));
            EndpointAddress test = new EndpointAddress(card.id(), Integer.parseInt(args[4]));
            VictimMain victim = new VictimMain(transport, endpoint, test);
            victim.tell(HELLO);
            victim.play(args[5]);
        }
    }

    private void play(String phase) {
        switch (phase) {
            case "idle" -> {}
            case "eager" -> sendEager();
            case "announced" -> announce();
            case "asleep" -> sleep();
            case "sending" -> sendHuge();
            case "pieces" -> sendPieces();
            case "registered" -> sendRegistered();
            case "receiving" -> dieWhileReceiving();
            case "taking" -> take();
            case "full" -> fillHeap();
            default -> throw new IllegalArgumentException(phase);
        }
        never();
    }

    private void tell(int tag) {
        endpoint.send(test, tag, 0, Slice.of(new byte[1]));
    }

    private void never() {
        endpoint.recv(test, NEVER, 0, Slice.EMPTY);
    }

    private void sendEager() {
        for (int i = 0; i < EAGER_COUNT; i++) {
            endpoint.send(test, EAGER, 0, Slice.of(new int[] {i, -i}));
        }
        tell(MARK);
    }

    private void announce() {
        Request[] sends = new Request[LARGE_COUNT];
        for (int i = 0; i < LARGE_COUNT; i++) {
            byte[] large = new byte[LARGE_LENGTH];
            Arrays.fill(large, (byte) (i + 1));
            sends[i] = endpoint.isend(test, LARGE + i, 0, Slice.of(large));
        }
        tell(MARK);
        for (Request send : sends) {
            send.await();
        }
    }

    private void sleep() {
        Thread main = Thread.currentThread();
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            while (!isAsleep(main)) {
                                Thread.onSpinWait();
                            }
                            System.out.println("ASLEEP");
                        });
        never();
    }

    /** Whether a thread sleeps at a doorbell, or is parked until somebody has polled for it. */
    static boolean isAsleep(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .limit(8)
                .anyMatch(
                        frame ->
                                frame.getMethodName().equals("sleep")
                                        || frame.getMethodName().equals("futexWait")
                                        || frame.getMethodName().equals("park")
                                        || frame.getMethodName().equals("parkNanos"));
    }

    private void sendHuge() {
        byte[] huge = new byte[HUGE_LENGTH];
        Arrays.fill(huge, (byte) 1);
        while (true) {
            endpoint.send(test, LARGE, 0, Slice.of(huge));
        }
    }

    private void sendPieces() {
        byte[] bytes = new byte[PIECES_LENGTH];
        for (int i = 0; ; i++) {
            Arrays.fill(bytes, valueOf(i));
            endpoint.send(test, LARGE, 0, Slice.of(bytes));
        }
    }

    /** The value of every byte of a message that comes in pieces; not 0. */
    static byte valueOf(int message) {
        return (byte) (1 + message % 100);
    }

    private void sendRegistered() {
        RegisteredBuffer buffer = transport.allocate(HUGE_LENGTH);
        RegisteredBuffer.View view = buffer.view(ElementType.BYTE);
        view.segment().fill((byte) 1);
        while (true) {
            endpoint.send(test, LARGE, 0, view.slice());
        }
    }

    /** Kills itself when the first byte has come and the last has not. */
    private void dieWhileReceiving() {
        byte[] huge = new byte[HUGE_LENGTH];
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            while (true) {
                                if (isHere(huge, 0) && !isHere(huge, huge.length - 1)) {
                                    Signals.killMyself();
                                }
                                Thread.onSpinWait();
                            }
                        });
        while (true) {
            endpoint.recv(test, LARGE, 0, Slice.of(huge));
            Arrays.fill(huge, (byte) 0);
            tell(MARK);
        }
    }

    static boolean isHere(byte[] bytes, int index) {
        return (byte) BYTES.getOpaque(bytes, index) != 0;
    }

    /** Leaves room for what small messages need. */
    private void fillHeap() {
        List<byte[]> all = new ArrayList<>();
        byte[] reserve = new byte[FREE_HEAP];
        try {
            while (true) {
                all.add(new byte[1 << 20]);
            }
        } catch (OutOfMemoryError e) {
            reserve = null;
        }
        tell(MARK);
        never();
        Reference.reachabilityFence(all);
        Reference.reachabilityFence(reserve);
    }

    /** Takes messages for ever, and tells of each what it was. */
    private void take() {
        byte[] room = new byte[LARGE_LENGTH];
        for (int i = 0; ; i++) {
            long count = endpoint.recv(test, LARGE, 0, Slice.of(room)).count();
            int[] answer = {i, (int) count, room[0], room[(int) count - 1]};
            endpoint.send(test, MARK, 0, Slice.of(answer));
        }
    }
}
