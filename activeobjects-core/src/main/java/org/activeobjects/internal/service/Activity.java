package org.activeobjects.internal.service;

import org.activeobjects.active.Body;
import org.activeobjects.active.RunActive;
import org.activeobjects.error.BodyTerminatedException;
import org.activeobjects.internal.admission.Gate;
import org.activeobjects.internal.alive.JvmKeeper;
import org.activeobjects.internal.alive.Soon;
import org.activeobjects.internal.mailbox.Intake;
import org.activeobjects.internal.mailbox.Mailbox;
import org.activeobjects.internal.mailbox.Mailbox.Consumer;
import org.activeobjects.internal.multiactive.Rules;
import org.activeobjects.internal.polling.Polling;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.thrown.Thrown;
import org.activeobjects.internal.traits.Launch;
import org.activeobjects.internal.traits.Traits;
import org.activeobjects.threads.ThreadModel;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread and the life of a body.
 *
 * <p>A body that serves in the order of arrival has a virtual thread only while there is something
 * to serve: an idle one is a queue and a few words. A body with a policy of its own, or on a
 * platform thread, keeps its thread for life.
 *
 * <p><b>Threading:</b> the mailbox knows whether the body's thread runs, sleeps or does not exist,
 * and tells one sender to wake or to begin it. The thread rests only if the mailbox is empty, and
 * looks at {@code life} once more afterwards.
 */
abstract sealed class Activity implements Body permits Residence {

    private static final Logger LOG = LogManager.getLogger(Activity.class);

    private static final int ALIVE = 0;
    private static final int ENDING = 1;
    private static final int DEAD = 2;

    /** Requests that an object serves before it gives a thread of an executor back. */
    private static final int TURN = 64;

    private static final AtomicIntegerFieldUpdater<Activity> LIFE =
            AtomicIntegerFieldUpdater.newUpdater(Activity.class, "life");

    private final Mailbox mailbox = new Mailbox();
    private final Object target;
    private final Traits traits;
    private final boolean isMultiActive;
    private boolean started;
    private boolean inActivity;
    private volatile int life = ALIVE;
    private volatile Turn turn;
    private volatile Throwable breakdown;

    Activity(Object target, Traits traits) {
        this.target = target;
        this.traits = traits;
        this.isMultiActive = Rules.of(target.getClass()) != null;
    }

    /** Runs code in the scope of this body. */
    abstract void inScope(Runnable code);

    /** Name of the body's thread when it begins. */
    abstract String threadName();

    /** Answers a request that will not be served. */
    abstract void refuse(QueuedRequest request, String why);

    /** Serves by the policy of the library until the life ends; by a body that keeps its thread. */
    abstract void serveAll();

    /** Serves a request, or passes it on; none if that is null. */
    abstract void take(QueuedRequest request);

    /** Whether the object lives elsewhere. */
    abstract boolean hasMoved();

    /** Lets the object move, if it has asked to, between two services. */
    abstract void depart();

    /** Lets others know, if it has moved, and passes on from now on. */
    abstract void announce();

    /** Where callers wait for room in the queue; null if that has no bound. */
    abstract Gate gate();

    /** Called once, by the body's thread, when its life is over. */
    abstract void ended();

    final boolean keepsThread() {
        boolean forLife = traits.threads() == ThreadModel.PLATFORM || isMultiActive;
        return !hasMoved() && (forLife || traits.does(RunActive.class, target));
    }

    final void enqueue(QueuedRequest request) {
        Consumer was = mailbox.offer(request);
        if (was != Consumer.AWAKE) {
            try {
                boolean mayBeHere = request.mayBeServedHere();
                Polling.afterwards(request.polling(), () -> letRun(was, mayBeHere));
            } catch (RuntimeException | Error e) { // such as the end of the caller's stack
                mailbox.takeBack(request, was);
                throw e;
            }
        }
    }

    final void wake() {
        Consumer was = mailbox.rouse();
        if (was != Consumer.AWAKE) {
            letRun(was, life == ALIVE);
        }
    }

    /** Lets the thread run, which the mailbox has told the caller to do. */
    private void letRun(Consumer was, boolean mayBeHere) {
        if (was != Consumer.ABSENT) {
            LockSupport.unpark(thread());
        } else {
            boolean isShort = mayBeHere && !keepsThread();
            Launch.run(traits, threadName(), this::run, isShort, this::refused);
        }
    }

    private void refused(Throwable reason) {
        breakDown("executor refused", reason);
        Soon.run(threadName(), this::run);
    }

    private void run() {
        Turn before = turn;
        turn = new Turn(Thread.currentThread(), before == null ? openIntake() : before.intake);
        inScope(keepsThread() ? this::liveWithThread : this::serveOrEnd);
    }

    /** Whatever goes wrong outside of services must not leave callers without an answer. */
    private void serveOrEnd() {
        try {
            serveWhatIsThere();
        } catch (Throwable e) {
            if (thread() != Thread.currentThread() || life == DEAD) {
                throw e;
            }
            breakDown("error outside of any service", e);
            serveWhatIsThere();
        }
    }

    private Intake openIntake() {
        Gate gate = gate();
        return mailbox.open(gate == null ? null : gate::left);
    }

    private void serveWhatIsThere() {
        init();
        announce();
        Executor executor = traits.threads().executor();
        int left = executor == null ? Integer.MAX_VALUE : TURN;
        do {
            Intake intake = turn.intake;
            while (life == ALIVE) {
                QueuedRequest request = intake.poll();
                if (request == null) {
                    break;
                }
                take(request);
                if (executor != null && --left <= 0 && !hasEmptyQueue()) {
                    if (givesThreadBack(executor)) {
                        return;
                    }
                    left = TURN;
                }
            }
            if (life != ALIVE) {
                JvmKeeper.during(this::end); // in which the runtime forgets this body
            }
        } while (somethingComes() || !leave());
    }

