package org.activeobjects.spmd.waiting;

import java.util.List;

/**
 * Barriers that a member has called and that are not complete, as its watch sees them.
 *
 * <p><b>Threading:</b> safe.
 */
public interface OpenBarriers {

    /**
     * One of them.
     *
     * @param id tells it from all others of the member
     * @param what what it is, and what is missing, for people
     * @param missing the ranks that may be the reason
     */
    record Open(String id, String what, List<Integer> missing) {}

    /**
     * What another member says.
     *
     * @param isIdle whether it does nothing, and will not come to the barrier by itself, because of
     *     what the text says
     * @param text what it does, to follow its rank, for people
     */
    record Answer(boolean isIdle, String text) {}

    /**
     * Those that are not complete.
     *
     * @return a copy, the oldest first
     */
    List<Open> open();

    /**
     * Asks a member why it has not done its part. May block for some seconds.
     *
     * @param rank its rank
     * @param barrier what is waited for
     * @return what it says
     * @throws RuntimeException if it does not answer
     */
    Answer ask(int rank, Open barrier);

    /**
     * Lets in what is held back, unless nobody can tell whether it is the one that is missing;
     * called where deadlocks are to fail.
     *
     * @param barrier one of {@link #open}
     * @param report why
     */
    void giveUp(Open barrier, String report);
}
