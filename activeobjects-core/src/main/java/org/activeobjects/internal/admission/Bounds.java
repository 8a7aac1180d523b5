package org.activeobjects.internal.admission;

import org.activeobjects.queue.QueueBound;

import java.time.Duration;

/** Bounds of queues as texts, for the way to another runtime. */
public final class Bounds {

    private Bounds() {}

    /**
     * Writes a bound.
     *
     * @param bound any bound
     * @return length and time in milliseconds, with a space between
     */
    public static String encode(QueueBound bound) {
        return bound.length() + " " + bound.timeoutMs();
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @param text its text, of whatever origin
     * @return the bound
     * @throws IllegalArgumentException if it is none
     */
    public static QueueBound decode(String text) {
        int space = text.indexOf(' ');
        if (space < 0) {
            throw new IllegalArgumentException("not the bound of a queue: " + text);
        }
        int length = Integer.parseInt(text.substring(0, space));
        long timeoutMs = Long.parseLong(text.substring(space + 1));
        return length == 0 && timeoutMs == 0
                ? QueueBound.NONE
                : QueueBound.of(length, Duration.ofMillis(timeoutMs));
    }
}
