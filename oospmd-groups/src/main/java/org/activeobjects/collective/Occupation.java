package org.activeobjects.collective;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * What the thread of a rank is doing among the ranks, for those who look for deadlocks. To begin
 * and to end cost a few writes to fields.
 *
 * <p><b>Threading:</b> written by the first thread that begins something, and by another once that
 * one has ended; of what other threads begin meanwhile is noted only that there are such. Read by
 * any.
 */
public final class Occupation {

    /** Names of the operations between two ranks; all others are of all ranks. */
    public static final String EXCHANGE = "exchange";

    /** Sends a message. */
    public static final String SEND = "send";

    /** Receives a message. */
    public static final String RECEIVE = "receive";

    /** Looks for a message. */
    public static final String PROBE = "probe";

    /** The rank that is waited for where that may be any. */
    public static final int ANY_RANK = -1;

    private static final VarHandle NUMBER;
    private static final VarHandle NOTED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            NUMBER = lookup.findVarHandle(Occupation.class, "number", long.class);
            NOTED = lookup.findVarHandle(Occupation.class, "noted", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Odd while something is being done; each begin and each end adds one. */
    private volatile long number;

    /**
     * The number of the operation that the fields below tell of, set before they are: who reads
     * them knows by it that he has not mixed two operations.
     */
    @SuppressWarnings("unused") // through NOTED
    private long noted = -1;

    private volatile Thread thread;
    private volatile boolean shared;
    private volatile Supplier<? extends RuntimeException> failure;
    private volatile IntFunction<String> witness = rank -> "";
    private volatile MessageWaits messages = MessageWaits.NONE;
    private String operation; // null for one of all ranks, which the call is then
    private String tag;
    private int peer;
    private int call;
    private long collectives;

    /** Nothing is being done. */
    public Occupation() {}

    /**
     * What was being done at one moment.
     *
     * @param number odd if it was busy; tells this operation from all others of the rank
     * @param thread who does it, or did something last; {@code null} if nobody has
     * @param operation name of the operation
     * @param tag tag of an exchange or a message; of an operation of all ranks what they have to
     *     agree on, such as the root
     * @param context context of a message; else 0
     * @param peer the rank that is waited for; {@link #ANY_RANK} if that may be any
     * @param collectives operations of all ranks that were begun, this one among them
     */
    public record Moment(
            long number,
            Thread thread,
            String operation,
            String tag,
            int context,
            int peer,
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
     * @return false if this is not noted, since another thread is busy here
     */
    public boolean beginExchange(String exchangeTag, int rank) {
        if (!isMine()) {
            shared = true;
            return false;
        }
        long next = number + 1;
        note(next);
        operation = EXCHANGE;
        tag = exchangeTag;
        peer = rank;
        NUMBER.setRelease(this, next);
        return true;
    }

    /** The calling thread begins an operation of all ranks, the one with this number. */
    void beginCollective(int newCall, long callNumber, int rank) {
        if (isMine()) {
            long next = number + 1;
            note(next);
            operation = null;
            call = newCall;
            peer = rank;
            collectives = callNumber;
            NUMBER.setRelease(this, next);
        } else {
            shared = true;
        }
    }

    /** The fields tell of another operation from now on. */
    private void note(long next) {
        NOTED.setOpaque(this, next);
        VarHandle.storeStoreFence();
    }

    /** The calling thread may send and receive from now on, and nothing is noted of that. */
    void actsUnnoted() {
        if (thread != Thread.currentThread() && !isMine()) {
            shared = true;
        }
    }

    /** Its thread may wait in messages of the program, besides what is noted here. */
    void mayWaitIn(MessageWaits newMessages) {
        messages = newMessages;
    }

    /**
     * Whether a message of another rank is here that nobody has begun to receive.
     *
     * @param from the other rank
     * @param tag tag of the message
     * @param context its context
     * @return false if there is none, or the program's messages are not known
     */
    public boolean holdsMessage(int from, int tag, int context) {
        return messages.isHere(from, tag, context);
    }

    /**
     * The messages of a context that are here, and that nobody has begun to receive.
     *
     * @param from rank that they are from; {@link #ANY_RANK} for all
     * @param context the context
     * @return some of them, for people; empty if there are none
     */
    public String unreceived(int from, int context) {
        return messages.unreceived(from, context);
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
     * Whether several threads act for the rank: what one of them does is not all that it does.
     *
     * @return true once another thread than the one that is noted has begun something
     */
    public boolean isShared() {
        return shared;
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

    /**
     * Names who can find out why another rank takes part in nothing any more.
     *
     * @param asks gives the report of a rank, or an empty text; may have this rank give up, too
     */
    public void explainedBy(IntFunction<String> asks) {
        witness = asks;
    }

    /**
     * Finds out why a rank that is waited for has closed its endpoint; {@link #failureOr} tells
     * afterwards whether this one has given up because of it. May block for some seconds.
     *
     * @param rank the other rank
     * @return why it takes part in nothing any more; an empty text if that is not known, or if this
     *     rank has given up itself
     */
    public String whyClosed(int rank) {
        return failure == null ? witness.apply(rank) : "";
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
        Moment noted = noted();
        return noted.isBusy() ? noted : messages.orWait(noted);
    }

    private Moment noted() {
        while (true) {
            long before = (long) NUMBER.getAcquire(this);
            Thread who = thread;
            String name = operation;
            String detail = tag;
            int ofAll = call;
            int with = peer;
            long begun = collectives;
            VarHandle.loadLoadFence();
            long last = before - 1 | 1; // odd: this one, or the one that has ended
            if ((long) NOTED.getOpaque(this) == last && (long) NUMBER.getOpaque(this) == before) {
                boolean isOfAll = name == null && begun > 0;
                return new Moment(
                        before,
                        who,
                        isOfAll ? Call.name(ofAll) : name,
                        isOfAll ? Call.detail(ofAll) : detail,
                        0,
                        with,
                        begun);
            }
            Thread.onSpinWait();
        }
    }
}
