package org.activeobjects.transport.message;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.FaultLog;
import org.activeobjects.transport.progress.HandlerWatch;

import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Messages of a runtime to itself: copied, and handled on a thread that posts.
 *
 * <p>Streams share some lanes; a lane is served by one thread at a time, so that the messages of a
 * stream come one after another also when several threads, or the handlers themselves, post.
 *
 * <p><b>Threading:</b> safe.
 */
public final class SelfMessages {

    private static final FaultLog FAILED =
            new FaultLog(SelfMessages.class, "a message to itself was not handled runtime={}");
    private static final int LANES = 64;

    private final RuntimeId self;
    private final Handlers handlers;
    private final Lane[] lanes = new Lane[LANES];

    /**
     * For one runtime.
     *
     * @param self the runtime
     * @param handlers its handlers
     */
    public SelfMessages(RuntimeId self, Handlers handlers) {
        this.self = self;
        this.handlers = handlers;
        Arrays.setAll(lanes, _ -> new Lane(handlers.watch().add("itself")));
    }

    /**
     * Posts a message.
     *
     * @param handler number of the handler
     * @param stream stream
     * @param head bytes of the message
     * @param headLength number of bytes used
     * @param attachments slices
     * @throws IllegalArgumentException if there are too many attachments or one is too long for an
     *     array; nothing was posted
     */
    public void post(
            int handler, int stream, byte[] head, int headLength, List<Slice> attachments) {
        byte[] headCopy = Arrays.copyOf(head, headLength);
        Object[] arrays =
                OutboundMessage.countOf(attachments) == 0
                        ? Handlers.NO_ATTACHMENTS
                        : attachments.stream().map(slice -> copyFor(handler, slice)).toArray();
        handlers.runOnCallers();
        Lane lane = lanes[stream & LANES - 1];
        lane.waiting.add(
                () ->
                        handlers.dispatch(
                                lane.place, lane.debt, handler, self, stream, headCopy, arrays));
        if (lane.count.getAndIncrement() == 0) {
            lane.serve();
        }
    }

    private Object copyFor(int handler, Slice slice) {
        int count = OutboundMessage.countOf(slice);
        Object array = handlers.arrayFor(handler, slice.type(), count);
        try {
            return FreshArrays.copyInto(array, slice);
        } catch (RuntimeException | InternalError gone) {
            throw Outgoing.unreadable("post to itself handler=" + handler + " of " + slice, gone);
        }
    }

    /** Messages that wait for the thread that serves the lane. */
    private final class Lane {
        final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
        final AtomicInteger count = new AtomicInteger();
        final Handlers.Debt debt = new Handlers.Debt();
        final HandlerWatch.Place place;

        Lane(HandlerWatch.Place place) {
            this.place = place;
        }

        /** Handles all of them: one that cannot be handled must not leave those behind it there. */
        void serve() {
            do {
                try {
                    waiting.remove().run();
                } catch (RuntimeException | Error e) { // not of the handler: of who runs it
                    FAILED.tell(self, e);
                }
            } while (count.decrementAndGet() > 0);
        }
    }
}
