package org.activeobjects.npb;

import java.io.Serial;
import java.io.Serializable;

/**
 * What one rank reports of one run of a kernel.
 *
 * <p>Not final, so that a call that returns it need not be waited for.
 *
 * <p><b>Threading:</b> immutable.
 */
public class KernelResult implements Serializable {

    @Serial private static final long serialVersionUID = 1;

    private final double seconds;
    private final double operations;
    private final boolean verified;
    private final String details;

    /**
     * The outcome of a run.
     *
     * @param seconds time of the slowest rank for the timed part
     * @param operations operations of all ranks in the timed part, as NPB counts them
     * @param verified whether the official result was found
     * @param details the part of the report that only this kernel has, lines that end in a newline
     */
    public KernelResult(double seconds, double operations, boolean verified, String details) {
        this.seconds = seconds;
        this.operations = operations;
        this.verified = verified;
        this.details = details;
    }

    /**
     * The time.
     *
     * @return seconds of the slowest rank for the timed part
     */
    public double seconds() {
        return seconds;
    }

    /**
     * The speed of all ranks together.
     *
     * @return millions of operations per second, 0 if no time was measured
     */
    public double megaOperationsPerSecond() {
        return seconds > 0 ? operations / seconds / 1e6 : 0;
    }

    /**
     * Whether the result is right.
     *
     * @return true if the official result was found
     */
    public boolean isVerified() {
        return verified;
    }

    /**
     * The part of the report that only this kernel has.
     *
     * @return lines that end in a newline
     */
    public String details() {
        return details;
    }
}
