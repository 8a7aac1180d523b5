package org.activeobjects.deployment.command;

/** The exit codes of {@code ao}, the same for every sub-command. */
public final class ExitCodes {

    /** The job is done. */
    public static final int OK = 0;

    /** The job failed and no rank gave an exit code of its own. */
    public static final int FAILED = 1;

    /** The command line or a descriptor is wrong; nothing was started. */
    public static final int USAGE = 2;

    /** This host lacks what the job needs; nothing is left running. */
    public static final int ENVIRONMENT = 3;

    /** The job took longer than its time limit. */
    public static final int TIMEOUT = 124;

    private ExitCodes() {}
}
