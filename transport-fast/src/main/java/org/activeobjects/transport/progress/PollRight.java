package org.activeobjects.transport.progress;

import org.activeobjects.transport.error.FaultLog;
import org.activeobjects.transport.spi.Doorbell;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * The right to poll the links: one thread has it at a time, and learns when it gives it back
 * whether somebody has asked for it meanwhile.
 *
 * <p>While nobody has it, the doorbell is at the level at rest, or somebody has been woken or will
 * come back by itself.
 *
 * <p>Who fails to get it and goes to sleep leaves a mark first. A mark can be left only while the
 * right is taken, and taking the marks and giving the right back is one step: so either the sleeper
 * sees the right free, or the holder sees the mark.
 *
 * <p>The threads that are parked until they get it have a fixed number of places, so that parking
 * allocates nothing. A thread that finds none is not woken for a hand-over; it parks for a short
 * time only and looks by itself.
 *
 * <p><b>Threading:</b> safe.
 */
@SuppressWarnings("ThreadPriorityCheck") // who has the right may need this core
final class PollRight {

    /** The progress thread sleeps without having looked. */
    static final int PROGRESS_ASKS = 2;

    /** Somebody wants to poll who works: a thread that waits. */
    static final int WAITER_ASKS = 4;

    /** The level of the doorbell is to be set anew. */
    static final int LEVEL_CHANGED = 8;

    /** Somebody wants to poll who helps, and who has the right waits for something else. */
    static final int HELPER_ASKS = 16;

    private static final int ANYTHING = PROGRESS_ASKS | WAITER_ASKS | LEVEL_CHANGED;

