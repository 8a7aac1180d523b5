package org.activeobjects.internal.pending;

import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.future.WaitingBody;

/**
 * Something that a thread does for others who wait for it, such as a creation, or what another
 * runtime has asked of this one: in a constructor of the user's it may wait for an active object.
 *
 * <p><b>Threading:</b> run by one thread, once; seen by those that look for deadlocks.
 */
public final class Errand implements WaitingBody {

    /** What the name of a creation begins with; the class follows. */
    public static final String CREATION = "creation of ";

    private final String name;
    private volatile Thread thread;
    private volatile Wait wait;

    /**
     * Nobody is at it yet.
     *
     * @param name what is to be done, for people
     */
    public Errand(String name) {
        this.name = name;
    }

    /**
     * The calling thread does it.
     *
     * @param <T> type of the result
     * @param <X> type of what may be thrown
     * @param code what is done; waits in it are noted
     * @return the result
     * @throws X what the code throws
     */
    public <T, X extends Throwable> T run(ScopedValue.CallableOp<T, X> code) throws X {
        thread = Thread.currentThread();
        return ScopedValue.where(BESIDE, this).call(code);
    }

    /** {@return what its thread waits for now; {@code null} if it does not wait} */
    public Wait currentWait() {
        return wait;
    }

    @Override
    public boolean isServing() {
        return Thread.currentThread() == thread; // those that it has begun may inherit its scope
    }

    @Override
    public void waits(Wait begun) {
        wait = begun;
    }

    @Override
    public void goesOn(Wait over) {
        wait = null;
    }

    /** Who waits for its end looks by itself. */
    @Override
    public void changes(Wait changed) {}

    @Override
    public String toString() {
        return name;
    }
}
