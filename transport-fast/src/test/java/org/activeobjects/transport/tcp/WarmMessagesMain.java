package org.activeobjects.transport.tcp;

import com.sun.management.ThreadMXBean;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.contract.FrameRecorder;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;

import java.lang.management.ManagementFactory;

/**
 * Sends small and large messages, from the same few places again and again, until a hundred of them
 * allocate nothing, and says so; or gives up after a while and says how much the best hundred have
 * allocated.
 */
public final class WarmMessagesMain {

    private static final int ROUNDS = 5_000;
    private static final int MESSAGES = 100;
    private static final int LARGE = 200_000;
    private static final int PLACES = 10;

    private final Slice source = Slice.of(new double[100_000]);
    private final Slice destination = Slice.of(new double[100_000]);
    private final FrameHeader header = new FrameHeader();
    private int arrived;

    private WarmMessagesMain() {}

    public static void main(String[] args) throws Exception {
        System.out.println("least=" + new WarmMessagesMain().leastAllocated());
    }

    private long leastAllocated() throws Exception {
        FrameRecorder into =
                new FrameRecorder() {
                    @Override
                    public void onHeader(FrameHeader frame, Landing landing) {
                        landing.into(destination, 8L * frame.tag());
                    }

                    @Override
                    public void onPayload(FrameHeader frame) {
                        arrived++;
                    }
                };
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        try (LinkPair pair =
                LinkPair.open(
                        new TcpLinkProvider(),
                        TransportConfig.defaults(),
                        new FrameRecorder(),
                        into)) {
            for (int round = 0; round < ROUNDS && least > 0; round++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < MESSAGES; i++) {
                    carry(pair, i % PLACES, i % 2 == 0 ? 8 * (1 + i) : LARGE);
                }
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
        }
        return least;
    }

    private void carry(LinkPair pair, int number, int length) {
        int flags = length == LARGE ? FrameHeader.FLAG_DATA : 0;
        header.set(1, 1, flags, length, 1, 1, number, 0, 0);
        int expected = arrived + 1;
        while (!pair.near.trySend(header, source, 8L * number, length)) {
            pair.near.poll(1);
        }
        pair.near.flush();
        while (arrived != expected) {
            pair.near.poll(1);
            pair.far.poll(1);
        }
    }
}
