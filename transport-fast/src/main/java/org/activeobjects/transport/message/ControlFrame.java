package org.activeobjects.transport.message;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;

import java.nio.charset.StandardCharsets;

/**
 * A frame of the protocol itself, as {@link Wire} defines it.
 *
 * @param kind kind
 * @param type reason, or 0
 * @param flags flags
 * @param payload payload, or {@code null}
 * @param source source field
 * @param tag tag field
 * @param word word 3
 */
public record ControlFrame(
        int kind, int type, int flags, Slice payload, int source, int tag, long word) {

    /**
     * A frame without payload and tag.
     *
     * @param kind kind
     * @param flags flags
     * @param source source field
     * @param word word 3
     */
    public ControlFrame(int kind, int flags, int source, long word) {
        this(kind, 0, flags, null, source, 0, word);
    }

    /**
     * A refusal.
     *
     * @param reason reason
     * @param source source field
     * @param tag tag field
     * @param word word 3
     * @param text what went wrong; what is too long is cut off
     * @return the frame
     */
    public static ControlFrame refusal(int reason, int source, int tag, long word, String text) {
        return new ControlFrame(Wire.REFUSAL, reason, 0, text(text), source, tag, word);
    }

    /**
     * A payload that is text.
     *
     * @param text any text; what is too long is cut off
     * @return its bytes in UTF-8, no more than {@link Wire#MAX_TEXT}
     */
    public static Slice text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Slice.of(bytes, 0, Math.min(bytes.length, Wire.MAX_TEXT));
    }

    /**
     * Sends it.
     *
     * @param link where to
     * @param header to be filled
     * @return false if the link has no room
     */
    public boolean send(Link link, FrameHeader header) {
        int length = payload == null ? 0 : (int) payload.byteLength();
        header.set(kind, type, flags, length, source, 0, tag, 0, word);
        return link.trySend(header, payload, 0, length);
    }
}
