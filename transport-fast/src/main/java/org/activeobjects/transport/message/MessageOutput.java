package org.activeobjects.transport.message;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;

import java.util.ArrayDeque;
import java.util.List;

/**
 * The messages that go to one peer: at once if there is room, else from two queues.
 *
 * <p>The peer says how much it has handled, and no more than a window is under way. Threads that
 * post wait for room. Handlers cannot wait: their messages are copied, overtake those of threads
 * that wait, and may use a quarter of the window that is kept for them, so that an answer is not
 * held up by the requests that it answers.
 *
 * <p><b>Threading:</b> safe, under the lock of the outlet.
 */
public final class MessageOutput {

    /**
     * Bytes of messages that may be unhandled at the peer; one longer message may go when less than
     * {@link #RETURN} is under way.
     */
    public static final long WINDOW = 64 << 20;

    /** Bytes that a peer handles before it says so; fewer may stay unsaid for ever. */
    public static final long RETURN = WINDOW / 8;

    /**
     * Bytes of the longest message in one frame, whatever the link would take: such a frame is
     * gathered in memory of its own, while the pieces of a longer message go straight from where
     * they lie to where they belong.
     */
    static final int LONGEST_WHOLE = 256 * 1024;

    private static final long FOR_HANDLERS = WINDOW / 4;

    private final Outlet outlet;
    private final ArrayDeque<OutboundMessage> ofHandlers = new ArrayDeque<>();
    private final ArrayDeque<OutboundMessage> ofThreads = new ArrayDeque<>();
    private final Slice small = new Slice(); // under the lock
    private long outstanding;
    private int nextBulkId;

    /**
     * Nothing sent yet.
     *
     * @param outlet where to
     */
    public MessageOutput(Outlet outlet) {
        this.outlet = outlet;
    }

    /**
     * Sends a message without attachments if that is possible in one frame and at once.
     *
     * @param handler number of the handler
     * @param stream stream
     * @param head bytes of the message
     * @param length number of bytes used
     * @param inHandler whether a handler posts it
     * @return whether it was sent; else nothing was done
     */
    public boolean trySend(int handler, int stream, byte[] head, int length, boolean inHandler) {
        boolean sent = false;
        outlet.lock().lock();
        try {
            boolean isFirst = ofHandlers.isEmpty() && (inHandler || ofThreads.isEmpty());
            long cost = length + (long) Wire.OVERHEAD;
            long window = inHandler ? WINDOW : WINDOW - FOR_HANDLERS;
            Link link = outlet.link();
            if (isFirst && link != null && isWhole(length) && outstanding + cost <= window) {
                outlet.header()
                        .set(
                                Wire.MESSAGE,
                                handler,
                                FrameHeader.FLAG_URGENT,
                                length,
                                0,
                                0,
                                stream,
                                length,
                                0);
                Slice payload = length == 0 ? null : small.wrap(head, 0, length);
                sent = link.trySend(outlet.header(), payload, 0, length);
                outstanding += sent ? cost : 0;
            }
        } finally {
            outlet.lock().unlock();
        }
        if (sent) {
            outlet.flushWithOthers();
        }
        return sent;
    }

    /**
     * Starts a message of a thread that can wait for it.
     *
     * @param message the message
     * @return false, and nothing is done, if the peer is gone
     */
    public boolean start(OutboundMessage message) {
        return startOrQueue(message, ofThreads, WINDOW - FOR_HANDLERS);
    }

    /**
     * Starts a message of a handler: what is not sent at once is copied.
     *
     * @param message the message
     * @param bearer who bears it as long as it waits, or {@code null} if nobody does
     * @return false, and nothing is done, if the peer is gone
     * @throws IllegalStateException if the bearer bears too much; nothing is sent
     */
    public boolean startUnwaited(OutboundMessage message, Handlers.Debt bearer) {
        if (isWhole(message.length()) && sendNow(message)) {
            return true;
        }
        if (!keepOrFail(message)) { // nobody is charged then
            return true;
        }
        message.chargeTo(bearer);
        return startOrQueue(message, ofHandlers, WINDOW);
    }

    private static boolean keepOrFail(OutboundMessage message) {
        try {
            message.keep();
            return true;
        } catch (RuntimeException | InternalError gone) {
            message.failUnreadable(gone);
            return false;
        }
    }

    /** Whether a message goes in one frame. */
    private boolean isWhole(long length) {
        return length <= Math.min(outlet.eagerLimit(), LONGEST_WHOLE);
    }

