package org.activeobjects.transport.posix.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.posix.PinnedArrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Random;

/** A few bytes and an array that leave in one call. */
@Timeout(60)
@EnabledIfSystemProperty(
        named = "activeobjects.testing.collector",
        matches = "G1",
        disabledReason = "arrays can be pinned with G1 only")
class GatherTest {

    private static final int HEAD = 48;
    private static final int HEAD_FROM = 5;

    private final HeapBuffer head = new HeapBuffer(100);

    @BeforeEach
    void fillHead() {
        new Random(1).nextBytes(head.bytes());
    }

    private static StreamSocket.Gather gatherOf(StreamSocket socket) {
        assertThat(PinnedArrays.get()).isPresent(); // which is known from now on
        StreamSocket.Gather gather = socket.gather();
        assertThat(gather.takes(new byte[1])).isTrue();
        return gather;
    }

    static byte[] receiveAll(StreamSocket socket, int length) {
        byte[] bytes = new byte[length];
        int at = 0;
        while (at < length) {
            assertThat(socket.awaitInput(SocketPair.PATIENCE_NS)).isTrue();
            at += Math.max(0, socket.receive(bytes, at, length - at));
        }
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 1000, 60_000})
    void sendsTheHeadAndBehindItThePartOfTheArray(int length) throws IOException {
        try (SocketPair pair = SocketPair.open()) {
            byte[] array = new byte[70_000];
            new Random(length).nextBytes(array);
            StreamSocket.Gather gather = gatherOf(pair.near());
            for (int offset : new int[] {0, 1, 4096, 9999}) {
                int sent = gather.send(head, HEAD_FROM, HEAD, array, offset, length);
                assertThat(sent).isEqualTo(HEAD + length);
                byte[] got = receiveAll(pair.far(), sent);
                assertThat(Arrays.copyOf(got, HEAD))
                        .isEqualTo(Arrays.copyOfRange(head.bytes(), HEAD_FROM, HEAD_FROM + HEAD));
                assertThat(Arrays.copyOfRange(got, HEAD, sent))
                        .isEqualTo(Arrays.copyOfRange(array, offset, offset + length));
            }
        }
    }

    @Test
    void countsTheOffsetInBytesFromTheFirstElement() throws IOException {
        try (SocketPair pair = SocketPair.open()) {
            double[] array = {0, 1.5, 2.5, 0};
            assertThat(gatherOf(pair.near()).send(head, 0, 1, array, 8, 16)).isEqualTo(17);
            assertThat(receiveAll(pair.far(), 1)).isEqualTo(new byte[] {head.bytes()[0]});
            double[] got = new double[2];
            assertThat(pair.far().receive(got, 0, 16)).isEqualTo(16);
            assertThat(got).containsExactly(1.5, 2.5);
        }
    }

    @Test
    void saysHowMuchASocketHasTakenThatBecomesFull() throws IOException {
        Sockets.Buffers small = new Sockets.Buffers(16384, 16384);
        try (SocketPair pair = SocketPair.open("127.0.0.1", small)) {
            byte[] array = new byte[4 * StreamSocket.MAX_BYTES];
            StreamSocket.Gather gather = gatherOf(pair.near());
            int sent = 0;
            int now;
            while ((now = gather.send(head, 0, HEAD, array, 0, array.length)) > 0) {
                assertThat(now).isLessThanOrEqualTo(HEAD + StreamSocket.MAX_BYTES);
                sent += now;
            }
            assertThat(now).isEqualTo(-Errno.EAGAIN);
            assertThat(receiveAll(pair.far(), sent)).startsWith(Arrays.copyOf(head.bytes(), HEAD));
            assertThat(pair.far().receive(new byte[1], 0, 1)).isEqualTo(-Errno.EAGAIN);
        }
    }

    @Test
    void refusesWhatLiesOutsideOfTheArrayOrOfTheHead() throws IOException {
        try (SocketPair pair = SocketPair.open()) {
            StreamSocket.Gather gather = gatherOf(pair.near());
            double[] array = new double[10];
            assertThatThrownBy(() -> gather.send(head, 0, HEAD, array, 8, 73))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> gather.send(head, 0, HEAD, array, -1, 8))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            int tooLong = StreamSocket.Gather.MAX_HEAD + 1;
            assertThatThrownBy(() -> gather.send(head, 0, tooLong, array, 0, 8))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThat(pair.far().receive(new byte[1], 0, 1)).isEqualTo(-Errno.EAGAIN);
        }
    }

    @Test
    void saysThatTheConnectionHasBrokenOrIsClosed() throws IOException {
        try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            StreamSocket near = SocketPair.connect(door);
            Socket far = door.accept();
            far.setSoLinger(true, 0);
            far.close(); // which is a reset now
            assertThat(near.awaitInput(SocketPair.PATIENCE_NS)).isTrue();
            StreamSocket.Gather gather = gatherOf(near);
            int reset = gather.send(head, 0, HEAD, new byte[8], 0, 8);
            assertThat(Errno.text(-reset)).isEqualTo("Connection reset by peer (errno=104)");
            int broken = gather.send(head, 0, HEAD, new byte[8], 0, 8);
            assertThat(Errno.text(-broken)).isEqualTo("Broken pipe (errno=32)");
            near.close();
            assertThat(gather.send(head, 0, HEAD, new byte[8], 0, 8)).isEqualTo(-Errno.CLOSED_HERE);
        }
    }

    @Test
    void leavesTheArrayToTheCollectorAfterwards() throws IOException {
        try (SocketPair pair = SocketPair.open()) {
            StreamSocket.Gather gather = gatherOf(pair.near());
            byte[] got = new byte[HEAD + 20_000];
            for (int i = 0; i < 300; i++) {
                byte[] array = new byte[20_000];
                Arrays.fill(array, (byte) i);
                assertThat(gather.send(head, 0, HEAD, array, 0, array.length))
                        .isEqualTo(got.length);
                if (i % 100 == 0) {
                    System.gc();
                }
                got = receiveAll(pair.far(), got.length);
                assertThat(Arrays.copyOfRange(got, HEAD, got.length)).isEqualTo(array);
            }
        }
    }
}
