package org.activeobjects.internal.alive;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * What is being done for others beside the services of active objects: the JVM does not end in the
 * middle of it.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Errands implements JvmKeeper.Worker {

    private final AtomicInteger underWay = new AtomicInteger();

    /** None is under way; whoever made this has to keep it. */
    public Errands() {
        JvmKeeper.watch(this);
    }

    /** One begins. */
    public void begin() {
        underWay.incrementAndGet();
    }

    /** One is over. */
    public void end() {
        JvmKeeper.beforeRest();
        underWay.decrementAndGet();
        JvmKeeper.rests();
    }

    @Override
    public boolean isBusy() {
        return underWay.get() > 0;
    }
}