    private boolean sendNow(OutboundMessage message) {
        boolean sent;
        outlet.lock().lock();
        try {
            sent = !outlet.isClosed() && ofHandlers.isEmpty() && trySendOrFail(message, WINDOW);
        } finally {
            outlet.lock().unlock();
        }
        outlet.flushWithOthers();
        return sent;
    }

    private boolean startOrQueue(
            OutboundMessage message, ArrayDeque<OutboundMessage> queue, long window) {
        outlet.lock().lock();
        try {
            if (outlet.isClosed()) {
                return false;
            }
            boolean isFirst = ofHandlers.isEmpty() && queue.isEmpty();
            if (!isFirst || !trySendOrFail(message, window)) {
                queue.add(message);
                outlet.markQueued();
            }
        } finally {
            outlet.lock().unlock();
        }
        outlet.flushWithOthers();
        return true;
    }

    private boolean trySend(OutboundMessage message, long window) {
        long cost = message.length() + Wire.OVERHEAD;
        Link link = outlet.link();
        // Of fewer bytes than RETURN the peer need not say that it has handled them: who waited
        // for that before a message that fills the window would wait for ever.
        if (link == null || outstanding >= RETURN && outstanding + cost > window) {
            return false;
        }
        if (isWhole(message.length())) {
            if (!message.sendWhole(link, outlet.header())) {
                return false;
            }
            message.complete();
        } else {
            if (!message.announce(link, outlet.header(), nextBulkId)) {
                return false;
            }
            nextBulkId++;
            outlet.transfer(message);
        }
        outstanding += cost;
        return true;
    }

    /**
     * Ends the wait for a message: takes it back if nothing of it has been sent, else lets it go on
     * from a copy. Either way the caller's arrays may be changed.
     *
     * @param message the message
     * @return whether it was taken back
     * @throws TransportException if its memory is gone: no more of it is sent, and the peer learns
     *     so
     */
    public boolean giveUp(OutboundMessage message) {
        outlet.lock().lock();
        try {
            if (ofThreads.remove(message)) {
                return true;
            }
            if (!message.isComplete()) {
                message.keep();
            }
            return false;
        } catch (RuntimeException | InternalError gone) { // the next piece ends it
            throw Outgoing.unreadable(message, gone);
        } finally {
            outlet.lock().unlock();
        }
    }

    /**
     * Sends what is queued, as far as there is room. Under the lock.
     *
     * @return frames sent
     */
    public int pump() {
        int sent = pump(ofHandlers, WINDOW);
        return ofHandlers.isEmpty() ? sent + pump(ofThreads, WINDOW - FOR_HANDLERS) : sent;
    }

    private int pump(ArrayDeque<OutboundMessage> queue, long window) {
        int sent = 0;
        while (!queue.isEmpty() && trySendOrFail(queue.peek(), window)) {
            queue.remove();
            sent++;
        }
        return sent;
    }

    /** One whose memory is gone, perhaps while it waited for room, goes nowhere. */
    private boolean trySendOrFail(OutboundMessage message, long window) {
        try {
            return trySend(message, window);
        } catch (RuntimeException | InternalError gone) { // or nothing would get past it any more
            message.failUnreadable(gone);
            return true;
        }
    }

    /**
     * Whether nothing is queued. Under the lock.
     *
     * @return true if so
     */
    public boolean isEmpty() {
        return ofHandlers.isEmpty() && ofThreads.isEmpty();
    }

    /**
     * The peer has handled messages.
     *
     * @param bytes how much
     * @return false if it says more than it got
     */
    public boolean credit(long bytes) {
        outlet.lock().lock();
        try {
            outstanding -= bytes;
            return bytes > 0 && outstanding >= 0;
        } finally {
            outlet.lock().unlock();
        }
    }

    /**
     * Ends the queues. Under the lock.
     *
     * @param pending gets what was queued, for the caller to fail
     */
    public void close(List<? super OutboundMessage> pending) {
        pending.addAll(ofHandlers);
        ofHandlers.clear();
        pending.addAll(ofThreads);
        ofThreads.clear();
    }

    /**
     * For diagnostics; may be out of date.
     *
     * @return one line
     */
    public String describe() {
        return "messages=%s+%s messageOutstanding=%s"
                .formatted(ofHandlers.size(), ofThreads.size(), outstanding);
    }
}
