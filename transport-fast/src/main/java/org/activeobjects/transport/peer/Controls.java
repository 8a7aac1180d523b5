package org.activeobjects.transport.peer;

import org.activeobjects.transport.message.ControlFrame;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.transfer.Answers;

import java.util.ArrayDeque;

/**
 * The frames of the protocol itself on their way to one peer, in their order; those that find no
 * room wait.
 *
 * <p><b>Threading:</b> under the peer's lock for sending; {@link #answered} and {@link #isEmpty},
 * as a hint, any thread.
 */
final class Controls {

    private final ArrayDeque<ControlFrame> queue = new ArrayDeque<>();
    private final Answers answers = new Answers();
    private final FrameHeader header;
    private Link link;

    /** Fills a header for each frame. */
    Controls(FrameHeader header) {
        this.header = header;
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

    void add(ControlFrame frame) {
        queue.add(frame);
    }

    /** Sends a frame; false if it waits for room, or for the link. */
    boolean send(ControlFrame frame) {
        if (queue.isEmpty() && link != null && answers.send(frame, link, header)) {
            return true;
        }
        queue.add(frame);
        return false;
    }

    /** As above, for a frame without payload and tag; allocates only if it must wait. */
    boolean send(int kind, int flags, int source, long word) {
        if (queue.isEmpty()
                && link != null
                && answers.send(kind, flags, source, word, link, header)) {
            return true;
        }
        queue.add(new ControlFrame(kind, flags, source, word));
        return false;
    }

    /** Sends what waits, as far as there is room. Returns frames sent. */
    int pump() {
        int sent = 0;
        while (!queue.isEmpty() && answers.send(queue.peek(), link, header)) {
            queue.remove();
            sent++;
        }
        return sent;
    }

    /** Sends nothing any more. */
    void stop() {
        queue.clear();
        link = null;
    }
}
