package org.activeobjects.transport.posix.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.posix.RefusingKernel;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

@Timeout(60)
class StreamSocketTest {

    private static final long PATIENCE_NS = SocketPair.PATIENCE_NS;
    private static final int EPERM = 1;

    @BeforeEach
    void requireSockets() {
        Assumptions.assumeTrue(Sockets.whyNot() == null, Sockets.whyNot());
    }

    static Stream<Object> arrays() {
        return Stream.of(
                new byte[4000],
                new double[500],
                new int[1000],
                new long[500],
                new float[1000],
                new short[2000],
                new char[2000]);
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void sendsAndReceivesPartsOfArraysOfEveryType(Object array) throws IOException {
        int count = Array.getLength(array);
        int size = 4000 / count;
        Object arrived = Array.newInstance(array.getClass().getComponentType(), count);
        for (int i = 0; i < count; i++) {
            set(array, i);
        }
        try (SocketPair pair = SocketPair.open()) {
            // From the fifth element to the seventh, and cut in the middle of an element.
            int length = 3000 * size / size;
            int first = 5 * size;
            assertThat(pair.near().send(array, first, 1001)).isEqualTo(1001);
            assertThat(pair.near().send(array, first + 1001, length - 1001))
                    .isEqualTo(length - 1001);
            int at = 0;
            while (at < length) {
                assertThat(pair.far().awaitInput(PATIENCE_NS)).isTrue();
                int got = pair.far().receive(arrived, 7L * size + at, length - at);
                assertThat(got).isPositive();
                at += got;
            }
            for (int i = 0; i < count; i++) {
                Object expected =
                        i >= 7 && i < 7 + length / size
                                ? Array.get(array, i - 2)
                                : Array.get(Array.newInstance(arrayType(array), 1), 0);
                assertThat(Array.get(arrived, i)).as("element %d", i).isEqualTo(expected);
            }
        }
    }

    private static Class<?> arrayType(Object array) {
        return array.getClass().getComponentType();
    }

    private static void set(Object array, int i) {
        switch (array) {
            case byte[] bytes -> bytes[i] = (byte) (i * 31 + 1);
            case double[] doubles -> doubles[i] = i / 3.0 + 1;
            case int[] ints -> ints[i] = i * 65_537 + 1;
            case long[] longs -> longs[i] = i * 0x1_0000_0001L + 1;
            case float[] floats -> floats[i] = i / 3f + 1;
            case short[] shorts -> shorts[i] = (short) (i * 257 + 1);
            case char[] chars -> chars[i] = (char) (i * 257 + 1);
            default -> throw new AssertionError(array);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void doesNotPaceWhatStaysOnThisHost(String host) throws IOException {
        Assumptions.assumeTrue(
                NetworkInterface.getByInetAddress(InetAddress.getByName(host)) != null,
                "this host has no such address");
        try (SocketPair pair = SocketPair.open(host, SocketPair.ANY)) {
            assertThat(Sockets.congestionControl(pair.near().descriptor())).isEqualTo("reno");
            assertThat(Sockets.congestionControl(pair.far().descriptor())).isEqualTo("reno");
        }
    }

    @Test
    void isNeverPacedOnLoopbackNotEvenBeforeItIsConnected() throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0);
        try (ListeningSocket door = Sockets.listen(any, 1, SocketPair.ANY);
                StreamSocket near = Sockets.connect(door.address(), SocketPair.ANY)) {
            assertThat(Sockets.congestionControl(door.descriptor())).isEqualTo("reno");
            assertThat(Sockets.congestionControl(near.descriptor())).isEqualTo("reno");
        }
    }

    /** Gateways forget connections that are silent for minutes, and drop what comes then. */
    @Test
    void isNotSilentForLongerThanAMinute() throws IOException {
        int tcp = 6;
        int keepIdle = 4;
        try (SocketPair pair = SocketPair.open()) {
            assertThat(Sockets.get(pair.near().descriptor(), tcp, keepIdle)).isEqualTo(60);
            assertThat(Sockets.get(pair.far().descriptor(), tcp, keepIdle)).isEqualTo(60);
        }
    }

    @Test
    void sendsAndReceivesMemoryOffTheHeap() throws IOException {
        try (SocketPair pair = SocketPair.open();
                Arena arena = Arena.ofConfined()) {
            MemorySegment source = arena.allocate(100).fill((byte) 7);
            MemorySegment destination = arena.allocate(100);
            assertThat(pair.near().send(source, 10, 50)).isEqualTo(50);
            assertThat(pair.far().awaitInput(PATIENCE_NS)).isTrue();
            assertThat(pair.far().receive(destination, 20, 80)).isEqualTo(50);
            assertThat(destination.asSlice(20, 50).mismatch(source.asSlice(10, 50))).isEqualTo(-1);
            assertThat(destination.asSlice(70, 30).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE))
                    .containsOnly(0);
        }
    }

