package org.activeobjects.transport.shm.joint;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/** A sender that does nothing but wait, and so helps all the time, on a thread of its own. */
public final class Helping implements AutoCloseable {

    private final AtomicBoolean isOver = new AtomicBoolean();
    private final AtomicInteger parts = new AtomicInteger();
    private final CompletableFuture<Void> thread;

    /** Begins; what it is given returns how many parts were copied. */
    public Helping(IntSupplier help) {
        thread =
                CompletableFuture.runAsync(
                        () -> {
                            while (!isOver.get()) {
                                parts.addAndGet(help.getAsInt());
                            }
                        });
    }

    /** Parts copied until now. */
    public int parts() {
        return parts.get();
    }

    @Override
    public void close() {
        isOver.set(true);
        thread.join();
    }
}
