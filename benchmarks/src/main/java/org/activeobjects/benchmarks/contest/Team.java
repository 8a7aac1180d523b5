package org.activeobjects.benchmarks.contest;

import org.activeobjects.benchmarks.side.Order;

/**
 * A contestant's running processes; idle, and without use of a core, while there is no order.
 *
 * <p><b>Threading:</b> one thread.
 */
public interface Team extends AutoCloseable {

    /** What an order took that has no figure for the use of the cores. */
    long UNKNOWN = -1;

    /**
     * What an order took.
     *
     * @param ns nanoseconds on the clock; mean of the pairs
     * @param cpuNs nanoseconds of all cores together, in user and in kernel mode, of all processes;
     *     {@link #UNKNOWN} if they were not counted
     */
    record Timing(long ns, long cpuNs) {}

    /**
     * Carries out an order.
     *
     * @param order what to do
     * @return what it took
     * @throws TeamFailedException if a process fails; the team is of no use any more
     */
    Timing run(Order order) throws TeamFailedException;

    /** Ends the processes; idempotent. */
    @Override
    void close();

    /** A contestant fell out. */
    final class TeamFailedException extends RuntimeException {

        private static final long serialVersionUID = 1;

        /**
         * Tells which and why.
         *
         * @param message what failed
         */
        public TeamFailedException(String message) {
            super(message);
        }

        /**
         * Tells which and why.
         *
         * @param message what failed
         * @param cause why
         */
        public TeamFailedException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
