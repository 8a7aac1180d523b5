package org.activeobjects.transport.transfer;

import org.activeobjects.transport.message.Outgoing;
import org.activeobjects.transport.progress.Progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Something to wait for whose last piece of work may be left to the thread that waits, so that two
 * ranks of one runtime that exchange large messages copy one half each, at the same time.
 *
 * <p><b>Threading:</b> one thread waits at a time; any thread may leave it work. What is left is
 * done by the waiting thread before its wait ends, also if that is because of the time.
 */
public abstract class SharedWork extends Outgoing {

    private static final Object WAITED_FOR = new Object();
    private static final VarHandle WORK;

    static {
        try {
            WORK = MethodHandles.lookup().findVarHandle(SharedWork.class, "work", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * WAITED_FOR, or the work that is left to who waits, or will; null if nobody waits, or what was
     * left was taken back.
     */
    private volatile Object work;

    /** Nobody waits yet. */
    protected SharedWork() {}

    /**
     * Waits, ready to do what is left to it.
     *
     * @param progress who moves the links
     * @param timeoutNs longest wait, nanoseconds
     * @param isNear whether no link can end the wait
     * @return whether it is complete
     */
    protected final boolean awaitWorking(Progress progress, long timeoutNs, boolean isNear) {
        long start = timeoutNs == Long.MAX_VALUE ? 0 : System.nanoTime();
        long left = timeoutNs;
        do {
            awaitOnce(progress, left, isNear);
            if (timeoutNs != Long.MAX_VALUE) {
                left = timeoutNs - (System.nanoTime() - start);
            }
        } while (!isComplete() && left > 0); // another thread may have a part of the work
        return isComplete();
    }

    private void awaitOnce(Progress progress, long timeoutNs, boolean isNear) {
        boolean isIdle = WORK.compareAndSet(this, null, WAITED_FOR); // else there is work already
        try {
            if (isIdle) {
                var _ =
                        isNear
                                ? progress.awaitNearby(this, timeoutNs)
                                : progress.await(this, timeoutNs);
            }
        } finally {
            if (WORK.getAndSet(this, null) instanceof Outgoing left) {
                work(left);
            }
        }
    }

    /**
     * Leaves work to the thread that waits.
     *
     * @param left what {@link #work} is called with
     * @return false, and nothing is left, if no thread waits that is awake
     */
    public final boolean leave(Outgoing left) {
        if (work == null || isAsleep() || !WORK.compareAndSet(this, WAITED_FOR, left)) {
            return false;
        }
        wake();
        return true;
    }

    /**
     * As {@link #leave}, but also if no thread waits yet; the caller takes it back soon.
     *
     * @param left what {@link #work} is called with
     * @return false, and nothing is left, if the thread that waits sleeps
     */
    public final boolean offer(Outgoing left) {
        return WORK.compareAndSet(this, null, left) || leave(left);
    }

    /**
     * Whether what was left has not been begun yet.
     *
     * @param left what {@link #leave} or {@link #offer} was called with
     * @return a hint, which may be old
     */
    public final boolean isLeft(Outgoing left) {
        return work == left;
    }

    /**
     * Takes back what was left, unless it was begun. Nothing more is left then in the same wait.
     *
     * @param left what {@link #leave} or {@link #offer} was called with
     * @return whether the caller is to do it
     */
    public final boolean takeBack(Outgoing left) {
        return WORK.compareAndSet(this, left, null);
    }

    /**
     * Does what was left: this is complete then, or soon, when another thread has done the rest.
     *
     * @param left what was left
     */
    protected abstract void work(Outgoing left);

    @Override
    protected final boolean isOver() {
        return super.isOver() || work instanceof Outgoing;
    }
}
