package org.activeobjects.transport.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
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
    private volatile int used; // places that have ever been taken: the first ones

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
        // Either who is about to sleep sees what was changed, or is seen here: it names its
        // sleeping place before it looks for the last time.
        VarHandle.fullFence();
        for (int i = used - 1; i >= 0; i--) {
            places[i].wakeIfWaiting();
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
        place.begin(condition, end);
        try {
            var _ = progress.await(place, timeoutNs);
        } finally {
            place.end();
        }
        return condition.getAsBoolean();
    }

    private Place take() {
        for (int i = 0; i < PLACES; i++) {
            if (places[i].tryTake()) {
                if (i >= used) {
                    raiseUsed(i + 1);
                }
                return places[i];
            }
        }
        return null;
    }

    private synchronized void raiseUsed(int least) {
        used = Math.max(used, least);
    }

    private boolean look(BooleanSupplier condition, BooleanSupplier end, long timeoutNs) {
        Place own = new Place();
        own.begin(condition, end);
        long start = System.nanoTime();
        long left = timeoutNs;
        while (left > 0 && !progress.await(own, Math.min(left, LOOK_NS))) {
            left = timeoutNs - (System.nanoTime() - start);
        }
        return condition.getAsBoolean();
    }

    /** One thread's wait. */
    private static final class Place extends Waiting {

        private static final VarHandle TAKEN;
        private static final VarHandle CONDITION;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                TAKEN = lookup.findVarHandle(Place.class, "taken", int.class);
                CONDITION = lookup.findVarHandle(Place.class, "condition", BooleanSupplier.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @SuppressWarnings("unused") // through TAKEN
        private int taken;

        private BooleanSupplier condition;
        private BooleanSupplier end;

        boolean tryTake() {
            return (int) TAKEN.getOpaque(this) == 0 && TAKEN.compareAndSet(this, 0, 1);
        }

        void begin(BooleanSupplier newCondition, BooleanSupplier newEnd) {
            end = newEnd;
            CONDITION.setRelease(this, newCondition);
        }

        void end() {
            CONDITION.setRelease(this, null);
            TAKEN.setRelease(this, 0);
        }

        @Override
        protected boolean isOver() {
            return condition.getAsBoolean() || end.getAsBoolean();
        }

        void wakeIfWaiting() {
            if (CONDITION.getOpaque(this) != null) {
                wake();
            }
        }

        @Override
        public String toString() {
            return "a condition that handlers of active messages make true: " + condition;
        }
    }
}
