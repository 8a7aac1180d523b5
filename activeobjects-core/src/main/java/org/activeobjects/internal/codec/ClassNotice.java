package org.activeobjects.internal.codec;

import org.activeobjects.error.SerializationException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;

/**
 * Tells the sender of messages which of its classes their receiver knows by number now.
 *
 * @param numbers numbers of the runtime that gets the notice
 */
@SuppressWarnings("ArrayRecordComponent") // written once, read once, never compared
public record ClassNotice(int... numbers) {

    /**
     * Appends the numbers to a message.
     *
     * @param message the message
     */
    public void write(EncodedMessage message) {
        int at = message.reserve(numbers.length * Integer.BYTES);
        content(message.head(), at, message.headLength()).put(numbers);
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @param message all of its bytes, of whatever origin
     * @param from where the numbers begin
     * @return the notice, its numbers not checked
     * @throws SerializationException if there are more than there can be
     */
    public static ClassNotice read(byte[] message, int from) {
        IntBuffer content = content(message, from, message.length);
        if (content.remaining() > PeerClasses.LIMIT) {
            throw new SerializationException(
                    "too many numbers of classes: count="
                            + content.remaining()
                            + " limit="
                            + PeerClasses.LIMIT);
        }
        int[] all = new int[content.remaining()];
        content.get(all);
        return new ClassNotice(all);
    }

    private static IntBuffer content(byte[] bytes, int from, int to) {
        return ByteBuffer.wrap(bytes, from, to - from)
                .slice()
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer();
    }
}
