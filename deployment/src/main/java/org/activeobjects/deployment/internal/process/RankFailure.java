package org.activeobjects.deployment.internal.process;

import org.activeobjects.deployment.internal.protocol.EndLimits;

import java.time.Duration;
import java.util.List;

/**
 * Why a rank failed.
 *
 * @param rank the rank, or -1 for the job as a whole
 * @param exitCode for the command line, not 0
 * @param message one line for people
 * @param trace stack trace as the rank wrote it, or an empty text
 * @param consequence whether the rank failed only because it lost another one
 */
public record RankFailure(
        int rank, int exitCode, String message, String trace, boolean consequence) {

    private static final int TIMED_OUT = 124; // as of timeout(1)
    private static final int SIGNAL_BASE = 128;
    private static final int KILLED = SIGNAL_BASE + 9;
    private static final int TERMINATED = SIGNAL_BASE + 15;
    private static final String[] SIGNALS = {
        "", "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE",
        "SIGKILL", "SIGUSR1", "SIGSEGV", "SIGUSR2", "SIGPIPE", "SIGALRM", "SIGTERM"
    };

    /**
     * This failure, if it is the consequence of what others did.
     *
     * @param left ranks that had ended with exit code 0 before the job was over
     * @return a failure whose message names them
     */
    RankFailure after(List<Integer> left) {
        return left.isEmpty()
                ? this
                : new RankFailure(
                        rank,
                        exitCode,
                        "others needed ranks that had ended by themselves, with exit code 0 before"
                                + " the job was over (System.exit?): ranks="
                                + left
                                + "; the first of the others: "
                                + message,
                        trace,
                        consequence);
    }

    /**
     * What a rank says of itself.
     *
     * @param rank the rank
     * @param words those of its control line
     * @return the failure
     */
    static RankFailure told(int rank, List<String> words) {
        return new RankFailure(
                rank, 1, words.get(1), words.get(2), words.getFirst().equals("lost"));
    }

    /**
     * A rank that ended without a word.
     *
     * @param rank the rank
     * @param pid its process
     * @param exitCode what the process ended with; above 128, the signal that ended it
     * @param ready whether it had joined the job
     * @param after whether the job had failed before: a program that has thrown is a consequence
     * @return the failure
     */
    static RankFailure ended(int rank, long pid, int exitCode, boolean ready, boolean after) {
        String how = "ended with exit code " + exitCode;
        String why = ready ? "" : "; what it printed tells why";
        int signal = exitCode - SIGNAL_BASE;
        if (signal > 0 && signal < SIGNALS.length) {
            how = "was ended by signal " + signal + " (" + SIGNALS[signal] + ")";
        }
        if (exitCode == KILLED) {
            why = ", as the kernel does when memory runs out";
        }
        String when = ready ? "" : " before it had joined the job";
        return new RankFailure(
                rank,
                exitCode == 0 ? 1 : exitCode,
                "rank %s %s%s%s: pid=%s".formatted(rank, how, when, why, pid),
                "",
                after && exitCode == 1);
    }

    /**
     * Whether a process ends like this when it is told to, by whoever stops the job.
     *
     * @param exitCode what the process ended with
     * @param killing whether SIGKILL may have been sent
     * @return true if nothing else need have happened to it
     */
    static boolean isByStop(int exitCode, boolean killing) {
        return exitCode == 0 || exitCode == TERMINATED || (killing && exitCode == KILLED);
    }

    /**
     * Ranks that do not end with their job.
     *
     * @param ranks those that still run
     * @param waited how long after the end of the job
     * @return a failure of the job as a whole
     */
    static RankFailure endless(List<Integer> ranks, Duration waited) {
        return new RankFailure(
                -1,
                1,
                "ranks go on after the end of the job: ranks="
                        + ranks
                        + " waited="
                        + waited.toSeconds()
                        + "s; a shutdown hook of the program may not return",
                "",
                false);
    }

    /**
     * A job that was still running when its time was over.
     *
     * @param limit the time that it had
     * @param silent the ranks that did not write in time where they were
     * @return a failure of the job as a whole
     */
    public static RankFailure late(Duration limit, List<Integer> silent) {
        String but =
                silent.isEmpty()
                        ? ""
                        : ", but for those that did not answer within %ss, ranks=%s (is a process stopped, or the host busy?)"
                                .formatted(EndLimits.DUMP.toSeconds(), silent);
        long ms = limit.toMillis();
        return new RankFailure(
                -1,
                TIMED_OUT,
                "the job took longer than its time limit: timeout=%s; what was printed before this tells where each rank was%s; if none of them hangs, give a longer --timeout"
                        .formatted(ms % 1000 == 0 ? ms / 1000 + "s" : ms + "ms", but),
                "",
                false);
    }
}