    static final int FREE = 0;
    private static final int TAKEN = 1;
    private static final VarHandle STATE;
    private static final VarHandle HOLDER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(PollRight.class, "state", int.class);
            HOLDER = lookup.findVarHandle(PollRight.class, "holder", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final FaultLog LEAVING =
            new FaultLog(PollRight.class, "the links were left in haste bell={}");
    private static final int WHOLE_ROUND = 2; // the first one may have begun before
    private static final long STANDSTILL_NS = 20_000_000; // some time slices of others
    private static final int PLACES = 64;
    private static final int NONE = -1;
    static final long NOBODY = 0;

    private final Rounds rounds;
    private final Doorbell bell;
    private final AtomicReferenceArray<Thread> parked = new AtomicReferenceArray<>(PLACES);
    private final AtomicInteger waitersAside = new AtomicInteger();

    private volatile boolean closed;

    /** Whether it was lent when it was given back last; written by who has it. */
    private volatile boolean lent;

    /** Whether who has it leaves it to who helps; written by who has it. */
    private volatile boolean offered;

    /**
     * {@link #leave} gives it back whatever fails in there. If it throws, it was not begun: who has
     * no stack left for that writes this and the holder in place, and the progress thread looks.
     */
    volatile int state;

    /**
     * Id of the thread that polls, or {@link #NOBODY}: for others a hint; who asks whether it is
     * itself knows for sure. No reference: each wait stores it, and a number needs no barrier.
     */
    long holder;

    /** A right that nobody has, to move what is in the rounds. */
    PollRight(Rounds rounds, Doorbell bell) {
        this.rounds = rounds;
        this.bell = bell;
    }

    boolean tryTake() {
        return (int) STATE.getOpaque(this) == FREE && STATE.compareAndSet(this, FREE, TAKEN);
    }

    /** Moves the links once, if nobody does and the thread may; returns whether it did. */
    boolean moveOnce(Thread me) {
        boolean isMine = !me.isVirtual() && tryTake();
        if (isMine) {
            try {
                heldBy(me);
                rounds.run();
            } finally {
                try {
                    leave(false);
                } catch (RuntimeException | Error _) {
                    holder = NOBODY;
                    state = FREE;
                }
            }
        }
        return isMine;
    }

    /** As {@link Progress#lookOnce}. */
    void lookOnce(Thread me) {
        boolean mayLook = !me.isVirtual() && !isHeldBy(me);
        long before = rounds.count();
        long until = System.nanoTime() + STANDSTILL_NS;
        while (mayLook && !moveOnce(me) && rounds.count() - before < WHOLE_ROUND) {
            Thread.yield();
            mayLook = System.nanoTime() - until < 0;
        }
    }

    /** Holder only: it is the one who polls, or, with null, soon no more. */
    void heldBy(Thread thread) {
        HOLDER.setOpaque(this, thread == null ? NOBODY : thread.threadId());
    }

    boolean isHeldBy(Thread thread) {
        return (long) HOLDER.getOpaque(this) == thread.threadId();
    }

    boolean isFree() {
        return (int) STATE.getOpaque(this) == FREE;
    }

    /** Whether somebody has asked; the holder may look at any time. */
    boolean isAskedFor(int mark) {
        return ((int) STATE.getOpaque(this) & mark) != 0;
    }

    /** Whether to give the right back means to look who is to be woken; for the holder. */
    boolean isDisturbed() {
        return isAskedFor(ANYTHING) || bell.level() != levelAtRest();
    }

    /** Leaves a mark; false, and none is left, if the right is free. */
    boolean ask(int mark) {
        while (true) {
            int now = (int) STATE.getVolatile(this);
            if (now == FREE) {
                return false;
            }
            if (STATE.compareAndSet(this, now, now | mark)) {
                return true;
            }
        }
    }

    /** Gives the right back, with a full fence. Returns the marks. */
    int giveBack() {
        return (int) STATE.getAndSet(this, FREE) & ~TAKEN;
    }

    /**
     * Gives the right back for a moment. Returns the marks; the level need not be set by one who
     * comes back, or finds that somebody else has the right.
     */
    int letGo() {
        setLent(false);
        heldBy(null);
        int marks = giveBack();
        if ((marks & WAITER_ASKS) != 0) {
            unparkOne();
        }
        return marks;
    }

    /** Takes the right, if it is free, for a thread that has just had it. */
    boolean tryTakeAgain(Thread me) {
        boolean isTaken = tryTake();
        if (isTaken) {
            heldBy(me);
        }
        return isTaken;
    }

    /**
     * Gives the right back, and has somebody look at what comes from now on.
     *
     * @param hasNotLooked whether something may have come before
     */
    void leave(boolean hasNotLooked) {
        leave(hasNotLooked, false, false);
    }

    /**
     * As above, for one who will sleep without the right: links that cannot ring see to it that
     * input is noticed at once.
     */
    void leaveToSleep() {
        leave(true, true, false);
    }

    /**
     * Gives the right back for one who will be here again soon: the doorbell stays at {@link
     * Doorbell#AWAKE}, since to tell all peers twice that nobody polls, and that somebody does
     * again, takes longer than what happens in between. Only while the progress thread stands guard
     * ({@link ProgressLoop.Guard}), and nobody sleeps for whom every frame is to be noticed.
     */
    void lend() {
        leave(false, false, true);
    }

    /** Holder only: whether it is to be had for {@link #HELPER_ASKS}. */
    void offer(boolean isOffered) {
        if (offered != isOffered) {
            offered = isOffered;
        }
    }

    /** Whether who has it leaves it to who helps and asks for it; a hint. */
    boolean isOffered() {
        return offered;
    }

    /** Whether it is lent, or is with one who has come back. */
    boolean isLent() {
        return lent;
    }

    private void setLent(boolean isLent) {
        if (lent != isLent) {
            lent = isLent;
        }
    }

    private void leave(boolean hasNotLooked, boolean willSleep, boolean mayLend) {
        boolean isMine = true;
        boolean lends = mayLend;
        try {
            do {
                setLent(lends);
                boolean looks = !lends && setToRest(willSleep) || hasNotLooked || mayLend && !lends;
                heldBy(null);
                int marks = giveBack();
                isMine = false;
                isMine = looks || marks != 0 ? handOver(marks) : !lends && isRung() && tryTake();
                lends = false;
            } while (isMine);
        } catch (RuntimeException | Error e) {
            if (isMine) {
                holder = NOBODY;
                state = FREE;
            }
            if (!closed && !(e instanceof StackOverflowError)) { // who has no stack cannot tell
                LEAVING.tell(bell, e);
            }
        }
    }

    /** Returns whether something may have come since somebody has looked. */
    private boolean setToRest(boolean willSleep) {
        int rest = levelAtRest();
        boolean armed = bell.level() != rest;
        if (armed) {
            rest = armAtRest();
        }
        boolean watches = willSleep || rest == Doorbell.WAITING;
        if (watches) {
            rounds.watch();
        }
        return armed || watches;
    }

    /** Returns true if the caller has the right again and is to leave once more. */
    private boolean handOver(int marks) {
        boolean isHandedOver = (marks & WAITER_ASKS) != 0 && unparkOne();
        if (!isHandedOver) {
            if (isRung()) {
                return tryTake();
            }
            if (rounds.hasWork()) {
                bell.ring();
            }
        }
        return (marks & LEVEL_CHANGED) != 0 && tryTake();
    }

    /**
     * Whether a peer has rung since the level was set. The progress thread, if it was asleep until
     * the right is given back, was not woken: it sleeps at {@code AWAKE}, where nobody rings.
     */
    private boolean isRung() {
        return bell.level() == Doorbell.AWAKE && !closed;
    }

    /** The doorbell says nothing any more, and nobody is to be woken. */
    void close() {
        closed = true;
    }

    /** A thread waits without the right, for which every frame is to be noticed. */
    void waiterAsideComes() {
        waitersAside.incrementAndGet();
    }

    void waiterAsideGoes() {
        waitersAside.decrementAndGet();
    }

    /** What the doorbell is armed with while nobody polls. */
    int levelAtRest() {
        return waitersAside.get() > 0 ? Doorbell.WAITING : Doorbell.IDLE;
    }

    /**
     * Sets the doorbell to the level at rest; holder only. Such a thread that comes meanwhile may
     * still have seen the old level, and be content with that: so who waits is counted again
     * afterwards. Returns the level.
     */
    int armAtRest() {
        int rest;
        do {
            rest = levelAtRest();
            bell.arm(rest);
        } while (rest != levelAtRest());
        return rest;
    }

    /** Sets the doorbell to the level at rest, or has the holder of the right do it. */
    void raiseLevel() {
        while (bell.level() != Doorbell.WAITING) {
            if (takeToLeave(false) || ask(LEVEL_CHANGED)) {
                return;
            }
        }
    }

    /** The right may have been given back for the calling thread, which needs it no more. */
    void passOn() {
        if (takeToLeave(true)) {
            var _ = unparkOne();
        }
    }

    private boolean takeToLeave(boolean hasNotLooked) {
        boolean isTaken = tryTake();
        if (isTaken) {
            try {
                leave(hasNotLooked);
            } catch (RuntimeException | Error _) {
                state = FREE;
            }
        }
        return isTaken;
    }

    /** Takes a place for the calling thread, which parks; the result is for {@link #unparked}. */
    int parks() {
        Thread me = Thread.currentThread();
        for (int place = 0; place < PLACES; place++) {
            if (parked.getPlain(place) == null && parked.compareAndSet(place, null, me)) {
                return place;
            }
        }
        return NONE;
    }

    void unparked(int place) {
        if (place != NONE) {
            parked.set(place, null);
        }
    }

    /**
     * Wakes one of those who are parked: it takes the right, or looks for work if it needs it no
     * more. Returns whether there was one.
     */
    boolean unparkOne() {
        for (int place = 0; place < PLACES; place++) {
            Thread thread = parked.get(place);
            if (thread != null) {
                LockSupport.unpark(thread);
                return true;
            }
        }
        return false;
    }
}
