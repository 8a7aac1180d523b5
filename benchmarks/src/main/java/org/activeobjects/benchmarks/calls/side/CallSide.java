package org.activeobjects.benchmarks.calls.side;

/**
 * The side that calls.
 *
 * <p><b>Threading:</b> one thread.
 */
@FunctionalInterface
interface CallSide {

    /**
     * Calls, and looks at the answers: what is fast and wrong is no figure.
     *
     * @param calls how often, 1 or more
     * @return what it took
     * @throws Exception if it fails; ends the process
     */
    CallTiming run(long calls) throws Exception;
}
