package org.activeobjects.queue;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * How many requests the queue of an active object takes, and how long its callers wait for room.
 *
 * <p>What counts are requests that have come and have not begun to be served, also those that are
 * held back before the queue. Who calls while there is no room waits in the call until there is
 * some, first come, first served; so the order of the calls stays what it was. Not counted against
 * the bound, and never made to wait, are: the requests of the object to itself, which nobody else
 * could make room for; immediate services; orders to end; and what an object that moves passes on
 * to its next place. Callers of another runtime have some calls in advance, as many as the bound
 * but at most {@value #MAX_ADVANCE} for all callers of one runtime together: the queue is never
 * longer than the bound and this for each such runtime.
 *
 * <p>What holds for an active object is, first to last: the bound in whose {@linkplain #create
 * scope} it was created, and the annotation {@link org.activeobjects.annotation.BoundedQueue} of
 * its class. Without either its queue has no bound, and nobody waits. The bound stays with an
 * object that moves.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class QueueBound {

    /** Calls that one runtime may send at most before it is told that there is room. */
    public static final int MAX_ADVANCE = 32;

    /** No bound, also where the class has one. */
    public static final QueueBound NONE = new QueueBound(0, 0);

    private static final ScopedValue<QueueBound> SCOPE = ScopedValue.newInstance();

    private final int length;
    private final long timeoutMs;

    private QueueBound(int length, long timeoutMs) {
        this.length = length;
        this.timeoutMs = timeoutMs;
    }

    /**
     * A bound whose callers wait as long as it takes. Such a wait of an active object is looked at
     * by the search for deadlocks.
     *
     * @param length requests, 1 or more
     * @return a bound
     * @throws IllegalArgumentException if the length is out of range
     */
    public static QueueBound of(int length) {
        return of(length, Duration.ZERO);
    }

    /**
     * A bound whose callers wait for some time.
     *
     * @param length requests, 1 or more
     * @param timeout longest wait for room, counted in whole milliseconds, after which the call
     *     throws {@link RequestQueueFullException}; zero for ever
     * @return a bound
     * @throws IllegalArgumentException if a value is out of range
     */
    public static QueueBound of(int length, Duration timeout) {
        Objects.requireNonNull(timeout, "the longest wait for room is null");
        long wholeMs = TimeUnit.MILLISECONDS.convert(timeout); // as many as can be said
        long timeoutMs = timeout.isPositive() ? Math.max(1, wholeMs) : 0;
        if (length < 1 || timeout.isNegative()) {
            throw new IllegalArgumentException(
                    "a queue takes one request or more, and a wait is no less than zero: length="
                            + length
                            + " timeout="
                            + timeout);
        }
        return new QueueBound(length, timeoutMs);
    }

    /**
     * Creates active objects with this bound: those that the calling thread creates while the code
     * runs, wherever the class of the code is.
     *
     * @param <T> what the code returns
     * @param creation code that creates active objects
     * @return what the code returned
     */
    public <T> T create(Supplier<T> creation) {
        Objects.requireNonNull(creation, "the code that creates active objects is null");
        return ScopedValue.where(SCOPE, this).call(creation::get);
    }

    /**
     * The bound in whose scope the calling thread is.
     *
     * @return the bound, or {@code null} if it is in none
     */
    public static QueueBound current() {
        return SCOPE.isBound() ? SCOPE.get() : null;
    }

    /**
     * How many requests fit.
     *
     * @return 1 or more; 0 for {@link #NONE}
     */
    public int length() {
        return length;
    }

    /**
     * How long a caller waits at most.
     *
     * @return milliseconds; 0 for ever
     */
    public long timeoutMs() {
        return timeoutMs;
    }

    @Override
    public String toString() {
        return length == 0
                ? "no bound"
                : "bound=" + length + (timeoutMs == 0 ? "" : " timeoutMs=" + timeoutMs);
    }
}
