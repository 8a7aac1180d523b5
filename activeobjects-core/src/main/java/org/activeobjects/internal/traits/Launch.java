package org.activeobjects.internal.traits;

import org.activeobjects.internal.alive.Fresh;

import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Lets code of active objects run on threads of their models.
 *
 * <p>Executors of users' are free in what they do: some refuse, and some run what they are given on
 * the spot, on a thread that has other things to do than to serve an active object.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Launch implements Runnable {

    private final Runnable code;
    private final Thread giver = Thread.currentThread();
    private boolean isGiven; // by the giver
    private boolean isBack; // by the giver

    private Launch(Runnable code) {
        this.code = code;
    }

    /**
     * Lets code run on a thread of a model.
     *
     * @param traits whose model
     * @param name name of the thread, if a new one is made
     * @param code what to run
     * @param mayBeHere whether an executor may run it on the calling thread; else it is given the
     *     code by a virtual thread if it does so
     * @param refused told in place of running the code, if an executor refuses, or ends before it
     *     has begun, or no thread can be made
     */
    public static void run(
            Traits traits,
            String name,
            Runnable code,
            boolean mayBeHere,
            Consumer<Throwable> refused) {
        Executor executor = traits.threads().executor();
        try {
            if (executor == null) {
                traits.startThread(name, code);
            } else if (mayBeHere) {
                Thread caller = Thread.currentThread();
                Given.to(executor, () -> run(code, caller), refused);
            } else if (comesBack(executor, code, refused)) {
                Runnable again = () -> run(traits, name, code, true, refused);
                Fresh.thread(Thread.ofVirtual().name(name), again).start();
            }
        } catch (RuntimeException | OutOfMemoryError e) { // the second if no thread can be made
            refused.accept(e);
        }
    }

    /** On the thread of a caller an interrupt of that is for nothing that is served, and stays. */
    private static void run(Runnable code, Thread caller) {
        boolean wasInterrupted = Thread.currentThread() == caller && Thread.interrupted();
        try {
            code.run();
        } finally {
            if (wasInterrupted) {
                caller.interrupt();
            }
        }
    }

    /**
     * Gives code to an executor, but not for the calling thread.
     *
     * @param executor an executor of a user's
     * @param code what to run
     * @param refused told in place of running the code, if the executor refuses, or ends before it
     *     has begun, or no thread can be made
     * @return true if the executor ran what it was given on the spot; the code has not been run
     */
    public static boolean comesBack(Executor executor, Runnable code, Consumer<Throwable> refused) {
        Launch launch = new Launch(code);
        try {
            Given.to(executor, launch, refused);
        } catch (RuntimeException | OutOfMemoryError e) { // as in run
            refused.accept(e);
            return false;
        }
        launch.isGiven = true;
        return launch.isBack;
    }

    @Override
    public void run() {
        if (Thread.currentThread() == giver && !isGiven) {
            isBack = true;
        } else {
            code.run();
        }
    }
}
