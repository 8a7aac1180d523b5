package org.activeobjects.transport.matching;

import org.activeobjects.transport.progress.SpinLock;

import java.util.Arrays;
import java.util.List;

/**
 * The transfers under way with one peer, by a small number that the peer gives back.
 *
 * <p><b>Threading:</b> safe, under a lock of its own, within which no other is taken.
 */
@SuppressWarnings({
    "NonAtomicVolatileUpdate",
    "NonAtomicOperationOnVolatileField"
}) // under the lock
final class TransferTable {

    /** Transfers at a time; the number fits 16 bits. */
    static final int CAPACITY = 1 << 16;

    private static final int FIRST_LENGTH = 16;

    private final SpinLock lock = new SpinLock();
    private Operation[] slots = new Operation[FIRST_LENGTH];
    private int[] free = new int[FIRST_LENGTH];
    private int freeCount;
    private volatile int used;
    private boolean isClosed;

    TransferTable() {
        addFree(0, FIRST_LENGTH);
    }

    /** Gives a number to a transfer; less than 0 if all are taken or the table is closed. */
    int add(Operation op) {
        lock.lock();
        try {
            if (isClosed || freeCount == 0 && !grow()) {
                return -1;
            }
            int id = free[--freeCount];
            slots[id] = op;
            used++;
            return id;
        } finally {
            lock.unlock();
        }
    }

    private boolean grow() {
        int length = slots.length;
        if (length == CAPACITY) {
            return false;
        }
        slots = Arrays.copyOf(slots, length * 2);
        free = Arrays.copyOf(free, length * 2);
        addFree(length, length * 2);
        return true;
    }

    /** The transfer with a number that a peer has sent; null if there is none. */
    Operation get(int id) {
        lock.lock();
        try {
            return id >= 0 && id < slots.length ? slots[id] : null;
        } finally {
            lock.unlock();
        }
    }

    /** Takes a transfer out; null if there is none. */
    Operation remove(int id) {
        lock.lock();
        try {
            Operation op = id >= 0 && id < slots.length ? slots[id] : null;
            if (op != null) {
                slots[id] = null;
                free[freeCount++] = id;
                used--;
            }
            return op;
        } finally {
            lock.unlock();
        }
    }

    boolean isEmpty() {
        return used == 0;
    }

    /** Puts stand-ins in the place of the operations of an endpoint that closes. */
    void abandon(MatchedEndpoint endpoint, List<? super Operation> abandoned) {
        lock.lock();
        try {
            for (int id = 0; id < slots.length; id++) {
                Operation op = slots[id];
                if (op != null && op.endpoint == endpoint && !op.isAbandoned) {
                    abandoned.add(op);
                    slots[id] = op.standIn();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes everything out, and nothing in any more. */
    void close(List<? super Operation> pending) {
        lock.lock();
        try {
            isClosed = true;
            for (Operation op : slots) {
                if (op != null) {
                    pending.add(op);
                }
            }
            Arrays.fill(slots, null);
            used = 0;
        } finally {
            lock.unlock();
        }
    }

    private void addFree(int from, int to) {
        for (int id = to - 1; id >= from; id--) {
            free[freeCount++] = id;
        }
    }
}
