package org.activeobjects.transport.matching;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The transfers under way with one peer, by a small number that the peer gives back.
 *
 * <p><b>Threading:</b> under the owner's lock.
 */
final class TransferTable {

    /** Transfers at a time; the number fits 16 bits. */
    static final int CAPACITY = 1 << 16;

    private static final int FIRST_LENGTH = 16;

    private Operation[] slots = new Operation[FIRST_LENGTH];
    private int[] free = new int[FIRST_LENGTH];
    private int freeCount;
    private int used;

    TransferTable() {
        addFree(0, FIRST_LENGTH);
    }

    /** Gives a number to a transfer; -1 if all are taken. */
    int add(Operation op) {
        if (freeCount == 0) {
            int length = slots.length;
            if (length == CAPACITY) {
                return -1;
            }
            slots = Arrays.copyOf(slots, length * 2);
            free = Arrays.copyOf(free, length * 2);
            addFree(length, length * 2);
        }
        int id = free[--freeCount];
        slots[id] = op;
        used++;
        return id;
    }

    /** The transfer with a number that a peer has sent; null if there is none. */
    Operation get(int id) {
        return id >= 0 && id < slots.length ? slots[id] : null;
    }

    Operation remove(int id) {
        Operation op = get(id);
        if (op != null) {
            slots[id] = null;
            free[freeCount++] = id;
            used--;
        }
        return op;
    }

    boolean isEmpty() {
        return used == 0;
    }

    void clear(Consumer<Operation> each) {
        for (int id = 0; id < slots.length; id++) {
            Operation op = remove(id);
            if (op != null) {
                each.accept(op);
            }
        }
    }

    private void addFree(int from, int to) {
        for (int id = to - 1; id >= from; id--) {
            free[freeCount++] = id;
        }
    }
}
