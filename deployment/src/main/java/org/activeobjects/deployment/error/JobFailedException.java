package org.activeobjects.deployment.error;

import java.io.Serial;

/** A rank of a job failed and so ended the job; every rank has ended by then. */
public class JobFailedException extends DeploymentException {

    @Serial private static final long serialVersionUID = 1;

    private final int rank;
    private final int exitCode;
    private final String rankTrace;

    /**
     * The failure of one rank, or of the job as a whole.
     *
     * @param rank the rank that failed first, or -1 if the job failed as a whole
     * @param exitCode exit code for the command line, not 0
     * @param message what failed
     * @param rankTrace stack trace as the rank printed it, or an empty text
     */
    public JobFailedException(int rank, int exitCode, String message, String rankTrace) {
        super(message);
        this.rank = rank;
        this.exitCode = exitCode;
        this.rankTrace = rankTrace;
    }

    /**
     * The rank that failed first.
     *
     * @return 0 or more, or -1 if the job failed as a whole
     */
    public int rank() {
        return rank;
    }

    /**
     * The exit code for the command line.
     *
     * @return 1 for an exception, the rank's own exit code, 128 and more for a signal, 124 for the
     *     time limit
     */
    public int exitCode() {
        return exitCode;
    }

    /**
     * The stack trace in the failed rank.
     *
     * @return lines as {@code printStackTrace} writes them, or an empty text if there was none
     */
    public String rankTrace() {
        return rankTrace;
    }
}
