package org.activeobjects.benchmarks.side;

import java.io.IOException;

/**
 * One side of a measured pair: knows how to send and to receive, so many times.
 *
 * <p><b>Threading:</b> used by the main thread of its process only.
 */
public interface Side extends AutoCloseable {

    /**
     * Opens one side.
     *
     * <p>Implemented by the constructor of a side.
     */
    @FunctionalInterface
    interface Opener {
        /**
         * Connects to the other side.
         *
         * @param context who this is, and where the other one is
         * @return the side, connected
         * @throws Exception if it cannot be connected; ends the process
         */
        Side open(SideContext context) throws Exception;
    }

    /**
     * Runs a measurement, as the other side does too.
     *
     * @param measurement what to do
     * @param bytes length of a message, a multiple of 8
     * @param iterations how often, 1 or more
     * @throws Exception if it fails; ends the process
     */
    void run(Measurement measurement, int bytes, long iterations) throws Exception;

    /**
     * Looks at what has been received since the last call: a number that is fast and wrong is none.
     * Not timed.
     *
     * @param measurement what was done
     * @param bytes length of a message
     * @throws IllegalStateException if it is not what the other side has sent
     */
    void check(Measurement measurement, int bytes);

    /**
     * Lets go of the connection.
     *
     * @throws IOException if that fails
     */
    @Override
    void close() throws IOException;
}
