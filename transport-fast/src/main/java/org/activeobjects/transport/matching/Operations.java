package org.activeobjects.transport.matching;

import org.activeobjects.transport.progress.SpinLock;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The operations of one endpoint: those that nobody has reported yet, in the order of their start,
 * and some for later use, so that blocking calls allocate nothing.
 *
 * <p>Nearly always one thread starts the operations of an endpoint and waits for them. What the
 * first one starts has a list of its own, to which it adds and from which it takes away without a
 * lock. When it has ended, the next one takes its part over.
 *
 * <p><b>Threading:</b> safe; the list of the first thread as it says, that of the others under the
 * lock, the spare operations by their owner.
 */
public final class Operations {

    /** Place of an operation that nobody need report. */
    static final int NOWHERE = Integer.MIN_VALUE;

    private static final int SPARE = 64;
    private static final VarHandle OWNER;
    private static final VarHandle STARTER;
    private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(Operation[].class);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            OWNER = lookup.findVarHandle(Operations.class, "owner", Thread.class);
            STARTER = lookup.findVarHandle(Operations.class, "starter", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Station station;
    private final SpinLock lock = new SpinLock();
    private final Started ofStarter = new Started();
    private final Started ofOthers = new Started();
    private volatile Thread starter;

    // Operations for later, of the thread that makes blocking calls here: nearly always one.
    private volatile Thread owner;
    private Operation spare;
    private Operation spareSend; // others write into receives: it stays with its thread's core
    private int spareCount;

    Operations(Station station) {
        this.station = station;
    }

    /**
     * An operation for one blocking call, to be given back if it went well.
     *
     * @return an operation that nobody else knows
     */
    public Operation lease() {
        return lease(false);
    }

    /**
     * As above, for a send.
     *
     * @return an operation that nobody else knows
     */
    public Operation leaseSend() {
        return lease(true);
    }

    /**
     * Whether the calling thread is the one that has given back operations here first, other than
     * in a handler, of those that are alive.
     *
     * @return true if so
     */
    public boolean isOwner() {
        return Thread.currentThread() == owner;
    }

    private Operation lease(boolean forSend) {
        if (isOwner()) {
            Operation op = spareSend;
            if (forSend && op != null) {
                spareSend = null;
                return op;
            }
            op = spare;
            if (op != null) {
                spare = op.next;
                op.next = null;
                spareCount--;
                return op;
            }
        }
        return Operation.forCaller(station);
    }

    /**
     * Takes back what nobody else knows any more.
     *
     * @param op an operation that is complete, or was never started
     */
    public void giveBack(Operation op) {
        op.clear();
        Thread me = Thread.currentThread();
        Thread known = owner;
        if (known != me && isGone(known) && !station.isInHandler()) {
            OWNER.compareAndSet(this, known, me);
        }
        if (me == owner && op.isSend && spareSend == null) {
            spareSend = op;
        } else if (me == owner && spareCount < SPARE) {
            op.next = spare;
            spare = op;
            spareCount++;
        }
    }

    /**
     * Remembers an operation until somebody reports it; without memory for that it lets go of what
     * it holds.
     *
     * @param op an operation that starts
     */
    public void started(Operation op) {
        try {
            add(op);
        } catch (OutOfMemoryError e) {
            op.letGo();
            throw e;
        }
    }

    private void add(Operation op) {
        if (!isStarter()) {
            startedByOther(op);
        } else if (!ofStarter.tryAdd(op)) {
            lock.lock();
            try {
                ofStarter.makeRoom(false);
            } finally {
                lock.unlock();
            }
            ofStarter.add(op);
        }
    }

    private boolean isStarter() {
        Thread me = Thread.currentThread();
        Thread first = starter;
        return first == me || isGone(first) && STARTER.compareAndSet(this, first, me);
    }

    /** Whether another thread may take its part over: what it has done is seen by who asks. */
    private static boolean isGone(Thread known) {
        return known == null || !known.isAlive();
    }

    private void startedByOther(Operation op) {
        lock.lock();
        try {
            if (!ofOthers.tryAdd(op)) {
                ofOthers.makeRoom(true);
                ofOthers.add(op);
            }
            op.place = ~op.place;
        } finally {
            lock.unlock();
        }
    }

    void reported(Operation op) {
        int place = op.place;
        if (place >= 0 && Thread.currentThread() == starter) {
            ofStarter.remove(op, place);
            if (ofStarter.isWorn()) {
                renew();
            }
        } else if (place != NOWHERE) {
            reportedByOther(op);
        }
    }

    private void renew() {
        lock.lock();
        try {
            ofStarter.renew();
        } finally {
            lock.unlock();
        }
    }

    private void reportedByOther(Operation op) {
        lock.lock();
        try {
            int place = op.place;
            if (place >= 0) {
                ofStarter.tryTake(op, place);
            } else {
                ofOthers.remove(op, ~place);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes an operation that is complete out of those that nobody has reported.
     *
     * @return the operation, or {@code null} if there is none
     */
    public Operation takeComplete() {
        lock.lock();
        try {
            Operation op = ofStarter.takeComplete();
            return op != null ? op : ofOthers.takeComplete();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Operations in the order of their start, with gaps.
     *
     * <p><b>Threading:</b> {@link #add}, {@link #remove} and {@link #makeRoom} by one thread at a
     * time; all but the first two under the lock. What is taken meanwhile under the lock, by
     * whomever, is taken in one step.
     *
     * <p>A reference to a new object costs a collector such as G1 a fence in an old array, and
     * nothing in a young one: so the array is a new one now and then.
     */
    private static final class Started {

        private static final int LEAST = 64;

        private Operation[] places = new Operation[LEAST];
        private int size; // only gaps from here on
        private int taken; // since the array is new

        boolean tryAdd(Operation op) {
            if (size == places.length) {
                return false;
            }
            add(op);
            return true;
        }

        void add(Operation op) {
            op.place = size;
            PLACE.setRelease(places, size++, op);
            taken++;
        }

        /** Whether it is empty, and many have been in it. */
        boolean isWorn() {
            return size == 0 && taken >= places.length;
        }

        void renew() {
            places = new Operation[places.length];
            taken = 0;
        }

        void remove(Operation op, int place) {
            if (place < places.length && places[place] == op) {
                places[place] = null;
            }
            if (place >= size - 1) { // mostly it is the oldest one
                trim();
            }
        }

        private void trim() {
            while (size > 0 && places[size - 1] == null) {
                size--;
            }
        }

        boolean tryTake(Operation op, int place) {
            return place < places.length && PLACE.compareAndSet(places, place, op, null);
        }

        /** Closes the gaps, and has as many places again as there are operations, or more. */
        void makeRoom(boolean ofOthers) {
            int all = 0;
            for (int i = 0; i < size; i++) {
                all += places[i] == null ? 0 : 1;
            }
            Operation[] roomier = new Operation[Math.max(LEAST, 2 * all)];
            int at = 0;
            for (int i = 0; i < size; i++) {
                Operation op = places[i];
                if (op != null) {
                    op.place = ofOthers ? ~at : at;
                    roomier[at++] = op;
                }
            }
            places = roomier;
            size = at;
            taken = at;
        }

        Operation takeComplete() {
            Operation[] now = places;
            for (int i = 0; i < now.length; i++) {
                Operation op = (Operation) PLACE.getAcquire(now, i);
                if (op != null && op.isComplete() && tryTake(op, i)) {
                    return op;
                }
            }
            return null;
        }
    }
}
