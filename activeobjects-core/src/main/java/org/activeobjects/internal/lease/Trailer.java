package org.activeobjects.internal.lease;

import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.EncodedMessage;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The references that a message carries, at its end, where they are read without decoding it: their
 * texts, one per line, and then the number of bytes of these.
 */
public final class Trailer {

    private Trailer() {}

    /**
     * Appends the references among the travellers of a message.
     *
     * @param message the message
     * @return false if there are none, and the message is as it was
     */
    public static boolean append(EncodedMessage message) {
        List<String> lines = new ArrayList<>();
        for (Object traveller : message.travellers()) {
            if (traveller instanceof Traveller reference) {
                lines.add(reference.reference());
            }
        }
        if (lines.isEmpty()) {
            return false;
        }
        byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        int start = message.reserve(text.length + Integer.BYTES);
        buffer(message.head()).put(start, text).putInt(start + text.length, text.length);
        return true;
    }

    private static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Where the trailer of a message begins.
     *
     * @param message all of its bytes
     * @param from least index at which it may begin
     * @return its index
     * @throws SerializationException if there is none
     */
    public static int start(byte[] message, int from) {
        int end = message.length - Integer.BYTES;
        int length = end < from ? -1 : buffer(message).getInt(end);
        if (length < 0 || length > end - from) {
            throw new SerializationException("references outside the message: length=" + length);
        }
        return end - length;
    }

    /**
     * The references of a message.
     *
     * @param message all of its bytes
     * @param start what {@link #start} gave
     * @return the references, not checked
     */
    public static List<Reference> read(byte[] message, int start) {
        int length = message.length - Integer.BYTES - start;
        String text = new String(message, start, length, StandardCharsets.UTF_8);
        List<Reference> references = new ArrayList<>(1);
        int begin = 0;
        while (begin < text.length()) {
            int lineEnd = text.indexOf('\n', begin);
            int end = lineEnd < 0 ? text.length() : lineEnd;
            references.add(Reference.parse(text.substring(begin, end)));
            begin = end + 1;
        }
        return references;
    }
}
