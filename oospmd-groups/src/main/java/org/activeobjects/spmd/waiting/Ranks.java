package org.activeobjects.spmd.waiting;

import java.util.function.BooleanSupplier;

/**
 * The other ranks, as far as they can be asked.
 *
 * <p><b>Threading:</b> safe.
 */
@FunctionalInterface
public interface Ranks {

    /**
     * Asks a rank what it does. May block for some seconds.
     *
     * @param rank any rank but the own one
     * @return its state
     * @throws RuntimeException if it does not answer
     */
    RankState ask(int rank);

    /**
     * Asks a rank whether a message has come that it does not receive. May block for some seconds.
     *
     * @param rank any rank but the own one
     * @param sending the rank that sends it, and waits in that
     * @return false if it has not come, is being received, or was
     * @throws RuntimeException if it does not answer
     */
    default boolean leavesMessage(int rank, RankState sending) {
        return false;
    }

    /** {@return how many ranks there are, this one among them; 0 if that is not known} */
    default int size() {
        return 0;
    }

    /**
     * Whether other threads might act for the own rank.
     *
     * @param waiting the one that waits
     * @param wait number of its wait
     * @return true if what it waits in need not be all that the rank does
     */
    default boolean mayOthersAct(Thread waiting, long wait) {
        return false;
    }

    /**
     * Lets those know of a wait who look for deadlocks among calls. It leads to a rank that does
     * not wait among the ranks, and so perhaps waits in a call.
     *
     * @param thread who waits
     * @param waiting what it does
     * @param lasts whether the wait lasts; asked by any thread
     * @return to be run when it is over
     */
    default Runnable tellOfWait(Thread thread, RankState waiting, BooleanSupplier lasts) {
        return () -> {};
    }
}
