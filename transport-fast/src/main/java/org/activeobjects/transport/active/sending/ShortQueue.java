package org.activeobjects.transport.active.sending;

import org.activeobjects.transport.ActiveMessages;

import java.util.Arrays;

/**
 * Short frames that wait for room on the link, in order. Its length is bounded by the requests that
 * may be under way in both directions.
 *
 * <p><b>Threading:</b> under the lock of the outlet.
 */
public final class ShortQueue {

    private static final int WORDS = ActiveMessages.MAX_WORDS;
    private static final int HEADER = 4;
    private static final int STRIDE = HEADER + WORDS;
    private static final int FIRST_CAPACITY = 16;

    private long[] entries = {};
    private BulkOut[] bulks = {};
    private int head;
    private int size;

    /** An empty queue. */
    public ShortQueue() {}

    /**
     * Whether nothing waits.
     *
     * @return true if so
     */
    public boolean isEmpty() {
        return size == 0;
    }

    /**
     * Frames that wait.
     *
     * @return their number
     */
    public int size() {
        return size;
    }

    /**
     * Adds a frame.
     *
     * @param word0 first word of its header
     * @param word1 second word of its header
     * @param word2 third word of its header
     * @param word3 fourth word of its header
     * @param words its words
     * @param count how many of them
     * @param bulk bulk request that is to be sent after it, or {@code null}
     */
    public void add(
            long word0, long word1, long word2, long word3, long[] words, int count, BulkOut bulk) {
        if (size == bulks.length) {
            grow();
        }
        int slot = head + size & bulks.length - 1;
        int at = slot * STRIDE;
        entries[at] = word0;
        entries[at + 1] = word1;
        entries[at + 2] = word2;
        entries[at + 3] = word3;
        System.arraycopy(words, 0, entries, at + HEADER, count);
        bulks[slot] = bulk;
        size++;
    }

    private void grow() {
        int longer = Math.max(FIRST_CAPACITY, bulks.length * 2);
        long[] moved = new long[longer * STRIDE];
        BulkOut[] movedBulks = Arrays.copyOfRange(bulks, head, head + longer);
        int first = Math.min(size, bulks.length - head);
        System.arraycopy(entries, head * STRIDE, moved, 0, first * STRIDE);
        System.arraycopy(entries, 0, moved, first * STRIDE, (size - first) * STRIDE);
        System.arraycopy(bulks, 0, movedBulks, first, size - first);
        entries = moved;
        bulks = movedBulks;
        head = 0;
    }

    /**
     * A word of the first frame's header.
     *
     * @param index which, from 0
     * @return the word
     */
    public long header(int index) {
        return entries[head * STRIDE + index];
    }

    /**
     * Copies the words of the first frame.
     *
     * @param target where to
     * @param count how many
     */
    public void words(long[] target, int count) {
        System.arraycopy(entries, head * STRIDE + HEADER, target, 0, count);
    }

    /**
     * Removes the first frame.
     *
     * @return the bulk request to be sent now, or {@code null}
     */
    public BulkOut remove() {
        BulkOut bulk = bulks[head];
        bulks[head] = null;
        head = head + 1 & bulks.length - 1;
        size--;
        return bulk;
    }
}
