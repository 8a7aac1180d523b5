package org.activeobjects.transport.progress;

import org.activeobjects.transport.spi.Doorbell;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
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

    private static final int LEVELS = 3;
    private static final int ALONE = 4;
    private static final int ARMED_ONCE = 8;
    private static final int PLACES = 16;
    private static final int NONE = -1;
    private static final long SLEEP_WITHOUT_PLACE_NS = 1_000_000;

    private final AtomicReferenceArray<Thread> sleepers = new AtomicReferenceArray<>(PLACES);

    /** The level, whether one thread alone is to be woken, and how often it was armed. */
    private final AtomicInteger state = new AtomicInteger();

    private int armings; // of the one who may arm, above the level
    private final AtomicReference<Thread> alone = new AtomicReference<>();

    /** A doorbell at which nobody sleeps. */
    public ParkingDoorbell() {}

    @Override
    public void arm(int newLevel) {
        armings += ARMED_ONCE;
        state.setRelease(armings | newLevel); // after the one who sleeps alone, if one does
        VarHandle.fullFence();
    }

    @Override
    public void armAlone(int newLevel) {
        alone.set(Thread.currentThread());
        arm(newLevel | ALONE);
    }

    @Override
    public int level() {
        return state.get() & LEVELS;
    }

    @Override
    public int state() {
        return state.get();
    }

    @Override
    public void sleep(int armed, long maxNs) {
        int seen = state.get();
        if ((seen & LEVELS) == armed) {
            sleepBeside(seen, maxNs);
        }
    }

    @Override
    public void sleepBeside(int seen, long maxNs) {
        int place = takePlace();
        long limit = place == NONE ? Math.min(maxNs, SLEEP_WITHOUT_PLACE_NS) : maxNs;
        if (state.get() == seen) {
            LockSupport.parkNanos(limit); // who sleeps says what for
        }
        if (place != NONE) {
            sleepers.set(place, null);
        }
    }

    @Override
    public void sleepAlone(int armed, long maxNs) {
        if (level() == armed) {
            LockSupport.parkNanos(maxNs);
        }
        alone.compareAndSet(Thread.currentThread(), null); // nothing that has ended is kept
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
    public void ring() {
        int before = state.getAndUpdate(now -> now & ~(LEVELS | ALONE));
        if ((before & ALONE) != 0) {
            LockSupport.unpark(alone.get());
            return;
        }
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
        ring(); // also for who sleeps beside one that was rung for alone
    }
}
