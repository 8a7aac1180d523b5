package org.activeobjects.transport.spi;

import org.activeobjects.transport.Slice;

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
    }

    /** Drops the payload: the link reads over it. */
    public void discard() {
        slice = null;
        offset = 0;
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
