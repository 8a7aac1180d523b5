package org.activeobjects.transport.peer;

import org.activeobjects.transport.message.ControlFrame;
import org.activeobjects.transport.message.Outgoing;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.transfer.Answers;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The frames of the protocol itself on their way to one peer, in their order; those that find no
 * room wait.
 *
 * <p><b>Threading:</b> under the peer's lock for sending; {@link #answered} and {@link #isEmpty},
 * as a hint, any thread.
 */
final class Controls {

    /** More would only wait because a peer sends what does not fit, and reads nothing. */
    private static final int MOST_MISFITS = 256;

    private final ArrayDeque<ControlFrame> queue = new ArrayDeque<>();
    private final Set<Misfit> misfits = new HashSet<>();
    private final Answers answers = new Answers();
    private final FrameHeader header;
    private final Consumer<Throwable> untold;
    private Link link;

    /** What the refusal of elements that came at once is about: who is told keeps the first. */
    private record Misfit(int from, int to, long context) {

        static Misfit of(ControlFrame frame) {
            boolean isOne = frame.kind() == Wire.REFUSAL && frame.type() == Wire.LATE_MISMATCH;
            return isOne ? new Misfit(frame.source(), frame.tag(), frame.word()) : null;
        }
    }

    /** Fills a header for each frame; what cannot be kept for the peer is told elsewhere. */
    Controls(FrameHeader header, Consumer<Throwable> untold) {
        this.header = header;
        this.untold = untold;
    }

    void attach(Link newLink) {
        link = newLink;
    }

    /** Announcements of the peer that were answered. */
    long answered() {
        return answers.sent();
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** Tells the peer, behind what has left of something, that the rest will not come. */
    void abort(Outgoing stopped) {
        try {
            queue.add(stopped.abortion());
        } catch (RuntimeException | Error e) {
            untold.accept(e);
        }
    }

    /** Tells the peer that no more is taken of a receive; as {@link #send(ControlFrame)}. */
    boolean breakOff(int id, String why) {
        try {
            return trySend(ControlFrame.refusal(Wire.BROKEN_OFF, 0, id, 0, why));
        } catch (RuntimeException | Error e) {
            untold.accept(e);
            return true;
        }
    }

    /**
     * Sends a frame; false if it waits for room, or for the link. Where it can do neither, for want
     * of memory or stack, the peer is given up: it may wait for that for ever.
     */
    boolean send(ControlFrame frame) {
        try {
            return trySend(frame);
        } catch (RuntimeException | Error e) {
            untold.accept(e);
            return true;
        }
    }

    private boolean trySend(ControlFrame frame) {
        if (queue.isEmpty() && link != null && answers.send(frame, link, header)) {
            return true;
        }
        Misfit misfit = Misfit.of(frame);
        if (misfit == null || misfits.size() < MOST_MISFITS && misfits.add(misfit)) {
            queue.add(frame);
        }
        return false;
    }

    /** As above, for a frame without payload and tag; allocates only if it must wait. */
    boolean send(int kind, int flags, int source, long word) {
        try {
            if (queue.isEmpty()
                    && link != null
                    && answers.send(kind, flags, source, word, link, header)) {
                return true;
            }
            queue.add(new ControlFrame(kind, flags, source, word));
            return false;
        } catch (RuntimeException | Error e) {
            untold.accept(e);
            return true;
        }
    }

    /** Sends what waits, as far as there is room. Returns frames sent. */
    int pump() {
        int sent = 0;
        while (!queue.isEmpty() && answers.send(queue.peek(), link, header)) {
            Misfit misfit = Misfit.of(queue.remove());
            if (misfit != null) {
                misfits.remove(misfit);
            }
            sent++;
        }
        return sent;
    }

    /** Sends nothing any more. */
    void stop() {
        queue.clear();
        misfits.clear();
        link = null;
    }
}
