package org.activeobjects.transport.spi;

import org.activeobjects.transport.Slice;

import java.lang.foreign.MemorySegment;

/**
 * Where the payload of one frame is to go, as the receiver tells the link. The receiver may drop
 * the rest of a payload of which a part has come: a link asks for each part anew.
 *
 * <p><b>Threading:</b> one per link, used by the thread that moves the link, or while it stands
 * still.
 */
public final class Landing {

    private Slice slice;
    private long offset;
    private RuntimeException fault;

    /** Nowhere yet. */
    public Landing() {}

    /**
     * Sends the payload into a slice.
     *
     * @param newSlice slice with room for the payload from the offset on
     * @param newOffset first byte, counted from the start of the slice
     */
    public void into(Slice newSlice, long newOffset) {
        slice = newSlice;
        offset = newOffset;
        fault = null;
    }

    /**
     * Copies a part of the payload to its place, if it has one still.
     *
     * @param done bytes of the payload that were here before
     * @param from memory of the link's with the next ones
     * @param at first byte there
     * @param length bytes
     */
    public void put(long done, MemorySegment from, long at, long length) {
        if (slice == null) {
            return;
        }
        try {
            slice.copyFrom(offset + done, from, at, length);
        } catch (IllegalStateException | WrongThreadException e) {
            lose(e);
        }
    }

    /**
     * Writing to the place has failed: if its memory is gone, which is a matter of this message
     * alone, the payload is dropped.
     *
     * @param why what was thrown; thrown again if the memory is there
     */
    public void lose(RuntimeException why) {
        if (slice == null || !isGone(slice, why)) {
            throw why;
        }
        slice = null;
        fault = why;
    }

    /**
     * Whether elements could not be written because their memory is gone.
     *
     * @param place where they belong
     * @param why what was thrown
     * @return false if the reason is another one
     */
    public static boolean isGone(Slice place, RuntimeException why) {
        return isPageMissing(why) || !place.isAccessible();
    }

    /**
     * Whether a copy has failed because memory of a program has lost a page of its file.
     *
     * @param why what was thrown
     * @return false if the reason is another one
     */
    public static boolean isPageMissing(Throwable why) {
        return why instanceof IllegalStateException && why.getCause() instanceof InternalError;
    }

    /**
     * Why the payload has lost its place.
     *
     * @return what was thrown, or {@code null} if it has not
     */
    public RuntimeException fault() {
        return fault;
    }

    /**
     * So much of the payload is here: the rest goes behind it.
     *
     * @param bytes length of a part
     */
    public void advance(long bytes) {
        offset += bytes;
    }

    /** Drops the payload: the link reads over it. */
    public void discard() {
        slice = null;
        offset = 0;
        fault = null;
    }

    /**
     * The slice.
     *
     * @return the slice, or {@code null} if the payload is dropped
     */
    public Slice slice() {
        return slice;
    }

    /**
     * The first byte.
     *
     * @return bytes from the start of the slice
     */
    public long offset() {
        return offset;
    }
}