    /** False if the executor wants the calling thread to go on. */
    private boolean givesThreadBack(Executor executor) {
        Intake intake = turn.intake;
        turn = new Turn(null, intake);
        boolean comesBack = Launch.comesBack(executor, this::run, this::refused);
        if (comesBack) {
            turn = new Turn(Thread.currentThread(), intake);
        }
        return !comesBack;
    }

    /** Looks for the next request by itself if the last came from another runtime. */
    private boolean somethingComes() {
        return traits.threads().executor() == null
                && turn.findsOut(() -> !hasEmptyQueue() || life != ALIVE);
    }

    private void liveWithThread() {
        init();
        try {
            RunActive own = traits.doer(RunActive.class, target);
            if (isActive() && own != null) {
                inActivity = true;
                own.runActivity(this);
                for (int n = queueLength(); n > 0 && isActive() && !hasEmptyQueue(); n--) {
                    take(turn.intake.poll()); // which may serve others
                }
            } else if (isActive()) {
                serveAll();
            }
        } catch (Throwable e) {
            // A wait after the end has thrown; or another active object has ended, and not this.
            if (isActive() || !(e instanceof BodyTerminatedException)) {
                breakdown = e;
                LOG.error("activity failed, its object ends: body={}", this, Thrown.printable(e));
            }
        }
        inActivity = false;
        if (!hasMoved()) {
            terminate();
        }
        serveOrEnd();
    }

    /** Ends the life after what leaves no object in a state to rely on. */
    final void breakDown(String what, Throwable error) {
        LOG.error("{}, its active object ends: body={}", what, this, Thrown.printable(error));
        breakdown = error;
        started = true;
        terminate();
    }

    private void init() {
        if (started) {
            return;
        }
        started = true;
        try {
            traits.init(this, target);
        } catch (Throwable e) {
            breakDown("initActivity failed", e);
        }
        depart();
    }

    /** Ends the life; what arrived too late to be refused at once is answered. */
    private void end() {
        if (life == ENDING && !hasMoved() && breakdown == null) {
            try {
                traits.end(this, target);
            } catch (Throwable e) {
                LOG.error("endActivity failed: body={}", this, Thrown.printable(e));
            }
        }
        if (life == ENDING) {
            life = DEAD;
            ended();
        }
        Intake intake = turn.intake;
        for (QueuedRequest late = intake.drain(); late != null; late = intake.drain()) {
            refuse(late, "terminated before it was served");
        }
    }

    /** False if there is more to do. After true the body may have another thread already. */
    private boolean leave() {
        turn.intake.close();
        turn = null;
        JvmKeeper.beforeRest();
        if (mailbox.tryRest(Consumer.ABSENT)) {
            JvmKeeper.rests();
            if (life != ENDING || !mailbox.tryWake(Consumer.ABSENT)) {
                return true;
            }
        }
        turn = new Turn(Thread.currentThread(), openIntake());
        return false;
    }

    /** Sleeps until a request comes or the life ends; false after the deadline or an interrupt. */
    final boolean awaitArrival(long deadlineNs) {
        Consumer rest = deadlineNs == Long.MAX_VALUE ? Consumer.ASLEEP : Consumer.DOZING;
        JvmKeeper.beforeRest();
        if (somethingComes() || !mailbox.tryRest(rest)) {
            return true;
        }
        JvmKeeper.rests();
        try {
            while (mailbox.consumer() == rest && life == ALIVE && !turn.intake.showsMore()) {
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
            var _ = mailbox.tryWake(rest); // false if it was woken
        }
    }

    /** How it differs from others of its class. */
    public final Traits traits() {
        return traits;
    }

    /** Whether several requests may be served at the same time. */
    public final boolean isMultiActive() {
        return isMultiActive;
    }

    /** How many requests wait; walks over them. */
    public final int queueLength() {
        Turn now = turn;
        return mailbox.size() + (now == null ? 0 : now.intake.size());
    }

    /** Whether no request waits. */
    final boolean hasEmptyQueue() {
        Turn now = turn;
        return mailbox.isEmpty() && (now == null || now.intake.size() == 0);
    }

    /** Who serves now; null if nobody does. */
    final Turn turn() {
        return turn;
    }

    /** For the body's own thread: whether it is in an activity of the user's. */
    final boolean isInActivity() {
        return inActivity;
    }

    /** The thread that serves now; null if there is none. */
    final Thread thread() {
        Turn now = turn;
        return now == null ? null : now.thread;
    }

    /** What ended the life other than an order; null if nothing did. */
    final Throwable breakdown() {
        return breakdown;
    }

    /** The user's object, on which requests run. */
    public final Object target() {
        return target;
    }

    /** Whether nothing happens until a request comes; false if it will go on by itself. */
    public boolean isIdle() {
        Consumer now = mailbox.consumer();
        return life == ALIVE
                && (now == Consumer.ABSENT || now == Consumer.ASLEEP)
                && hasEmptyQueue();
    }

    /** Whether something is served or waits in the queue, which would be lost with the JVM. */
    public boolean isBusy() {
        return mailbox.consumer() == Consumer.AWAKE || !hasEmptyQueue();
    }

    @Override
    public final boolean isAlive() {
        return life != DEAD;
    }

    @Override
    public final boolean isActive() {
        return life == ALIVE && !hasMoved();
    }

    /** Whether requests are taken, to be served or passed on: until it ends or is told to. */
    public final boolean takesRequests() {
        return life == ALIVE;
    }

    @Override
    public void terminate() {
        if (LIFE.compareAndSet(this, ALIVE, ENDING)) {
            wake();
        }
    }
}
