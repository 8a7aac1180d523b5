package org.activeobjects.internal.service;

import org.activeobjects.active.Active;
import org.activeobjects.active.Body;
import org.activeobjects.active.EndActive;
import org.activeobjects.active.InitActive;
import org.activeobjects.active.RunActive;
import org.activeobjects.error.BodyTerminatedException;
import org.activeobjects.internal.alive.JvmKeeper;
import org.activeobjects.internal.mailbox.Mailbox;
import org.activeobjects.internal.multiactive.Rules;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.threads.ThreadModel;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread and the life of a body.
 *
 * <p>A body that serves in the order of arrival has a virtual thread only while there is something
 * to serve: an idle one is a queue and a few words. A body with a policy of its own, or on a
 * platform thread, keeps its thread for life.
 *
 * <p><b>Threading:</b> {@code activity} says whether the body's thread runs, sleeps (dozes, if it
 * wakes by itself after some time) or does not exist; it leaves {@code RUNNING} by that thread
 * alone, which looks at the queue once more afterwards, and comes back to it by compare-and-set.
 */
abstract sealed class Activity implements Body permits Reception {

    private static final Logger LOG = LogManager.getLogger(Activity.class);

    private static final int NO_THREAD = 0;
    private static final int RUNNING = 1;
    private static final int PARKED = 2;
    private static final int DOZING = 3;

    private static final int ALIVE = 0;
    private static final int ENDING = 1;
    private static final int DEAD = 2;

    /** Requests that an object serves before it gives a thread of an executor back. */
    private static final int TURN = 64;

    private static final VarHandle ACTIVITY = varHandle("activity");
    private static final VarHandle LIFE = varHandle("life");

    private final Mailbox mailbox = new Mailbox();
    private final Object target;
    private final Traits traits;
    private final boolean isMultiActive;
    private boolean started;
    private volatile int activity = NO_THREAD;
    private volatile int life = ALIVE;
    private volatile Thread thread;
    private volatile Throwable breakdown;

    Activity(Object target, Traits traits) {
        this.target = target;
        this.traits = traits;
        this.isMultiActive = Rules.of(target.getClass()) != null;
    }

