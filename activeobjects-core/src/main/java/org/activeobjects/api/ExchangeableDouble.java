package org.activeobjects.api;

import java.util.Arrays;

/**
 * Numbers that an exchange reads one by one, or gives one by one: rows, columns or any other part
 * of a larger whole, which its owner walks through.
 *
 * <p>One object may be both what is sent and what is received: all is read before anything is put.
 *
 * <p><b>Threading:</b> used by the thread that exchanges.
 *
 * <p><b>Source:</b> {@code ExchangeableDouble} of ProActive.
 */
public interface ExchangeableDouble {

    /**
     * The next number to send.
     *
     * @return the number
     */
    double get();

    /**
     * Takes the next number that was received.
     *
     * @param value the number
     */
    void put(double value);

    /**
     * Whether there is more to send.
     *
     * @return true until the last number has been read
     */
    boolean hasNextGet();

    /**
     * Whether there is room for more.
     *
     * @return true until the last number has been put
     */
    boolean hasNextPut();

    /**
     * All that is left to send; for an owner who can say it at once to override.
     *
     * @return the numbers, in the order of {@link #get}
     */
    default double[] getAll() {
        double[] values = new double[64];
        int count = 0;
        while (hasNextGet()) {
            if (count == values.length) {
                values = Arrays.copyOf(values, 2 * count);
            }
            values[count++] = get();
        }
        return Arrays.copyOf(values, count);
    }

    /**
     * Takes all that was received; for an owner who can take it at once to override.
     *
     * @param values the numbers, in the order of {@link #put}
     * @throws IllegalStateException if there is room for less or more
     */
    default void putAll(double[] values) {
        int put = 0;
        while (put < values.length && hasNextPut()) {
            put(values[put++]);
        }
        if (put < values.length || hasNextPut()) {
            throw new IllegalStateException(
                    "destination of an exchange has room for "
                            + (put < values.length ? "less" : "more")
                            + " than was received: class="
                            + getClass().getName()
                            + " received="
                            + values.length
                            + " put="
                            + put
                            + "; both ways of an exchange are of one length");
        }
    }
}
