package org.activeobjects.internal.pending;

import org.activeobjects.internal.future.Promise;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * Calls by number, until they are answered.
 *
 * <p>The low bits of a number choose one of a fixed set of slots, the others say which of the calls
 * that had this slot in turn it is: an answer is taken for none but the call with all of its
 * number. A call whose slot is still in use goes into a map. So a call that is answered soon costs
 * one object and two atomic stores, however many others have been waiting for long.
 *
 * <p><b>Threading:</b> safe, and without locks while slots are free. A number is added once.
 */
public final class PendingCalls {

    /** A power of two. */
    static final int SLOTS = 256;

    private final AtomicReferenceArray<Call> slots = new AtomicReferenceArray<>(SLOTS);
    private final ConcurrentMap<Long, Call> others = new ConcurrentHashMap<>();

    /** A call that waits, known to nobody else; taken by who replaces this very object. */
    private record Call(long number, Promise promise) {}

    /** Without any call. */
    public PendingCalls() {}

    /**
     * Adds a call.
     *
     * @param number its number, another one for each call
     * @param promise who gets the answer
     */
    public void add(long number, Promise promise) {
        Call call = new Call(number, promise);
        if (!slots.compareAndSet(slotOf(number), null, call)) {
            others.put(number, call);
        }
    }

    /**
     * Takes a call out; each is given to one caller only.
     *
     * @param number any number, also one that no call ever had
     * @return who gets the answer; {@code null} if there is none of that number, or none any more
     */
    public Promise take(long number) {
        int slot = slotOf(number);
        Call call = slots.get(slot);
        if (call != null && call.number == number) {
            return slots.compareAndSet(slot, call, null) ? call.promise : null;
        }
        Call other = others.isEmpty() ? null : others.remove(number);
        return other == null ? null : other.promise;
    }

    /**
     * Takes all calls out.
     *
     * @param taker gets the promise of each
     * @return how many there were
     */
    public int takeAll(Consumer<Promise> taker) {
        int taken = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            taken += give(slots.getAndSet(slot, null), taker);
        }
        for (Long number : others.keySet()) {
            taken += give(others.remove(number), taker);
        }
        return taken;
    }

    private static int give(Call call, Consumer<Promise> taker) {
        if (call == null) {
            return 0;
        }
        taker.accept(call.promise);
        return 1;
    }

    /**
     * How many wait.
     *
     * @return 0 or more; out of date at once while others call
     */
    public int size() {
        int count = others.size();
        for (int slot = 0; slot < SLOTS; slot++) {
            count += slots.get(slot) == null ? 0 : 1;
        }
        return count;
    }

    private static int slotOf(long number) {
        return (int) number & (SLOTS - 1);
    }
}
