package org.activeobjects.transport.shm.joint;

import org.activeobjects.transport.spi.Doorbell;

/** The doorbell of a receiver of which only the progress thread sleeps. */
public final class CountingBell implements Doorbell {

    private int rings;

    /** How often it was rung. */
    public int rings() {
        return rings;
    }

    @Override
    public void arm(int level) {}

    @Override
    public int level() {
        return IDLE;
    }

    @Override
    public void sleep(int level, long maxNs) {}

    @Override
    public void ring() {
        rings++;
    }

    @Override
    public void close() {}
}
