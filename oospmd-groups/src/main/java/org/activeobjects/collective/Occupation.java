package org.activeobjects.collective;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;

/**
 * What the thread of a rank is doing among the ranks, for those who look for deadlocks. To begin
 * and to end cost a few writes to fields.
 *
 * <p><b>Threading:</b> written by the first thread that begins something, and by another once that
 * one has ended; what other threads begin meanwhile is not noted. Read by any.
 */
public final class Occupation {

    /** Name of the one operation between two ranks; all others are of all ranks. */
    public static final String EXCHANGE = "exchange";

    /** In place of the root of operations in which all ranks do the same. */
    public static final int NO_ROOT = -1;

    private static final VarHandle NUMBER;

    static {
        try {
            NUMBER = MethodHandles.lookup().findVarHandle(Occupation.class, "number", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Odd while something is being done; each begin and each end adds one. */
    private volatile long number;

    private volatile Thread thread;
    private volatile Supplier<? extends RuntimeException> failure;
    private String operation;
    private String tag;
    private int peer;
    private int root = NO_ROOT;
    private long collectives;

    /** Nothing is being done. */
    public Occupation() {}

    /**
     * What was being done at one moment.
     *
     * @param number odd if it was busy; tells this operation from all others of the rank
     * @param thread who does it, or did something last; {@code null} if nobody has
     * @param operation name of the operation
     * @param tag tag of an exchange; {@code null} for others
     * @param peer the rank that is waited for
     * @param root the one rank that gives or gets; {@link #NO_ROOT} if there is none
     * @param collectives operations of all ranks that were begun, this one among them
     */
    public record Moment(
            long number,
            Thread thread,
            String operation,
            String tag,
            int peer,
            int root,
            long collectives) {

        /**
         * Whether something was being done.
         *
         * @return true if so
         */
        public boolean isBusy() {
            return (number & 1) == 1;
        }
    }

    /**
     * The calling thread begins an exchange.
     *
     * @param exchangeTag its tag
     * @param rank the other side
     */
    public void beginExchange(String exchangeTag, int rank) {
        if (isMine()) {
            operation = EXCHANGE;
            tag = exchangeTag;
            peer = rank;
            root = NO_ROOT;
            NUMBER.setRelease(this, number + 1);
        }
    }

    /** The calling thread begins an operation in which all ranks do the same. */
    void beginCollective(String name, int rank) {
        beginCollective(name, rank, NO_ROOT);
    }

    /** The calling thread begins an operation of all ranks. */
    void beginCollective(String name, int rank, int rootRank) {
        if (isMine()) {
            operation = name;
            tag = null;
            peer = rank;
            root = rootRank;
            collectives++;
            NUMBER.setRelease(this, number + 1);
        }
    }

    /** In its operation, the calling thread waits for this rank from now on. */
    void turnTo(int rank) {
        if (thread == Thread.currentThread()) {
            peer = rank;
        }
    }

    /** The calling thread has ended what it began. */
    public void end() {
        if (thread == Thread.currentThread() && (number & 1) == 1) {
            NUMBER.setRelease(this, number + 1);
        }
    }

    /**
     * The rank takes part in nothing any more.
     *
     * @param why gives what its operations throw, a new exception for each
     */
    void fail(Supplier<? extends RuntimeException> why) {
        failure = why;
    }

    /**
     * Why the rank takes part in nothing any more.
     *
     * @param seen what an operation has failed with
     * @return a new exception that says so, or {@code seen} if it does take part
     */
    public RuntimeException failureOr(RuntimeException seen) {
        Supplier<? extends RuntimeException> why = failure;
        return why == null ? seen : why.get();
    }

    private boolean isMine() {
        Thread current = Thread.currentThread();
        Thread known = thread;
        if (known == current) {
            return (number & 1) == 0;
        }
        return (known == null || !known.isAlive()) && takeOver(current);
    }

    private synchronized boolean takeOver(Thread current) {
        Thread known = thread;
        if (known != null && known.isAlive()) {
            return false;
        }
        if ((number & 1) == 1) {
            number = number + 1;
        }
        thread = current;
        return true;
    }

    /**
     * Looks.
     *
     * @return what is being done now
     */
    public Moment look() {
        while (true) {
            long before = (long) NUMBER.getAcquire(this);
            Moment moment = new Moment(before, thread, operation, tag, peer, root, collectives);
            VarHandle.loadLoadFence();
            if ((long) NUMBER.getOpaque(this) == before) {
                return moment;
            }
        }
    }
}
