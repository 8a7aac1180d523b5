package org.activeobjects.transport.matching;

import org.activeobjects.transport.progress.SpinLock;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The operations of one endpoint: those that nobody has reported yet, in the order of their start,
 * and some for later use, so that blocking calls allocate nothing.
 *
 * <p><b>Threading:</b> safe; the list of started ones under a lock, the spare ones by their owner.
 */
final class Operations {

    private static final int SPARE = 64;
    private static final VarHandle OWNER;

    static {
        try {
            OWNER = MethodHandles.lookup().findVarHandle(Operations.class, "owner", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final MatchedEndpoint endpoint;
    private final SpinLock lock = new SpinLock();
    private final Operation started; // head of a ring

    // Operations for later, of the thread that makes blocking calls here: nearly always one.
    private volatile Thread owner;
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
        if (Thread.currentThread() == owner) {
            Operation op = spare;
            if (op != null) {
                spare = op.next;
                op.next = null;
                spareCount--;
                return op;
            }
        }
        Operation op = new Operation(endpoint);
        op.isLeased = true;
        return op;
    }

    /** Takes back what nobody else knows any more. */
    void giveBack(Operation op) {
        op.clear();
        Thread me = Thread.currentThread();
        if (owner == null) {
            OWNER.compareAndSet(this, null, me);
        }
        if (me == owner && spareCount < SPARE) {
            op.next = spare;
            spare = op;
            spareCount++;
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
