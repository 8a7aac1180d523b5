package org.activeobjects.transport.spi;

import org.activeobjects.transport.address.RuntimeCard;

/**
 * What two runtimes that have proved themselves to each other know when they open a link.
 *
 * @param peer the other side
 * @param offer what the other side offers for this kind of link, from its card
 * @param key 32 bytes that only these two know, fresh for each connection; a link over a socket of
 *     its own proves with it that both ends belong together
 * @param receiver takes the frames
 * @param deadlineNs when the link is to be open at the latest, as {@link System#nanoTime} counts:
 *     the time after that is for other kinds of links
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record LinkSession(
        RuntimeCard peer, String offer, byte[] key, FrameReceiver receiver, long deadlineNs) {

    /**
     * One with as much time as the kind of link takes by itself.
     *
     * @param peer the other side
     * @param offer what the other side offers for this kind of link
     * @param key 32 bytes that only these two know
     * @param receiver takes the frames
     */
    public LinkSession(RuntimeCard peer, String offer, byte[] key, FrameReceiver receiver) {
        this(peer, offer, key, receiver, System.nanoTime() + Long.MAX_VALUE);
    }

    /**
     * How long a step may take.
     *
     * @param limitNs longest time that the kind of link takes for it by itself, nanoseconds
     * @return nanoseconds, 0 to the limit: less where the deadline comes before
     */
    public long leftNs(long limitNs) {
        return Math.clamp(deadlineNs - System.nanoTime(), 0, limitNs);
    }
}
