package org.activeobjects.transport.progress;

import org.activeobjects.transport.spi.Doorbell;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The doorbell of a runtime whose links have none: rung by threads of this JVM only.
 *
 * <p><b>Threading:</b> safe.
 */
public final class ParkingDoorbell implements Doorbell {

    private final Set<Thread> sleepers = ConcurrentHashMap.newKeySet();
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
        Thread me = Thread.currentThread();
        sleepers.add(me);
        if (level == armed && rings == before) {
            LockSupport.parkNanos(this, maxNs);
        }
        sleepers.remove(me);
    }

    @Override
    @SuppressWarnings({"NonAtomicVolatileUpdate", "NonAtomicOperationOnVolatileField"})
    public void ring() {
        // A lost increment does no harm: one of the two rings is seen, and both unpark.
        rings++;
        level = AWAKE;
        for (Thread sleeper : sleepers) {
            LockSupport.unpark(sleeper);
        }
    }

    @Override
    public void close() {
        ring();
    }
}
