package org.activeobjects.transport.transfer;

import java.util.Arrays;

/**
 * Which endpoints of a runtime are closed, by their numbers: none is used again. Only those of the
 * first million are remembered, so that a peer cannot have much memory taken for it.
 *
 * <p><b>Threading:</b> safe.
 */
public final class ClosedEndpoints {

    private static final int MOST = 1 << 20;

    private volatile long[] words = {};

    /** None is. */
    public ClosedEndpoints() {}

    /**
     * Whether one is closed.
     *
     * @param id its number, 1 or more
     * @return true if it is known to be
     */
    public boolean contains(int id) {
        long[] now = words;
        int place = id >>> 6;
        return place < now.length && (now[place] & 1L << id) != 0;
    }

    /**
     * One is closed from now on.
     *
     * @param id its number, 1 or more
     * @return whether that is new, and is remembered
     */
    public synchronized boolean add(int id) {
        if (id >= MOST || contains(id)) {
            return false;
        }
        int place = id >>> 6;
        long[] now = words;
        long[] changed = place < now.length ? now : Arrays.copyOf(now, place + 1);
        changed[place] |= 1L << id;
        words = changed;
        return true;
    }
}
