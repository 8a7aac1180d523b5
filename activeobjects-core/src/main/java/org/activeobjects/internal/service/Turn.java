package org.activeobjects.internal.service;

import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.mailbox.Intake;
import org.activeobjects.internal.polling.Polling;
import org.activeobjects.internal.request.QueuedRequest;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;

/**
 * A thread that serves a body, for as long as the body has it: what it takes its requests from, and
 * what it is at.
 *
 * <p>It is an object of its own so that a body without a thread is small, and so that what changes
 * with every request does not lie beside what every sender reads.
 *
 * <p><b>Threading:</b> used by its thread; {@link #served}, {@link #serving}, {@link #anyWait},
 * {@link #thread} and {@link #wait} are read by any.
 */
final class Turn {

    private static final VarHandle SERVED;

    static {
        try {
            SERVED =
                    MethodHandles.lookup().findVarHandle(Turn.class, "served", QueuedRequest.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Thread thread;
    final Intake intake;

    /** What its thread waits for without a time limit; null if there is nothing. */
    volatile Wait wait;

    /** What it waits for outside of calls, as others have seen; perhaps over already. */
    private volatile Wait other;

    private volatile QueuedRequest served;
    private long sinceNs;
    private Polling polling; // what the last request has come by, unless from this runtime

    /** The thread of {@code null} is none: the turn is over, what is left is for the next. */
    Turn(Thread thread, Intake intake) {
        this.thread = thread;
        this.intake = intake;
    }

    boolean isOfThisThread() {
        return thread == Thread.currentThread();
    }

    /**
     * Begins with a request, or goes on with one that was served around another.
     *
     * <p>Others look at it when they wonder what goes on, and may see it a moment late: no fence is
     * paid for that with every request.
     */
    void serves(QueuedRequest request, long beginNs) {
        sinceNs = beginNs;
        if (request != null) {
            polling = request.polling();
        }
        SERVED.setRelease(this, request);
    }

    /** Moves the links for a moment if the last request has come by one; by its own thread. */
    boolean findsOut(BooleanSupplier somethingToDo) {
        Polling last = polling;
        polling = null;
        return last != null && last.until(somethingToDo);
    }

    /** Its thread was seen to wait outside of calls; null if it does not do so any more. */
    void waitsElsewhere(Wait seen) {
        other = seen;
    }

    /** What its thread waits for, in a call or outside of any; null if there is nothing. */
    Wait anyWait() {
        Wait inCall = wait;
        Wait outside = other;
        boolean isInCall = inCall != null || outside == null || outside.isOver();
        return isInCall ? inCall : outside;
    }

    /** What is served; null if that is nothing. */
    QueuedRequest served() {
        return served;
    }

    /** When that was begun; by its own thread. */
    long sinceNs() {
        return sinceNs;
    }

    /** What is served, or the activity outside of any request, with its wait. */
    Serving serving() {
        Serving serving = new Serving(served, thread, sinceNs, null);
        serving.waits(anyWait());
        return serving;
    }
}
