package org.activeobjects.transport.progress;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/**
 * Waits for one of several things, which are looked at anew whenever one of them has changed.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Watches {

    private final Progress progress;
    private final CopyOnWriteArrayList<Watch> watches = new CopyOnWriteArrayList<>();

    /**
     * Nobody waits yet.
     *
     * @param progress who moves the links meanwhile
     */
    public Watches(Progress progress) {
        this.progress = progress;
    }

    /**
     * Waits until a condition holds.
     *
     * @param what is waited for: its text, asked for by diagnostics only
     * @param condition looked at by any thread; quick, and harmless however often it is asked
     * @param timeoutNs longest wait, nanoseconds; {@code Long.MAX_VALUE} for ever
     * @return false if the time is over before
     */
    public boolean await(Object what, BooleanSupplier condition, long timeoutNs) {
        Watch watch = new Watch(what, condition);
        progress.pollOnce(); // also where nothing is to be waited for: what was kept back leaves
        watches.add(watch);
        try {
            return progress.await(watch, timeoutNs);
        } finally {
            watches.remove(watch);
        }
    }

    /** Something has changed that a wait may be for. */
    public void poke() {
        if (!watches.isEmpty()) {
            watches.forEach(Watch::poke);
        }
    }

    /** One wait. */
    private static final class Watch extends Waiting {

        private final Object what;
        private final BooleanSupplier condition;

        Watch(Object what, BooleanSupplier condition) {
            this.what = what;
            this.condition = condition;
        }

        @Override
        protected boolean isOver() {
            return condition.getAsBoolean();
        }

        @Override
        public Object subject() {
            return what;
        }

        void poke() {
            wake();
        }

        @Override
        public String toString() {
            return what.toString();
        }
    }
}
