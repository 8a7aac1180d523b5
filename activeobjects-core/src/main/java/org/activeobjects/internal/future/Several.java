package org.activeobjects.internal.future;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Is there when one of several results is, or all of them are.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Several extends Promise {

    private final List<Promise> parts;
    private final boolean isAny;

    private Several(List<Promise> parts, boolean isAny) {
        super(Object.class, (isAny ? "one of " : "all of ") + parts.size() + " calls");
        this.parts = parts;
        this.isAny = isAny;
    }

    /**
     * Waits until one of several results is there.
     *
     * @param promises one or more
     * @param timeoutMs longest wait in milliseconds; 0 for ever
     * @throws org.activeobjects.error.ProActiveTimeoutException if none came in time
     */
    public static void awaitAny(List<Promise> promises, long timeoutMs) {
        await(promises, 1, true, timeoutMs);
    }

    /**
     * Waits until all of several results are there.
     *
     * @param promises any number
     * @param timeoutMs longest wait in milliseconds; 0 for ever
     * @throws org.activeobjects.error.ProActiveTimeoutException if one did not come in time
     */
    public static void awaitAll(List<Promise> promises, long timeoutMs) {
        List<Promise> open = promises.stream().filter(promise -> !promise.isDone()).toList();
        if (open.size() > 1) {
            await(open, open.size(), false, timeoutMs);
        } else if (open.size() == 1) {
            open.getFirst().await(timeoutMs);
        }
    }

    private static void await(List<Promise> promises, int needed, boolean isAny, long timeoutMs) {
        Several several = new Several(promises, isAny);
        AtomicInteger left = new AtomicInteger(needed);
        Runnable code =
                () -> {
                    if (left.decrementAndGet() == 0) {
                        several.value(null);
                    }
                };
        List<Waiter> waiters = new ArrayList<>(promises.size());
        try {
            for (Promise promise : promises) {
                Waiter waiter = promise.notify(code);
                if (waiter != null) {
                    waiters.add(waiter);
                }
            }
            several.await(timeoutMs);
        } finally {
            waiters.forEach(Waiter::cancel);
        }
    }

    /**
     * What it depends on.
     *
     * @return the results, in the order in which they were given
     */
    public List<Promise> parts() {
        return parts;
    }

    /**
     * How it depends on them.
     *
     * @return true if one is enough, false if all are needed
     */
    public boolean isAny() {
        return isAny;
    }
}
