package org.activeobjects.internal.lease;

import org.activeobjects.internal.codec.EncodedMessage;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What runtimes tell each other about active objects of one of them.
 *
 * @param what one of the constants, which travel: never change one
 * @param termMs how long a lease shall last from now on, in milliseconds, 1 or more; 0 if the
 *     notice is about none
 * @param numbers numbers of the active objects
 */
@SuppressWarnings("ArrayRecordComponent") // written once, read once, never compared
public record LeaseNotice(byte what, long termMs, long... numbers) {

    /** To the owner: the sender has stubs of these. */
    public static final byte HOLD = 1;

    /** To the owner: the sender has no stub of these any more. */
    public static final byte RELEASE = 2;

    /** To a holder: these have ended. */
    public static final byte GONE = 3;

    /**
     * To a holder: why the first of these has ended by itself. The others are the UTF-8 bytes of a
     * text, eight per number, zeros at the end.
     */
    public static final byte WHY = 4;

    private static final int MAX_TEXT = 1_000;

    /** Stream of these messages: no active object has this number. */
    public static final int STREAM = 0;

    /** Why an active object has ended by itself. */
    static LeaseNotice why(long number, String reason) {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        byte[] whole = Arrays.copyOf(text, Math.min(MAX_TEXT, text.length + Long.BYTES - 1));
        LongBuffer packed = content(whole, 0, whole.length / Long.BYTES * Long.BYTES);
        long[] numbers = new long[1 + packed.remaining()];
        numbers[0] = number;
        packed.get(numbers, 1, packed.remaining());
        return new LeaseNotice(WHY, 0, numbers);
    }

    /** The text of {@link #why}. */
    String reason() {
        ByteBuffer bytes =
                ByteBuffer.allocate(numbers.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(numbers);
        int start = Math.min(Long.BYTES, bytes.capacity());
        String text =
                new String(bytes.array(), start, bytes.capacity() - start, StandardCharsets.UTF_8);
        return text.replace("\0", "");
    }

    /**
     * Appends the term and the numbers to a message.
     *
     * @param message the message
     */
    public void write(EncodedMessage message) {
        int at = message.reserve((1 + numbers.length) * Long.BYTES);
        content(message.head(), at, message.headLength()).put(termMs).put(numbers);
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @param what what the notice says
     * @param message all of its bytes, of whatever origin
     * @param from where the term begins
     * @return the notice
     * @throws java.nio.BufferUnderflowException if there is none
     */
    public static LeaseNotice read(byte what, byte[] message, int from) {
        LongBuffer content = content(message, from, message.length);
        long term = content.get();
        long[] all = new long[content.remaining()];
        content.get(all);
        return new LeaseNotice(what, term, all);
    }

    private static LongBuffer content(byte[] bytes, int from, int to) {
        return ByteBuffer.wrap(bytes, from, to - from)
                .slice()
                .order(ByteOrder.LITTLE_ENDIAN)
                .asLongBuffer();
    }
}
