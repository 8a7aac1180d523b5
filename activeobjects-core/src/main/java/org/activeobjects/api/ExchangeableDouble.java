package org.activeobjects.api;

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
}
