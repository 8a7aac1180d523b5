package org.activeobjects.internal.alive;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Says, once per executor of a user's, that a wait has blocked one of its threads for long.
 *
 * <p><b>Threading:</b> safe.
 */
public final class ExecutorWatch {

    private static final Logger LOG = LogManager.getLogger(ExecutorWatch.class);

    private static final Executor LATER = CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS);

    private static final Set<Executor> TOLD =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private ExecutorWatch() {}

    /**
     * Somebody is about to wait on a thread of an executor.
     *
     * @param waiter whose text says who
     * @param executor the executor
     * @param stillWaits whether that wait lasts
     */
    public static void waits(Object waiter, Executor executor, BooleanSupplier stillWaits) {
        if (!TOLD.contains(executor)) {
            LATER.execute(
                    () -> {
                        if (stillWaits.getAsBoolean() && TOLD.add(executor)) {
                            LOG.warn(
                                    "a thread of an executor is blocked by a wait; give it more"
                                            + " threads than there are active objects that wait for"
                                            + " each other, or use virtual threads: body={}"
                                            + " executor={}",
                                    waiter,
                                    executor);
                        }
                    });
        }
    }
}