    @Test
    void refusesAPartThatLiesOutsideOfTheArray() throws IOException {
        try (SocketPair pair = SocketPair.open()) {
            double[] array = new double[10];
            assertThatThrownBy(() -> pair.near().send(array, 8, 73))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> pair.near().receive(array, -1, 8))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> pair.near().send(new boolean[8], 0, 8))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("boolean[]");
        }
    }

    @Test
    void saysWhenNothingIsThereAndWhenNothingFits() throws IOException {
        Sockets.Buffers small = new Sockets.Buffers(16384, 16384);
        try (SocketPair pair = SocketPair.open("127.0.0.1", small)) {
            assertThat(pair.far().isReadable()).isFalse();
            assertThat(pair.far().receive(new byte[8], 0, 8)).isEqualTo(-Errno.EAGAIN);
            byte[] bytes = new byte[1 << 20];
            int sent = 0;
            int now;
            while ((now = pair.near().send(bytes, 0, bytes.length)) > 0) {
                assertThat(now).isLessThanOrEqualTo(StreamSocket.MAX_BYTES);
                sent += now;
            }
            assertThat(now).isEqualTo(-Errno.EAGAIN);
            assertThat(pair.near().isWritable()).isFalse();
            assertThat(pair.far().awaitInput(PATIENCE_NS)).isTrue();
            int received = 0;
            while (received < sent) {
                int got = pair.far().receive(bytes, 0, bytes.length);
                received += Math.max(0, got);
            }
            assertThat(received).isEqualTo(sent);
        }
    }

    @Test
    void saysThatThePeerHasEndedAndThatItHasBroken() throws IOException {
        try (SocketPair pair = SocketPair.open()) {
            pair.near().send(new byte[] {1}, 0, 1);
            pair.near().close();
            assertThat(pair.far().awaitInput(PATIENCE_NS)).isTrue();
            assertThat(pair.far().receive(new byte[8], 0, 8)).isEqualTo(1);
            assertThat(pair.far().awaitInput(PATIENCE_NS)).isTrue();
            assertThat(pair.far().receive(new byte[8], 0, 8)).isZero();
            assertThat(pair.far().isReadable()).as("the end stays").isTrue();
        }
    }

    @Test
    void saysThatAConnectionHasBroken() throws IOException {
        try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                StreamSocket near = SocketPair.connect(door)) {
            Socket far = door.accept();
            far.setSoLinger(true, 0);
            far.close(); // which is a reset now
            assertThat(near.awaitInput(PATIENCE_NS)).isTrue();
            int reset = near.receive(new byte[8], 0, 8);
            assertThat(Errno.text(-reset)).isEqualTo("Connection reset by peer (errno=104)");
            int broken = near.send(new byte[8], 0, 8);
            assertThat(Errno.text(-broken)).isEqualTo("Broken pipe (errno=32)");
        }
    }

    @Test
    void knowsItsAddresses() throws IOException {
        try (SocketPair pair = SocketPair.open()) {
            assertThat(pair.near().peerAddress()).isEqualTo(pair.far().localAddress());
            assertThat(pair.near().localAddress()).isEqualTo(pair.far().peerAddress());
            assertThat(pair.near().localAddress().getAddress().isLoopbackAddress()).isTrue();
        }
    }

    @Test
    void worksOverTheSixthVersion() throws IOException {
        InetAddress loopback = InetAddress.getByName("::1");
        Assumptions.assumeTrue(
                NetworkInterface.getByInetAddress(loopback) != null, "this host has no IPv6");
        try (SocketPair pair = SocketPair.open("::1", SocketPair.ANY)) {
            assertThat(pair.near().peerAddress().getAddress()).isEqualTo(loopback);
            pair.near().send(new int[] {42}, 0, 4);
            assertThat(pair.far().awaitInput(PATIENCE_NS)).isTrue();
            int[] arrived = new int[1];
            pair.far().receive(arrived, 0, 4);
            assertThat(arrived[0]).isEqualTo(42);
        }
    }

    @Test
    void talksToSocketsOfTheJdk() throws IOException {
        try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                StreamSocket near = SocketPair.connect(door)) {
            try (Socket far = door.accept()) {
                near.send(new byte[] {1, 2, 3}, 0, 3);
                assertThat(far.getInputStream().readNBytes(3)).containsExactly(1, 2, 3);
                assertThat(near.localAddress().getPort()).isEqualTo(far.getPort());
            }
        }
    }

    @Test
    void saysWhyAnAddressCannotBeUsed() throws IOException {
        InetSocketAddress foreign = new InetSocketAddress("192.0.2.1", 0);
        assertThatThrownBy(() -> Sockets.listen(foreign, 1, SocketPair.ANY))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("bind failed: Cannot assign requested address (errno=99)");
        InetSocketAddress nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
        }
        assertThatThrownBy(
                        () -> {
                            try (StreamSocket socket = Sockets.connect(nobody, SocketPair.ANY)) {
                                Sockets.finishConnect(socket, PATIENCE_NS);
                            }
                        })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("connect failed: Connection refused");
    }

    @Test
    void endsAWaitWhenItIsClosed() throws Exception {
        try (SocketPair pair = SocketPair.open()) {
            CompletableFuture<Boolean> waiting =
                    CompletableFuture.supplyAsync(() -> pair.near().awaitInput(PATIENCE_NS * 4));
            pair.near().close();
            waiting.join();
            assertThat(pair.near().isClosed()).isTrue();
            assertThat(pair.near().receive(new byte[1], 0, 1)).isEqualTo(-Errno.CLOSED_HERE);
            assertThat(pair.near().send(new byte[1], 0, 1)).isEqualTo(-Errno.CLOSED_HERE);
            assertThat(pair.near().isReadable()).isFalse();
            assertThatThrownBy(() -> pair.near().localAddress())
                    .hasMessageContaining("closed by this side");
        }
    }

    @Test
    void neverUsesANumberThatHasBecomeAnotherFiles() throws Exception {
        // One thread sends on sockets that another closes and opens anew: what is sent on a closed
        // socket must never arrive at the one that has got its number.
        for (int round = 0; round < 50; round++) {
            SocketPair old = SocketPair.open();
            CompletableFuture<Void> sending =
                    CompletableFuture.runAsync(
                            () -> {
                                byte[] bytes = new byte[16];
                                while (old.near().send(bytes, 0, 16) != -Errno.CLOSED_HERE) {
                                    // until it is closed
                                }
                            });
            old.far().close();
            old.near().close();
            List<SocketPair> young = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                young.add(SocketPair.open());
            }
            sending.join();
            for (SocketPair pair : young) {
                assertThat(pair.far().isReadable()).isFalse();
                assertThat(pair.near().isReadable()).isFalse();
                pair.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void givesEveryDescriptorBack(int closings) throws IOException {
        SocketPair.open().close();
        long before = SocketPair.openFiles();
        for (int i = 0; i < 50; i++) {
            SocketPair pair = SocketPair.open();
            for (int c = 0; c < closings; c++) {
                pair.close();
            }
        }
        assertThat(SocketPair.openFiles()).isEqualTo(before);
    }

    @Test
    void whatIsResetBeforeItIsAcceptedIsNoFaultOfThePort() throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (ListeningSocket door = Sockets.listen(any, 4, SocketPair.ANY)) {
            long before = SocketPair.openFiles();
            Socket gone = new Socket(any.getAddress(), door.address().getPort());
            gone.setSoLinger(true, 0);
            gone.close();
            try (Socket stays = new Socket(any.getAddress(), door.address().getPort())) {
                assertThat(door.accept()).as("the first one, which is gone").isNull();
                try (StreamSocket second = door.accept()) {
                    assertThat(second.peerAddress().getPort()).isEqualTo(stays.getLocalPort());
                }
            }
            assertThat(SocketPair.openFiles()).isEqualTo(before);
        }
    }

    @Test
    void leavesNothingOpenWhereTheKernelRefusesAnOption() throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getByName("::1"), 0);
        RefusingKernel.SETSOCKOPT.during(
                EPERM,
                () -> {
                    assertThatThrownBy(() -> Sockets.listen(any, 1, SocketPair.ANY))
                            .isInstanceOf(IOException.class);
                    long before = SocketPair.openFiles();
                    assertThatThrownBy(() -> Sockets.listen(any, 1, SocketPair.ANY))
                            .isInstanceOf(IOException.class);
                    assertThat(SocketPair.openFiles()).isEqualTo(before);
                });
    }
}
