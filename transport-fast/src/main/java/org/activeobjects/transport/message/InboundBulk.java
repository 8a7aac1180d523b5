package org.activeobjects.transport.message;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * One message that comes in parts. Its arrays are those that the handler offers, or grow with what
 * has really come: what a peer only announces costs nothing.
 *
 * <p><b>Threading:</b> the thread that moves the link.
 */
final class InboundBulk {

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final long AT_ONCE = 1 << 20;
    private static final int GROWTH = 4;
    private static final long COUNT_MASK = (1L << 56) - 1;

    private final Handlers handlers;
    private final int handler;
    private final int attachmentCount;
    private final int headLength;
    private final long total;
    private final Slice landing = new Slice();
    private byte[] head;
    private Object[] attachments;
    private byte[] table = {};
    private int part;
    private ElementType type = ElementType.BYTE;
    private long partBytes;
    private Object array;
    private long capacity;
    private long received;

    InboundBulk(Handlers handlers, int handler, int attachmentCount, int headLength, long total) {
        this.handlers = handlers;
        this.handler = handler;
        this.attachmentCount = attachmentCount;
        this.headLength = headLength;
        this.total = total;
        begin(ElementType.BYTE, (long) attachmentCount * Long.BYTES, null);
        skipCompleteParts();
    }

    boolean isComplete() {
        return part == attachmentCount + 2;
    }

    byte[] head() {
        return head;
    }

    Object[] attachments() {
        return attachments;
    }

    /** Says where a piece goes; it must be the very next one. */
    void onHeader(FrameHeader header, Landing target) {
        int length = header.payloadLength();
        if (isComplete()
                || header.destinationEndpoint() != part
                || header.word3() != received
                || length <= 0
                || length > partBytes - received) {
            throw new ProtocolFault(
                    "a piece of a message that does not follow: part=%s offset=%s length=%s expectedPart=%s expectedOffset=%s partLength=%s"
                            .formatted(
                                    header.destinationEndpoint(),
                                    header.word3(),
                                    length,
                                    part,
                                    received,
                                    partBytes));
        }
        if (received + length > capacity) {
            grow(received + length);
        }
        landing.wrap(array, 0, (int) (capacity >> type.shift()));
        target.into(landing, received);
    }

    void onPayload(int length) {
        received += length;
        skipCompleteParts();
    }

    /** Begins the next part, in an array of its length or in one that grows. */
    private void begin(ElementType newType, long bytes, Object offered) {
        type = newType;
        partBytes = bytes;
        received = 0;
        capacity = offered == null ? Math.min(bytes, AT_ONCE) : bytes;
        array =
                offered == null
                        ? FreshArrays.allocate(newType, (int) (capacity >> newType.shift()))
                        : offered;
    }

    private void grow(long needed) {
        long grown = Math.min(partBytes, Math.max(needed, capacity * GROWTH));
        long rounded = Math.min(partBytes, grown + 7 & ~7L);
        Object longer = FreshArrays.allocate(type, (int) (rounded >> type.shift()));
        System.arraycopy(array, 0, longer, 0, (int) (capacity >> type.shift()));
        array = longer;
        capacity = rounded;
    }

    private void skipCompleteParts() {
        while (part < attachmentCount + 2 && received == partBytes) {
            if (part == 0) {
                table = (byte[]) array;
                checkTable();
                attachments = new Object[attachmentCount];
            } else if (part == 1) {
                head = (byte[]) array;
            } else {
                attachments[part - 2] = array;
            }
            array = null;
            part++;
            if (part == 1) {
                begin(ElementType.BYTE, headLength, null);
            } else if (part < attachmentCount + 2) {
                long entry = entry(part - 2);
                ElementType next = typeOf(entry);
                int count = (int) (entry & COUNT_MASK);
                begin(next, bytesOf(entry), handlers.offered(handler, next, count));
            }
        }
    }

    private void checkTable() {
        long sum = table.length + (long) headLength;
        for (int i = 0; i < attachmentCount; i++) {
            sum += bytesOf(entry(i));
        }
        if (sum != total) {
            throw new ProtocolFault(
                    "parts of a message that are not its sum: sum=" + sum + " total=" + total);
        }
    }

    private long entry(int index) {
        return MemorySegment.ofArray(table).get(WORD, (long) index * Long.BYTES);
    }

    private static ElementType typeOf(long entry) {
        ElementType type = ElementType.ofWireId((int) (entry >>> 56));
        if (type == null || (entry & COUNT_MASK) > Integer.MAX_VALUE - 8) {
            throw new ProtocolFault("an attachment of unknown type or length: " + entry);
        }
        return type;
    }

    private static long bytesOf(long entry) {
        return (entry & COUNT_MASK) << typeOf(entry).shift();
    }

    /** Takes apart a message that came in one frame: its attachments, in arrays of their own. */
    static Object[] attachmentsOf(
            Handlers handlers, int handler, byte[] payload, int length, int count, int headLength) {
        MemorySegment memory = MemorySegment.ofArray(payload);
        Object[] arrays = new Object[count];
        long at = (long) count * Long.BYTES + headLength;
        for (int i = 0; i < count; i++) {
            long entry = memory.get(WORD, (long) i * Long.BYTES);
            long bytes = bytesOf(entry);
            if (bytes > length - at) {
                throw new ProtocolFault("attachments longer than their frame: frame=" + length);
            }
            ElementType type = typeOf(entry);
            arrays[i] = handlers.arrayFor(handler, type, (int) (bytes >> type.shift()));
            Slice.of(arrays[i]).copyFrom(0, memory, at, bytes);
            at += bytes;
        }
        if (at != length) {
            throw new ProtocolFault(
                    "attachments shorter than their frame: frame=" + length + " used=" + at);
        }
        return arrays;
    }
}
