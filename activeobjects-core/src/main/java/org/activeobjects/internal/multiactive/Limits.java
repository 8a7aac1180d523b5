package org.activeobjects.internal.multiactive;

/**
 * How many requests run at the same time.
 *
 * @param threads 1 or more
 * @param hard true if a request that waits for a result counts
 */
public record Limits(int threads, boolean hard) {

    /** No limit. */
    public static final Limits NONE = new Limits(Integer.MAX_VALUE, true);

    /**
     * Limits.
     *
     * @throws IllegalArgumentException if there is no thread
     */
    public Limits {
        if (threads < 1) {
            throw new IllegalArgumentException("a thread at least is needed: threads=" + threads);
        }
    }
}
