package org.activeobjects.benchmarks.peer;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;

import org.activeobjects.benchmarks.side.Bytes;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.benchmarks.side.SideContext;
import org.activeobjects.benchmarks.side.SideLoop;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Aeron over shared memory: an exclusive publication each way, polled; a message goes straight from
 * the term buffer into the array.
 */
public final class AeronSide extends MessageSide {

    /** Longest message: an eighth of a term. */
    static final int MAX_BYTES = 4 << 20;

    private static final int TERM_SHARE = 8;
    private static final int SMALLEST_TERM = 1 << 20;
    private static final int FRAGMENTS = 16;
    private static final int MTU = 65504;

    private final Aeron aeron;
    private final ExclusivePublication out;
    private final Subscription in;
    private final Bytes data;
    private final UnsafeBuffer source;
    private final BufferClaim claim = new BufferClaim();
    private final FragmentHandler handler = this::onFragment;
    private int here;
    private int whole;

    private AeronSide(SideContext context) {
        super(context.leads());
        data = new Bytes(context.leads(), context.maxBytes());
        source = new UnsafeBuffer(data.outgoing);
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(context.own().getFirst()));
        // Streams of no other pair: the leader's process has no number twice.
        int stream =
                context.leads()
                        ? Math.toIntExact(ProcessHandle.current().pid() * 2)
                        : Integer.parseInt(context.fromLeader().getFirst());
        String channel = "aeron:ipc?mtu=" + MTU + "|term-length=" + termLength(context.maxBytes());
        in = aeron.addSubscription(channel, context.leads() ? stream + 1 : stream);
        out = aeron.addExclusivePublication(channel, context.leads() ? stream : stream + 1);
        if (context.leads()) {
            context.announce(stream);
        }
        IdleStrategy idle = new BackoffIdleStrategy();
        while (!in.isConnected() || !out.isConnected()) {
            idle.idle();
        }
    }

    private static int termLength(int maxBytes) {
        int longest = Math.min(maxBytes, MAX_BYTES);
        return Math.max(SMALLEST_TERM, Integer.highestOneBit(2 * longest - 1) * TERM_SHARE);
    }

    /**
     * Runs one side.
     *
     * @param args words of {@link SideContext}; its own word is the folder of the driver
     * @throws Exception whatever goes wrong
     */
    public static void main(String[] args) throws Exception {
        SideLoop.run(args, AeronSide::new);
    }

    @Override
    void send(int bytes) {
        if (bytes <= out.maxPayloadLength()) {
            while (check(out.tryClaim(bytes, claim))) {
                Thread.onSpinWait();
            }
            claim.putBytes(source, 0, bytes).commit();
        } else {
            while (check(out.offer(source, 0, bytes))) {
                Thread.onSpinWait();
            }
        }
    }

    /** Returns whether to try again. */
    private static boolean check(long position) {
        if (position == Publication.CLOSED
                || position == Publication.NOT_CONNECTED
                || position == Publication.MAX_POSITION_EXCEEDED) {
            throw new IllegalStateException("publication failed: " + position);
        }
        return position < 0;
    }

    @Override
    void receive(int bytes) {
        while (whole == 0) {
            if (in.poll(handler, FRAGMENTS) == 0) {
                Thread.onSpinWait();
            }
        }
        whole--;
    }

    private void onFragment(DirectBuffer buffer, int offset, int length, Header header) {
        if ((header.flags() & FrameDescriptor.BEGIN_FRAG_FLAG) != 0) {
            here = 0;
        }
        buffer.getBytes(offset, data.incoming, here, length);
        here += length;
        if ((header.flags() & FrameDescriptor.END_FRAG_FLAG) != 0) {
            whole++;
        }
    }

    @Override
    void exchange(int bytes) {
        send(bytes);
        receive(bytes);
    }

    @Override
    public void check(Measurement measurement, int bytes) {
        data.check(measurement, bytes);
    }

    @Override
    public void close() {
        aeron.close();
    }
}
