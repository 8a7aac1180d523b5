package org.activeobjects.internal.alive;

import org.apache.logging.log4j.LogManager;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Code without which somebody would wait for ever, on a virtual thread of its own: at once, or as
 * soon as one can be had.
 *
 * <p>A virtual thread cannot begin where there is no memory for it, or where it needs a carrier and
 * the system has no thread left. Who begins it often has nobody to tell: it is a thread of the
 * transport, or whoever brings a result.
 *
 * <p><b>Threading:</b> safe; never blocks. While none can be had, one is tried for ten times a
 * second, and what was begun later may come first.
 */
public final class Soon implements Runnable {

    private static final Executor LATER =
            CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS, Runnable::run);

    private final String name;
    private final Runnable code;
    private final Threads threads;
    private final AtomicBoolean begun = new AtomicBoolean();

    private Soon(String name, Runnable code, Threads threads) {
        this.name = name;
        this.code = code;
        this.threads = threads;
    }

    /** Begins threads. */
    interface Threads {
        void start(String name, Runnable code);
    }

    /**
     * Runs code on a virtual thread.
     *
     * @param name name of the thread
     * @param code what it runs, once
     */
    public static void run(String name, Runnable code) {
        run(
                name,
                code,
                (called, soon) -> Fresh.thread(Thread.ofVirtual().name(called), soon).start());
    }

    /** As above, on one of those threads. */
    static void run(String name, Runnable code, Threads threads) {
        Soon soon = new Soon(name, code, threads);
        try {
            threads.start(name, soon);
        } catch (VirtualMachineError e) { // or the stack of the caller ends here
            LATER.execute(() -> soon.begin(e));
        }
    }

    private void begin(Error told) {
        try {
            threads.start(name, this);
        } catch (VirtualMachineError e) {
            LATER.execute(() -> begin(null));
        }
        if (told != null) { // last, for this may fail, too; here, where there is a stack for it
            LogManager.getLogger(Soon.class)
                    .warn("no thread could be had at once, it is tried again: for={}", name, told);
        }
    }

    /** A thread may begin although its start has failed: not twice. */
    @Override
    public void run() {
        if (begun.compareAndSet(false, true)) {
            code.run();
        }
    }
}
