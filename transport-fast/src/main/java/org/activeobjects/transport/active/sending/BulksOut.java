package org.activeobjects.transport.active.sending;

import org.activeobjects.transport.Slice;

import java.util.ArrayList;
import java.util.List;

/**
 * The bulk requests to one runtime: those that are announced, by their numbers, and spare ones for
 * later, so that a request allocates nothing. The credits bound both.
 *
 * <p><b>Threading:</b> under the lock of the way out.
 */
public final class BulksOut {

    private final List<BulkOut> announced = new ArrayList<>();
    private final List<BulkOut> spare = new ArrayList<>();
    private int nextNumber;

    /** None yet. */
    public BulksOut() {}

    /**
     * A request that nobody else knows yet.
     *
     * @param handler number of its handler
     * @param source its elements
     * @return the request, with a number that no other under way has
     * @throws IllegalStateException if the elements lie in a registered buffer by a view that is
     *     closed; nothing is begun
     */
    public BulkOut begin(int handler, Slice source) {
        BulkOut bulk = spare.isEmpty() ? new BulkOut() : spare.removeLast();
        bulk.begin(nextNumber++, handler, source);
        return bulk;
    }

    /**
     * Remembers a request until it is answered.
     *
     * @param bulk what {@link #begin} has returned
     */
    public void announce(BulkOut bulk) {
        announced.add(bulk);
    }

    /**
     * Takes out a request that is answered.
     *
     * @param number any number
     * @return the request, or {@code null} if none of this number waits for an answer
     */
    public BulkOut answered(int number) {
        for (int i = 0; i < announced.size(); i++) {
            if (announced.get(i).number() == number) {
                return announced.remove(i);
            }
        }
        return null;
    }

    /**
     * Takes out all that are not answered.
     *
     * @param pending gets them, for the caller to fail
     */
    public void drainTo(List<? super BulkOut> pending) {
        pending.addAll(announced);
        announced.clear();
    }

    /**
     * Forgets a request that was not sent.
     *
     * @param bulk what {@link #begin} has returned
     */
    public void giveUp(BulkOut bulk) {
        announced.remove(bulk);
        bulk.end();
    }

    /**
     * Takes back a request that went well.
     *
     * @param bulk one that nobody waits for any more
     */
    public void giveBack(BulkOut bulk) {
        bulk.end();
        spare.add(bulk);
    }
}
