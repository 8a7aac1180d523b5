package org.activeobjects.transport.transfer;

import org.activeobjects.transport.progress.SpinLock;

import java.util.Arrays;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.function.UnaryOperator;

/**
 * The transfers under way with one peer, by a small number that the peer gives back.
 *
 * <p><b>Threading:</b> safe, under a lock of its own, within which no other is taken.
 *
 * @param <T> type of the transfers
 */
@SuppressWarnings({
    "NonAtomicVolatileUpdate",
    "NonAtomicOperationOnVolatileField"
}) // under the lock
public final class TransferTable<T> {

    /** Transfers at a time; the number fits 16 bits. */
    public static final int CAPACITY = 1 << 16;

    private static final int FIRST_LENGTH = 16;

    private final SpinLock lock = new SpinLock();
    private Object[] slots = new Object[FIRST_LENGTH];
    private int[] free = new int[FIRST_LENGTH];
    private int freeCount;
    private volatile int used;
    private boolean isClosed;

    /** An empty table. */
    public TransferTable() {
        addFree(0, FIRST_LENGTH);
    }

    /**
     * Gives a number to a transfer.
     *
     * @param transfer the transfer
     * @return its number, or less than 0 if all are taken or the table is closed
     */
    public int add(T transfer) {
        lock.lock();
        try {
            if (isClosed || freeCount == 0 && !grow()) {
                return -1;
            }
            int id = free[--freeCount];
            slots[id] = transfer;
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
        Object[] moreSlots = Arrays.copyOf(slots, length * 2);
        free = Arrays.copyOf(free, length * 2);
        slots = moreSlots; // behind both: without memory for one nothing has changed
        addFree(length, length * 2);
        return true;
    }

    /**
     * The transfer with a number that a peer has sent.
     *
     * @param id any number
     * @return the transfer, or {@code null} if there is none
     */
    public T get(int id) {
        lock.lock();
        try {
            return at(id);
        } finally {
            lock.unlock();
        }
    }

    /**
     * As {@link #get}, and has something done with it before anything else can take its place.
     *
     * @param id any number
     * @param change what is done, quick; gets the value
     * @param value a number
     * @return the transfer, or {@code null} if there is none
     */
    public T get(int id, ObjIntConsumer<? super T> change, int value) {
        lock.lock();
        try {
            T transfer = at(id);
            if (transfer != null) {
                change.accept(transfer, value);
            }
            return transfer;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes a transfer out.
     *
     * @param id any number
     * @return the transfer, which the caller owns now, or {@code null} if there is none
     */
    public T remove(int id) {
        lock.lock();
        try {
            T transfer = at(id);
            if (transfer != null) {
                slots[id] = null;
                free[freeCount++] = id;
                used--;
            }
            return transfer;
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("unchecked") // add lets nothing else in
    private T at(int id) {
        return id >= 0 && id < slots.length ? (T) slots[id] : null;
    }

    /**
     * Whether nothing is under way.
     *
     * @return true if so; a hint for any thread
     */
    public boolean isEmpty() {
        return used == 0;
    }

    /**
     * Transfers under way.
     *
     * @return how many; a hint for any thread
     */
    public int size() {
        return used;
    }

    /**
     * Puts stand-ins in the place of some transfers: the peer knows their numbers still.
     *
     * @param standIn the stand-in for a transfer, or {@code null} if it stays
     * @param replaced gets the transfers that were replaced, which the caller owns now
     */
    public void replace(UnaryOperator<T> standIn, List<? super T> replaced) {
        lock.lock();
        try {
            for (int id = 0; id < slots.length; id++) {
                replaceAt(id, standIn, replaced);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * As above, of one transfer.
     *
     * @param id its number
     * @param standIn the stand-in for it, or {@code null} if it stays
     * @param replaced gets the transfer if it was replaced
     */
    public void replace(int id, UnaryOperator<T> standIn, List<? super T> replaced) {
        lock.lock();
        try {
            replaceAt(id, standIn, replaced);
        } finally {
            lock.unlock();
        }
    }

    private void replaceAt(int id, UnaryOperator<T> standIn, List<? super T> replaced) {
        T transfer = at(id);
        T other = transfer == null ? null : standIn.apply(transfer);
        if (other != null) {
            replaced.add(transfer);
            slots[id] = other;
        }
    }

    /**
     * Takes everything out, and nothing in any more.
     *
     * @param pending gets the transfers, which the caller owns now
     */
    public void close(List<? super T> pending) {
        lock.lock();
        try {
            isClosed = true;
            for (int id = 0; id < slots.length; id++) {
                if (slots[id] != null) {
                    pending.add(at(id));
                    slots[id] = null;
                }
            }
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
