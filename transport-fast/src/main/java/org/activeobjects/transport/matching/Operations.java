package org.activeobjects.transport.matching;

import org.activeobjects.transport.progress.SpinLock;

/**
 * The operations of one endpoint: those that nobody has reported yet, in the order of their start,
 * and some for later use, so that blocking calls allocate nothing.
 *
 * <p><b>Threading:</b> safe, under one lock.
 */
final class Operations {

    private static final int SPARE = 64;

    private final MatchedEndpoint endpoint;
    private final SpinLock lock = new SpinLock();
    private final Operation started; // head of a ring
    private Operation spare;
    private int spareCount;

    Operations(MatchedEndpoint endpoint) {
        this.endpoint = endpoint;
        this.started = new Operation(endpoint);
        started.nextStarted = started;
        started.previousStarted = started;
    }

    /** An operation for one blocking call, to be given back if it went well. */
    Operation lease() {
        lock.lock();
        try {
            Operation op = spare;
            if (op != null) {
                spare = op.next;
                op.next = null;
                spareCount--;
                return op;
            }
        } finally {
            lock.unlock();
        }
        return new Operation(endpoint);
    }

    void giveBack(Operation op) {
        op.clear();
        lock.lock();
        try {
            if (spareCount < SPARE) {
                op.next = spare;
                spare = op;
                spareCount++;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Remembers an operation until somebody reports it. */
    void started(Operation op) {
        lock.lock();
        try {
            op.isStarted = true;
            op.previousStarted = started.previousStarted;
            op.nextStarted = started;
            op.previousStarted.nextStarted = op;
            started.previousStarted = op;
        } finally {
            lock.unlock();
        }
    }

    void reported(Operation op) {
        lock.lock();
        try {
            forget(op);
        } finally {
            lock.unlock();
        }
    }

    private void forget(Operation op) {
        if (op.isStarted) {
            op.isStarted = false;
            op.previousStarted.nextStarted = op.nextStarted;
            op.nextStarted.previousStarted = op.previousStarted;
            op.nextStarted = null;
            op.previousStarted = null;
        }
    }

    /** Takes an operation that is complete out of those that nobody has reported; null if none. */
    Operation takeComplete() {
        lock.lock();
        try {
            Operation op = started.nextStarted;
            while (op != started && !op.isComplete()) {
                op = op.nextStarted;
            }
            if (op == started) {
                return null;
            }
            forget(op);
            return op;
        } finally {
            lock.unlock();
        }
    }
}
