package org.activeobjects.transport.message;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * One message on its way to a peer: in one frame, or announced and then sent in pieces.
 *
 * <p><b>Threading:</b> made by the thread that posts, then used under the peer's lock for sending.
 */
public final class OutboundMessage extends Outgoing {

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

    /** What the receiver can make an array for. */
    private static final int MAX_ELEMENTS = Integer.MAX_VALUE - 8;

    private final int handler;
    private final int stream;
    private final Slice[] parts; // table, head, attachments
    private final long total;
    private int bulkId;
    private int part;
    private long offset;
    private Handlers.Debt debt;

    /**
     * A message of the caller's arrays.
     *
     * @param handler number of the handler
     * @param stream stream
     * @param head bytes of the message
     * @param headLength number of bytes used
     * @param attachments slices after the head
     * @throws IllegalArgumentException if there are too many attachments or one is too long for an
     *     array
     */
    public OutboundMessage(
            int handler, int stream, byte[] head, int headLength, List<Slice> attachments) {
        this.handler = handler;
        this.stream = stream;
        int count = countOf(attachments);
        this.parts = new Slice[count + 2];
        parts[0] = count == 0 ? Slice.EMPTY : tableOf(attachments);
        parts[1] = Slice.of(head, 0, headLength);
        for (int i = 0; i < count; i++) {
            parts[i + 2] = attachments.get(i);
        }
        this.total = lengthOf(headLength, attachments);
    }

    /**
     * Length of a message: table, head and attachments.
     *
     * @param headLength number of bytes used of the head
     * @param attachments slices after the head
     * @return bytes
     * @throws IllegalArgumentException if there are too many attachments or one is too long for an
     *     array
     */
    public static long lengthOf(int headLength, List<Slice> attachments) {
        int count = countOf(attachments);
        long sum = headLength + (long) count * Long.BYTES;
        for (int i = 0; i < count; i++) {
            Slice attachment = attachments.get(i);
            sum += (long) countOf(attachment) << attachment.type().shift();
        }
        return sum;
    }

    /** How many attachments there are, if a message may have as many. */
    static int countOf(List<Slice> attachments) {
        int count = attachments.size();
        if (count > Wire.MAX_ATTACHMENTS) {
            throw new IllegalArgumentException(
                    "too many attachments: count="
                            + count
                            + " max="
                            + Wire.MAX_ATTACHMENTS
                            + "; join some with Slice.gather, or post several messages");
        }
        return count;
    }

    /** How many elements an attachment has, if an array may have as many. */
    static int countOf(Slice attachment) {
        long count = Objects.requireNonNull(attachment, "an attachment is null").count();
        if (count > MAX_ELEMENTS) {
            throw new IllegalArgumentException(
                    "an attachment has more elements than an array can hold: attachment="
                            + attachment
                            + " max="
                            + MAX_ELEMENTS
                            + "; post it in parts");
        }
        return (int) count;
    }

    private static Slice tableOf(List<Slice> attachments) {
        byte[] table = new byte[attachments.size() * Long.BYTES];
        MemorySegment words = MemorySegment.ofArray(table);
        int at = 0;
        for (Slice attachment : attachments) {
            long count = countOf(attachment);
            words.set(WORD, at, (long) attachment.type().wireId() << 56 | count);
            at += Long.BYTES;
        }
        return Slice.of(table);
    }

    /**
     * Length of table, head and attachments.
     *
     * @return bytes
     */
    public long length() {
        return total;
    }

    /**
     * Has somebody bear it, as long as it waits.
     *
     * @param bearer whose messages' handler has posted it, or {@code null} if nobody bears it
     * @throws IllegalStateException if that is too much
     */
    void chargeTo(Handlers.Debt bearer) {
        if (bearer != null) {
            bearer.add(this);
            debt = bearer;
        }
    }

    @Override
    protected void onComplete() {
        if (debt != null) {
            debt.repay(total);
            debt = null;
        }
    }

    /**
     * Copies what belongs to the caller and is not sent yet, so that the post can return before it
     * is.
     */
    public void keep() {
        skipSentParts();
        for (int i = Math.max(1, part); i < parts.length; i++) {
            parts[i] = Slice.of(FreshArrays.copyOf(parts[i]));
        }
    }

    /**
     * Sends it in one frame.
     *
     * @param link where to
     * @param header to be filled
     * @return false if the link has no room
     */
    public boolean sendWhole(Link link, FrameHeader header) {
        int length = (int) total;
        fill(header, Wire.MESSAGE, length, 0, 0);
        Slice payload = parts.length == 2 ? parts[1] : Slice.gather(inOneRow(parts));
        return link.trySend(header, length == 0 ? null : payload, 0, length);
    }

    /** A gather list cannot hold another one: its parts take the place of one that is attached. */
    private static Slice[] inOneRow(Slice[] parts) {
        boolean isOneRow = true;
        for (Slice part : parts) {
            isOneRow &= part.parts() == null;
        }
        return isOneRow
                ? parts
                : Arrays.stream(parts).flatMap(OutboundMessage::rowOf).toArray(Slice[]::new);
    }

    private static Stream<Slice> rowOf(Slice part) {
        return part.parts() == null ? Stream.of(part) : Arrays.stream(part.parts());
    }

    /**
     * Announces that it comes in pieces.
     *
     * @param link where to
     * @param header to be filled
     * @param id names it among the messages of this runtime to that peer
     * @return false if the link has no room
     */
    public boolean announce(Link link, FrameHeader header, int id) {
        bulkId = id;
        fill(header, Wire.BULK, 0, id, total);
        return link.trySend(header, null, 0, 0);
    }

    private void fill(FrameHeader header, int kind, int length, int id, long word) {
        header.set(
                kind,
                handler,
                FrameHeader.FLAG_URGENT,
                length,
                parts.length - 2,
                id,
                stream,
                (int) parts[1].byteLength(),
                word);
    }

    @Override
    public boolean sendChunk(Link link, FrameHeader header) {
        skipSentParts();
        Slice now = parts[part];
        int length = (int) Math.min(now.byteLength() - offset, link.chunkLength(total));
        header.set(
                Wire.BULK_DATA,
                0,
                FrameHeader.FLAG_DATA | FrameHeader.FLAG_URGENT,
                length,
                bulkId,
                part,
                0,
                0,
                offset);
        if (!link.trySend(header, now, offset, length)) {
            return false;
        }
        offset += length;
        return true;
    }

    @Override
    public ControlFrame abortion() {
        int flags = FrameHeader.FLAG_DATA | FrameHeader.FLAG_URGENT;
        return new ControlFrame(Wire.BULK_ABORT, flags, bulkId, 0);
    }

    @Override
    public boolean isSent() {
        skipSentParts();
        return part == parts.length;
    }

    private void skipSentParts() {
        while (part < parts.length && offset == parts[part].byteLength()) {
            part++;
            offset = 0;
        }
    }

    @Override
    public String toString() {
        return "post handler=%s stream=%s bytes=%s attachments=%s sentPart=%s"
                .formatted(
                        handler,
                        stream,
                        total,
                        Arrays.toString(Arrays.copyOfRange(parts, 2, Math.min(parts.length, 6))),
                        part);
    }
}
