package org.activeobjects.transport.active;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.message.Outgoing;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;

/**
 * The elements of one bulk request: announced, then sent once the peer has room for them.
 *
 * <p><b>Threading:</b> as {@link Outgoing}; sent under the lock of the outlet.
 */
final class BulkOut extends Outgoing {

    final int id;
    private final String what;
    private final Slice source;
    private final long total;
    private long offset;

    BulkOut(int id, String what, Slice source) {
        this.id = id;
        this.what = what;
        this.source = source;
        this.total = source.byteLength();
    }

    Slice source() {
        return source;
    }

    @Override
    public boolean sendChunk(Link link, FrameHeader header) {
        int length = (int) Math.min(total - offset, link.chunkLength(total));
        int flags = FrameHeader.FLAG_DATA | FrameHeader.FLAG_URGENT;
        header.set(Wire.BULK_PIECE, 0, flags, length, id, 0, 0, 0, offset);
        if (!link.trySend(header, source, offset, length)) {
            return false;
        }
        offset += length;
        return true;
    }

    @Override
    public boolean isSent() {
        return offset == total;
    }

    @Override
    public String toString() {
        return "bulk request " + what + " source=" + source + " sentBytes=" + offset;
    }
}
