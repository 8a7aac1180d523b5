package org.activeobjects.internal.future;

import org.activeobjects.spi.BodyHandle;
import org.activeobjects.spi.CallHandler;

/**
 * What a thread waits for that waits outside of calls: that the own thread of another active object
 * comes to something. It is never kept; whether it is waited for has to be asked.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Presence extends Promise {

    private final BodyHandle.Elsewhere waiting;

    /**
     * For one wait.
     *
     * @param other handler of the stub of the other active object
     * @param waiting the wait
     */
    public Presence(CallHandler other, BodyHandle.Elsewhere waiting) {
        super(Object.class, other);
        this.waiting = waiting;
    }

    /** {@return whether nobody waits for it any more} */
    public boolean isOver() {
        return !waiting.lasts().getAsBoolean();
    }

    void giveUp(RuntimeException why) {
        if (!isOver()) {
            waiting.giveUp().accept(why);
        }
    }

    @Override
    public String toString() {
        return "arrival of " + callee() + " in " + waiting.what();
    }
}
