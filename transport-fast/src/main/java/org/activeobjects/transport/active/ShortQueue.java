package org.activeobjects.transport.active;

import org.activeobjects.transport.ActiveMessages;

import java.util.Arrays;

/**
 * Short frames that wait for room on the link, in order. Its length is bounded by the requests that
 * may be under way in both directions.
 *
 * <p><b>Threading:</b> under the lock of the outlet.
 */
final class ShortQueue {

    private static final int WORDS = ActiveMessages.MAX_WORDS;
    private static final int HEADER = 4;
    private static final int STRIDE = HEADER + WORDS;
    private static final int FIRST_CAPACITY = 16;

    private long[] entries = {};
    private BulkOut[] bulks = {};
    private int head;
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** Adds a frame; a bulk request is to be sent after it, if it is not null. */
    void add(
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

    /** A word of the first frame's header. */
    long header(int index) {
        return entries[head * STRIDE + index];
    }

    /** Copies the words of the first frame. */
    void words(long[] target, int count) {
        System.arraycopy(entries, head * STRIDE + HEADER, target, 0, count);
    }

    /** Removes the first frame. Returns the bulk request to be sent now, or null. */
    BulkOut remove() {
        BulkOut bulk = bulks[head];
        bulks[head] = null;
        head = head + 1 & bulks.length - 1;
        size--;
        return bulk;
    }
}
