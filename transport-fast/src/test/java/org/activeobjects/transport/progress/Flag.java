package org.activeobjects.transport.progress;

/** Something to wait for, which somebody raises. */
final class Flag extends Waiting {

    private volatile boolean set;

    void raise() {
        set = true;
        wake();
    }

    /** Whoever waits has to see it without being told. */
    void raiseSilently() {
        set = true;
    }

    @Override
    protected boolean isOver() {
        return set;
    }
}
