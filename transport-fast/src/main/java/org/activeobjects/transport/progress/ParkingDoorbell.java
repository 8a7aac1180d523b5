package org.activeobjects.transport.progress;

import org.activeobjects.transport.spi.Doorbell;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * The doorbell of a runtime whose links have none: rung by threads of this JVM only.
 *
 * <p>The sleepers have a fixed number of places, so that a sleep allocates nothing. A thread that
 * finds none, which takes more sleepers than a runtime has, sleeps for a short time only.
 *
 * <p><b>Threading:</b> safe.
 */
public final class ParkingDoorbell implements Doorbell {

    private static final int PLACES = 16;
    private static final int NONE = -1;
    private static final long SLEEP_WITHOUT_PLACE_NS = 1_000_000;

    private final AtomicReferenceArray<Thread> sleepers = new AtomicReferenceArray<>(PLACES);
    private volatile int level;
    private volatile int rings;

    /** A doorbell at which nobody sleeps. */
    public ParkingDoorbell() {}

    @Override
    public void arm(int newLevel) {
        level = newLevel;
    }

    @Override
    public int level() {
        return level;
    }

    @Override
    public void sleep(int armed, long maxNs) {
        int before = rings;
        int place = takePlace();
        long limit = place == NONE ? Math.min(maxNs, SLEEP_WITHOUT_PLACE_NS) : maxNs;
        if (level == armed && rings == before) {
            LockSupport.parkNanos(this, limit);
        }
        if (place != NONE) {
            sleepers.set(place, null);
        }
    }

    private int takePlace() {
        Thread me = Thread.currentThread();
        for (int place = 0; place < PLACES; place++) {
            if (sleepers.getPlain(place) == null && sleepers.compareAndSet(place, null, me)) {
                return place;
            }
        }
        return NONE;
    }

    @Override
    @SuppressWarnings({"NonAtomicVolatileUpdate", "NonAtomicOperationOnVolatileField"})
    public void ring() {
        // A lost increment does no harm: one of the two rings is seen, and both unpark.
        rings++;
        level = AWAKE;
        for (int place = 0; place < PLACES; place++) {
            Thread sleeper = sleepers.get(place);
            if (sleeper != null) {
                LockSupport.unpark(sleeper);
            }
        }
    }

    @Override
    public void close() {
        ring();
    }
}