    private static VarHandle varHandle(String field) {
        try {
            return MethodHandles.lookup().findVarHandle(Activity.class, field, int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Runs code in the scope of this body. */
    abstract void inScope(Runnable code);

    /** Name of the body's thread when it begins. */
    abstract String threadName();

    /** Answers a request that will not be served. */
    abstract void refuse(QueuedRequest request, String why);

    /** Serves by the policy of the library until the life ends; by a body that keeps its thread. */
    abstract void serveAll();

    /** Serves a request, or passes it on. */
    abstract void take(QueuedRequest request);

    /** Whether the object lives elsewhere. */
    abstract boolean hasMoved();

    /** Called once, by the body's thread, when its life is over. */
    abstract void ended();

    /** Lets the activity begin, if there is anything to do before the first request. */
    public final void start() {
        if (keepsThread() || does(InitActive.class)) {
            wake();
        }
    }

    /**
     * Whether the body has to be told when its runtime closes.
     *
     * @return true if it has a thread for life or something to do at its end
     */
    public final boolean needsEnd() {
        return keepsThread() || does(EndActive.class);
    }

    final boolean keepsThread() {
        return traits.threads() == ThreadModel.PLATFORM || isMultiActive || does(RunActive.class);
    }

    private boolean does(Class<? extends Active> kind) {
        return traits.doer(kind, target) != null;
    }

    final void enqueue(QueuedRequest request) {
        mailbox.offer(request);
        wake();
    }

    private void wake() {
        int now = activity;
        if (now == RUNNING || !ACTIVITY.compareAndSet(this, now, RUNNING)) {
            return;
        }
        if (now == PARKED || now == DOZING) {
            LockSupport.unpark(thread);
        } else if (traits.threads().executor() != null) {
            runOn(traits.threads().executor());
        } else if (traits.threads() == ThreadModel.PLATFORM) {
            Thread.ofPlatform().daemon().name(threadName()).start(this::run);
        } else {
            Thread.ofVirtual().name(threadName()).start(this::run);
        }
    }

    private void runOn(Executor executor) {
        try {
            executor.execute(this::run);
        } catch (RuntimeException e) {
            LOG.error("executor refused, the active object ends: body={}", this, e);
            breakdown = e;
            started = true;
            LIFE.compareAndSet(this, ALIVE, ENDING);
            Thread.ofVirtual().name(threadName()).start(this::run);
        }
    }

    private void run() {
        thread = Thread.currentThread();
        inScope(keepsThread() ? this::liveWithThread : this::serveWhatIsThere);
    }

    private void serveWhatIsThere() {
        init();
        Executor executor = traits.threads().executor();
        int left = executor == null ? Integer.MAX_VALUE : TURN;
        do {
            while (life == ALIVE) {
                QueuedRequest request = mailbox.poll();
                if (request == null) {
                    break;
                }
                take(request);
                if (executor != null && --left <= 0 && !mailbox.isEmpty()) {
                    thread = null;
                    runOn(executor);
                    return;
                }
            }
            if (life != ALIVE) {
                end();
            }
        } while (!leave());
    }

    private void liveWithThread() {
        init();
        try {
            RunActive own = traits.doer(RunActive.class, target);
            if (life == ALIVE && own != null) {
                own.runActivity(this);
                serveTheRest();
            } else if (life == ALIVE) {
                serveAll();
            }
        } catch (BodyTerminatedException e) {
            LOG.debug("activity ended by a wait after the end: body={}", this);
        } catch (Throwable e) {
            breakdown = e;
            LOG.error("activity failed, its active object ends: body={}", this, e);
        }
        terminate();
        do {
            end();
        } while (!leave());
    }

    private void serveTheRest() {
        for (int left = mailbox.size(); left > 0 && life == ALIVE; left--) {
            serve(mailbox.poll());
        }
    }

    /** Ends the life after an error of the JVM, which leaves no object in a state to rely on. */
    final void breakDown(Throwable error) {
        breakdown = error;
        LOG.error("error of the JVM in a service, its active object ends: body={}", this, error);
        terminate();
    }

    private void init() {
        if (started) {
            return;
        }
        started = true;
        InitActive initial = traits.doer(InitActive.class, target);
        if (initial != null) {
            try {
                initial.initActivity(this);
            } catch (Throwable e) {
                breakdown = e;
                LOG.error("initActivity failed, its active object ends: body={}", this, e);
                terminate();
            }
        }
    }

    /** Ends the life; what arrived too late to be refused at once is answered. */
    private void end() {
        EndActive last =
                life == ENDING && !hasMoved() ? traits.doer(EndActive.class, target) : null;
        if (last != null && breakdown == null) {
            try {
                last.endActivity(this);
            } catch (Throwable e) {
                LOG.error("endActivity failed: body={}", this, e);
            }
        }
        if (life == ENDING) {
            life = DEAD;
            ended();
        }
        QueuedRequest request = mailbox.poll();
        while (request != null) {
            refuse(request, "terminated before it was served");
            request = mailbox.poll();
        }
    }

    private boolean leave() {
        thread = null;
        JvmKeeper.beforeRest();
        activity = NO_THREAD;
        JvmKeeper.rests();
        if ((mailbox.isEmpty() && life != ENDING)
                || !ACTIVITY.compareAndSet(this, NO_THREAD, RUNNING)) {
            return true;
        }
        thread = Thread.currentThread();
        return false;
    }

    /** Sleeps until a request comes or the life ends; false after the deadline or an interrupt. */
    final boolean awaitArrival(long deadlineNs) {
        int asleep = deadlineNs == Long.MAX_VALUE ? PARKED : DOZING;
        JvmKeeper.beforeRest();
        activity = asleep;
        JvmKeeper.rests();
        try {
            while (!mailbox.hasNew() && life == ALIVE && activity == asleep) {
                if (deadlineNs == Long.MAX_VALUE) {
                    LockSupport.park(getRequestQueue());
                } else {
                    long left = deadlineNs - System.nanoTime();
                    if (left <= 0) {
                        return false;
                    }
                    LockSupport.parkNanos(getRequestQueue(), left);
                }
                if (Thread.interrupted()) {
                    LOG.debug("interrupt ended a wait for requests: body={}", this);
                    return false;
                }
            }
            return true;
        } finally {
            activity = RUNNING;
        }
    }

    /**
     * How it differs from others of its class.
     *
     * @return its traits
     */
    public final Traits traits() {
        return traits;
    }

    /** Whether several requests may be served at the same time. */
    final boolean isMultiActive() {
        return isMultiActive;
    }

    /** Starts a thread beside the body's own, of the same kind. */
    final void newThread(Runnable code) {
        if (traits.threads().executor() != null) {
            traits.threads().executor().execute(code);
        } else if (traits.threads() == ThreadModel.PLATFORM) {
            Thread.ofPlatform().daemon().start(code);
        } else {
            Thread.ofVirtual().start(code);
        }
    }

    /** The queue. */
    final Mailbox mailbox() {
        return mailbox;
    }

    /** The thread that serves now; null if there is none. */
    final Thread thread() {
        return thread;
    }

    /** What ended the life other than an order; null if nothing did. */
    final Throwable breakdown() {
        return breakdown;
    }

    /**
     * The user's object.
     *
     * @return what requests run on
     */
    public final Object target() {
        return target;
    }

    /**
     * Whether nothing happens until a request comes.
     *
     * @return false if something is served, waits in the queue, or will go on by itself
     */
    public boolean isIdle() {
        int now = activity;
        return life == ALIVE && (now == NO_THREAD || now == PARKED) && mailbox.isEmpty();
    }

    /**
     * Whether there is work that would be lost if the JVM ended.
     *
     * @return true if something is served or waits in the queue
     */
    public boolean isBusy() {
        return activity == RUNNING || !mailbox.isEmpty();
    }

    @Override
    public final boolean isAlive() {
        return life != DEAD;
    }

    @Override
    public final boolean isActive() {
        return life == ALIVE;
    }

    @Override
    public final void terminate() {
        if (LIFE.compareAndSet(this, ALIVE, ENDING)) {
            wake();
        }
    }
}
