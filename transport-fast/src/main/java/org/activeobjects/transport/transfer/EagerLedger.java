package org.activeobjects.transport.transfer;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What one peer has sent without being asked, and how much of it has found its receive: so that the
 * peer is told in time that it may send more, and caught if it sends too much.
 *
 * <p><b>Threading:</b> {@link #arrived} and {@link #matched} by the thread that moves the link,
 * {@link #matchedLater} by any.
 */
public final class EagerLedger {

    /**
     * Eager bytes of one peer that may be unmatched here. A sender learns of room when it polls,
     * and looks for it when it has none left, so this is to hold what a program sends in one go.
     */
    public static final long WINDOW = 4L << 20;

    private static final long RETURN_AT = WINDOW / 4;

    private final AtomicLong later = new AtomicLong();
    private final AtomicLong returned = new AtomicLong();
    private long received;
    private long toReturn;

    /** Nothing has come yet. */
    public EagerLedger() {}

    /**
     * A message has come.
     *
     * @param cost its bytes, with what every message counts
     * @return false if the peer has sent more than it may
     */
    public boolean arrived(long cost) {
        received += cost;
        return received - returned.get() <= WINDOW;
    }

    /**
     * A message has found its receive on arrival.
     *
     * @param cost its bytes, with what every message counts
     * @return bytes of which the peer is to be told now; mostly 0
     */
    public long matched(long cost) {
        toReturn += cost;
        if (toReturn < RETURN_AT) {
            return 0;
        }
        long now = toReturn;
        toReturn = 0;
        returned.addAndGet(now);
        return now;
    }

    /**
     * A message that was kept has found its receive.
     *
     * @param cost its bytes, with what every message counts
     * @return bytes of which the peer is to be told now; mostly 0
     */
    public long matchedLater(long cost) {
        long sum = later.addAndGet(cost);
        if (sum < RETURN_AT || !later.compareAndSet(sum, 0)) {
            return 0;
        }
        returned.addAndGet(sum);
        return sum;
    }
}
