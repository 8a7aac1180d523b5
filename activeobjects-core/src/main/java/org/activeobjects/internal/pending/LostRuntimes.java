package org.activeobjects.internal.pending;

import org.activeobjects.transport.address.RuntimeId;

import java.util.ArrayDeque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The runtimes that were lost last: as many as the transport itself knows still. What is said of
 * one of them late, or sent to it in vain, must leave nothing behind that waits for its loss.
 *
 * <p><b>Threading:</b> safe.
 */
public final class LostRuntimes {

    /** So many are known. */
    static final int KEPT = 256;

    private final Set<RuntimeId> known = ConcurrentHashMap.newKeySet();
    private final ArrayDeque<RuntimeId> order = new ArrayDeque<>();

    /** None is lost. */
    public LostRuntimes() {}

    /**
     * One is lost, for good.
     *
     * @param runtime its id
     */
    public void add(RuntimeId runtime) {
        synchronized (order) {
            if (known.add(runtime)) {
                order.add(runtime);
                if (order.size() > KEPT) {
                    known.remove(order.remove());
                }
            }
        }
    }

    /**
     * Whether a runtime is lost.
     *
     * @param runtime its id
     * @return false also if it was lost long ago
     */
    public boolean contains(RuntimeId runtime) {
        return known.contains(runtime);
    }
}
