package org.activeobjects.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.nio.AbstractNioChannel;
import io.netty.util.ReferenceCountUtil;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.contract.FrameRecorder;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.posix.RefusingKernel;
import org.activeobjects.transport.spi.FrameHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/**
 * A write fails before it is made, as for want of memory or stack: here because the socket is taken
 * away from the channel meanwhile.
 */
@Timeout(60)
class FailingWriteTest {

    /** Two frames of this length do not leave together. */
    private static final int LENGTH = 60_000;

    private static final int ENOBUFS = 105;

    private final FrameRecorder near = new FrameRecorder();
    private final FrameRecorder far = new FrameRecorder();

    private static byte[] payload(int number) {
        byte[] bytes = new byte[LENGTH];
        Arrays.fill(bytes, (byte) number);
        return bytes;
    }

    private static boolean send(LinkPair pair, int number) {
        FrameHeader header = new FrameHeader().set(1, 1, 0, LENGTH, 1, 1, number, 0, 0);
        return pair.near.trySend(header, Slice.of(payload(number)), 0, LENGTH);
    }

    private static Object field(Class<?> type, Object owner, String name) throws Exception {
        return accessible(type, name).get(owner);
    }

    private static Field accessible(Class<?> type, String name) throws Exception {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    @Test
    void costsNoFrameThatIsSentAfterIt() throws Exception {
        try (LinkPair pair =
                LinkPair.open(new NettyLinkProvider(), TransportConfig.defaults(), near, far)) {
            Object channel = field(NettyLink.class, pair.near, "socket");
            Field socket = accessible(AbstractNioChannel.class, "ch");
            Object real = socket.get(channel);
            socket.set(channel, null);
            try {
                assertThatThrownBy(() -> send(pair, 1)).isInstanceOf(NullPointerException.class);
            } finally {
                socket.set(channel, real);
            }

            assertThat(send(pair, 2)).isTrue();
            assertThat(send(pair, 3)).isTrue();

            pair.pollUntil(
                    () ->
                            !far.frames.isEmpty()
                                    && Arrays.equals(far.frames.getLast().payload(), payload(3)),
                    "the last frame is missing");
            assertThat(far.frames).anyMatch(frame -> Arrays.equals(frame.payload(), payload(2)));
        }
    }

    /** What its event loop was to send would be missing, and nobody would know. */
    @Test
    void endsTheLinkIfOthersFollowIt() throws Exception {
        try (LinkPair pair =
                LinkPair.open(new NettyLinkProvider(), TransportConfig.defaults(), near, far)) {
            Channel channel = (Channel) field(NettyLink.class, pair.near, "channel");
            channel.pipeline().addLast(new SecondFails());
            CountDownLatch isFull = new CountDownLatch(1);
            channel.eventLoop().execute(() -> await(isFull));

            while (send(pair, 1)) {
                Thread.onSpinWait();
            }
            isFull.countDown();

            pair.pollUntil(() -> !near.closings.isEmpty(), "the link goes on");
            assertThat(pair.near.isOpen()).isFalse();
        }
    }

    /** Nor is what the kernel refuses the end of the peer, which would be asked for its reason. */
    @Test
    void ofThisSidesKernelIsToldAsItsOwn() throws Exception {
        FrameRecorder told = FrameRecorder.tellingEndsOfThePeer();
        try (LinkPair pair =
                LinkPair.open(new NettyLinkProvider(), TransportConfig.defaults(), told, far)) {
            RefusingKernel.WRITE.during(ENOBUFS, () -> assertThat(send(pair, 1)).isTrue());

            pair.pollUntil(() -> !told.closings.isEmpty(), "the end is not told");
            assertThat(told.closings.getFirst()).startsWith("the connection failed: ");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class SecondFails extends ChannelOutboundHandlerAdapter {

        private int writes;

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            if (++writes == 2) { // the first one may be the rest of a frame
                ReferenceCountUtil.release(message);
                throw new OutOfMemoryError("on purpose");
            }
            context.write(message, promise);
        }
    }
}
