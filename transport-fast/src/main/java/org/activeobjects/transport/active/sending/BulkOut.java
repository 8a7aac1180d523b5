package org.activeobjects.transport.active.sending;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.message.ControlFrame;
import org.activeobjects.transport.message.Outgoing;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.transfer.Hold;

/**
 * The elements of one bulk request: announced, then sent once the peer has room for them.
 *
 * <p><b>Threading:</b> as {@link Outgoing}; sent under the lock of the outlet.
 */
public final class BulkOut extends Outgoing {

    private final Hold hold = new Hold();
    private int number;
    private int handler;
    private Slice source;
    private long total;
    private long offset;

    BulkOut() {}

    void begin(int newNumber, int newHandler, Slice newSource) {
        hold.take(newSource);
        number = newNumber;
        handler = newHandler;
        source = newSource;
        total = newSource.byteLength();
        offset = 0;
    }

    /** Knows nothing of its request any more, and is fit for another one. */
    void end() {
        hold.letGo();
        source = null;
        renew();
    }

    /**
     * What both sides know it by.
     *
     * @return its number
     */
    public int number() {
        return number;
    }

    /**
     * Its elements.
     *
     * @return where they come from
     */
    public Slice source() {
        return source;
    }

    @Override
    public boolean sendChunk(Link link, FrameHeader header) {
        int length = (int) Math.min(total - offset, link.chunkLength(total));
        int flags = FrameHeader.FLAG_DATA | FrameHeader.FLAG_URGENT;
        header.set(Wire.BULK_PIECE, 0, flags, length, number, 0, 0, 0, offset);
        if (!link.trySend(header, source, offset, length)) {
            return false;
        }
        offset += length;
        return true;
    }

    @Override
    public ControlFrame abortion() {
        int flags = FrameHeader.FLAG_DATA | FrameHeader.FLAG_URGENT;
        return new ControlFrame(Wire.BULK_END, flags, number, 0);
    }

    @Override
    public boolean isSent() {
        return offset == total;
    }

    @Override
    protected void beforeComplete() {
        hold.letGo();
    }

    @Override
    public String toString() {
        return "bulk request handler=" + handler + " source=" + source + " sentBytes=" + offset;
    }
}
