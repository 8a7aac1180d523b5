package org.activeobjects.transport.progress;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * The threads of one runtime that wait for conditions which handlers make true. A fixed number of
 * places, so that waiting allocates nothing; who finds none looks by itself now and then.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Conditions {

    private static final int PLACES = 64;
    private static final long LOOK_NS = 1_000_000;

    private final Progress progress;
    private final Place[] places = new Place[PLACES];
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * Nobody waits.
     *
     * @param progress who moves the links
     */
    public Conditions(Progress progress) {
        this.progress = progress;
        Arrays.setAll(places, _ -> new Place());
    }

    /** Something may have changed: a handler was run, a peer is gone, the transport is closed. */
    public void changed() {
        // What was changed is seen by who waits, or who waits is seen here.
        VarHandle.fullFence();
        if (waiting.getOpaque() > 0) {
            wakeAll();
        }
    }

    private void wakeAll() {
        for (Place place : places) {
            if (place.condition != null) {
                place.wakeUp();
            }
        }
    }

    /**
     * Waits until one of two conditions is true.
     *
     * @param condition what is waited for
     * @param end says that the first will never be true
     * @param timeoutNs longest wait, nanoseconds; 0 or less looks once
     * @return whether the first is true
     * @throws IllegalStateException in a handler, which must not wait
     */
    public boolean await(BooleanSupplier condition, BooleanSupplier end, long timeoutNs) {
        if (condition.getAsBoolean()) {
            return true;
        }
        Place place = take();
        if (place == null) {
            return look(condition, end, timeoutNs);
        }
        place.end = end;
        place.condition = condition;
        waiting.incrementAndGet();
        try {
            boolean unused = progress.await(place, timeoutNs);
        } finally {
            waiting.decrementAndGet();
            place.condition = null;
            place.end = null;
            place.isTaken.set(0);
        }
        return condition.getAsBoolean();
    }

    private Place take() {
        for (Place place : places) {
            if (place.isTaken.getPlain() == 0 && place.isTaken.compareAndSet(0, 1)) {
                return place;
            }
        }
        return null;
    }

    private boolean look(BooleanSupplier condition, BooleanSupplier end, long timeoutNs) {
        Place own = new Place();
        own.condition = condition;
        own.end = end;
        long start = System.nanoTime();
        long left = timeoutNs;
        while (left > 0 && !progress.await(own, Math.min(left, LOOK_NS))) {
            left = timeoutNs - (System.nanoTime() - start);
        }
        return condition.getAsBoolean();
    }

    /** One thread's wait. */
    private static final class Place extends Waiting {

        private final AtomicInteger isTaken = new AtomicInteger();
        private volatile BooleanSupplier condition;
        private volatile BooleanSupplier end;

        @Override
        protected boolean isOver() {
            return condition.getAsBoolean() || end.getAsBoolean();
        }

        private void wakeUp() {
            wake();
        }

        @Override
        public String toString() {
            return "a condition that handlers of active messages make true: " + condition;
        }
    }
}
