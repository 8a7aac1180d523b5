package org.activeobjects.internal.service;

import org.activeobjects.internal.alive.Fresh;
import org.activeobjects.internal.alive.JvmKeeper;
import org.activeobjects.internal.immediate.ImmediateMethods.Mode;
import org.activeobjects.internal.request.QueuedRequest;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What a body serves on other threads than its own.
 *
 * <p>A thread that is kept for one caller ends after a minute without a request; the next request
 * of that caller begins a new one.
 *
 * <p><b>Threading:</b> safe.
 */
final class Beside {

    private static final long IDLE_MS = 60_000;

    private final LocalBody body;
    private final Map<Thread, Serving> servings = new ConcurrentHashMap<>();
    private final Map<Object, CallerThread> callers = new ConcurrentHashMap<>();
    private final AtomicInteger unfinished = new AtomicInteger();

    Beside(LocalBody body) {
        this.body = body;
    }

    /** Lets a request be served at once; by the thread that delivers it. */
    void serveSoon(QueuedRequest request, Mode mode) {
        begins();
        try {
            start(request, mode);
        } catch (RuntimeException | Error e) { // such as the end of the caller's stack
            finished();
            throw e;
        }
    }

    private void start(QueuedRequest request, Mode mode) {
        if (mode == Mode.ON_THREAD_OF_CALLER) {
            callers.compute(
                    request.caller(),
                    (caller, known) ->
                            known != null && known.accepts(request)
                                    ? known
                                    : new CallerThread(caller, request));
        } else {
            Fresh.thread(Thread.ofVirtual(), () -> serve(request, null)).start();
        }
    }

    /** Serves a request on the calling thread, and tells when that waits and goes on. */
    void serve(QueuedRequest request, Consumer<Boolean> onWait) {
        Thread thread = Thread.currentThread();
        servings.put(thread, new Serving(request, thread, System.nanoTime(), onWait));
        try {
            if (thread.isVirtual() || body.traits().threads().executor() == null) {
                thread.setName(body.getName() + " " + request.getMethodName());
            }
            body.inScope(() -> Execution.run(body, body.target(), request));
        } finally {
            servings.remove(thread);
            finished();
        }
    }

    /** What the calling thread serves; null if that is nothing of this body. */
    Serving ofThisThread() {
        return servings.get(Thread.currentThread());
    }

    /** Whether a thread waits for a result without a time limit. */
    boolean isWaiting() {
        for (Serving serving : servings.values()) {
            if (serving.currentWait() != null) {
                return true;
            }
        }
        return false;
    }

    /** Who serves a request, or serves another one that comes before it; null if nobody does. */
    Serving servingOf(Predicate<QueuedRequest> isAsked) {
        for (Serving serving : servings.values()) {
            if (isAsked.test(serving.request())) {
                return serving;
            }
        }
        for (CallerThread caller : callers.values()) {
            if (caller.hasQueued(isAsked)) {
                return servings.get(caller.thread);
            }
        }
        return null;
    }

    /** A request has come that is to be served beside the body's own thread. */
    void begins() {
        unfinished.incrementAndGet();
    }

    /** It is served, or will not be. */
    void finished() {
        JvmKeeper.beforeRest();
        unfinished.decrementAndGet();
        JvmKeeper.rests();
    }

    /** Whether there are requests that have come and are not finished. */
    boolean isBusy() {
        return unfinished.get() > 0;
    }

    /** What is served now. */
    Collection<Serving> now() {
        return servings.values();
    }

    /** The life of the body is over: nobody waits for a request any more. */
    void close() {
        callers.values().forEach(CallerThread::wake);
    }

    /** The one thread for one caller. */
    private final class CallerThread implements Runnable {

        private final Object caller;
        private final Queue<QueuedRequest> waiting = new ArrayDeque<>();
        private final Thread thread;
        private boolean over;

        CallerThread(Object caller, QueuedRequest first) {
            this.caller = caller;
            waiting.add(first);
            String name = body.getName() + " for caller " + caller;
            thread = Fresh.thread(Thread.ofVirtual().name(name), this);
            thread.start();
        }

        synchronized boolean hasQueued(Predicate<QueuedRequest> isAsked) {
            return waiting.stream().anyMatch(isAsked);
        }

        synchronized boolean accepts(QueuedRequest request) {
            if (over) {
                return false;
            }
            waiting.add(request);
            notifyAll();
            return true;
        }

        synchronized void wake() {
            notifyAll();
        }

        @Override
        public void run() {
            QueuedRequest request = next();
            while (request != null) {
                serveOrRefuse(request);
                request = next();
            }
            callers.remove(caller, this);
        }

        private void serveOrRefuse(QueuedRequest request) {
            if (!body.isAlive()) {
                body.refuse(request, "terminated before it was served");
                finished();
                return;
            }
            try {
                serve(request, null);
            } catch (RuntimeException | Error e) { // the next ones must not wait for ever
                body.breakDown("error outside of any service", e);
            }
        }

        private synchronized QueuedRequest next() {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(IDLE_MS);
            long left = IDLE_MS;
            while (waiting.isEmpty() && left > 0 && body.isAlive()) {
                try {
                    wait(left);
                } catch (InterruptedException e) {
                    left = 0;
                    continue;
                }
                left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            }
            over = waiting.isEmpty();
            return waiting.poll();
        }
    }
}
