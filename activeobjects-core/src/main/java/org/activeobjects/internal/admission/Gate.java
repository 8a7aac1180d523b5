package org.activeobjects.internal.admission;

import org.activeobjects.queue.QueueBound;
import org.activeobjects.spi.StubMethod;
import org.activeobjects.transport.address.RuntimeId;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The entrance of one queue that takes only so many requests.
 *
 * <p>In the line before it stand callers of this runtime, whose threads wait, and calls of others,
 * which are in the queue already, beyond the bound, and whose credits are given back when their
 * turn comes. Both are served in the order in which they came.
 *
 * <p><b>Threading:</b> safe; credits are given back by the thread that makes room, with no lock
 * held.
 */
public final class Gate implements Room.Line {

    private final QueueBound bound;
    private final Outlet outlet;
    private final Deque<Object> line = new ArrayDeque<>();
    private final Map<RuntimeId, Account> accounts = new HashMap<>();
    private int length;
    private boolean open = true;
    private boolean moved;

    /**
     * For an empty queue.
     *
     * @param bound its bound
     * @param outlet takes credits to other runtimes
     */
    public Gate(QueueBound bound, Outlet outlet) {
        this.bound = bound;
        this.outlet = outlet;
    }

    /** Takes credits to other runtimes. */
    public interface Outlet {

        /**
         * Gives credits back; must not block.
         *
         * @param to runtime that has used them
         * @param credits how many; {@link Credits#NO_MORE_NEEDED} if calls need none any more
         */
        void give(RuntimeId to, long credits);
    }

    /** What another runtime has used, and not got back. */
    private static final class Account {

        private final RuntimeId runtime;
        private long told;
        private int granted;
        private int owed;

        private Account(RuntimeId runtime) {
            this.runtime = runtime;
        }
    }

    /**
     * Lets a caller of this runtime in, or has it wait for room.
     *
     * @param method what it calls
     * @param callee the way to the active object
     * @return false if the object has moved: the caller is to look for it
     * @throws org.activeobjects.queue.RequestQueueFullException if there was no room in time
     */
    public boolean enter(StubMethod method, Object callee) {
        Room room;
        synchronized (this) {
            if (!open) {
                return !moved;
            }
            if (hasRoom()) {
                length++;
                return true;
            }
            room = new Room(this, bound, method, callee);
            line.addLast(room);
        }
        return room.awaitTurn();
    }

    /**
     * Whether a caller of this runtime would be let in now.
     *
     * @return false if it would have to wait
     */
    public synchronized boolean hasRoom() {
        return !open || line.isEmpty() && length < bound.length();
    }

    /**
     * A request has come that nobody could keep from coming.
     *
     * @param creditor runtime that has used a credit for it; {@code null} if none has
     */
    public void arrived(RuntimeId creditor) {
        List<Account> full = List.of();
        boolean isLate;
        synchronized (this) {
            length++;
            isLate = isTooLateFor(creditor);
            if (creditor != null && open) {
                Account account = accounts.computeIfAbsent(creditor, Account::new);
                account.owed++;
                line.addLast(account);
                full = admit();
            }
        }
        tell(full);
        tellEnd(isLate, creditor);
    }

    /** Whether a runtime that has used a credit has perhaps not been told of the end. */
    private boolean isTooLateFor(RuntimeId creditor) {
        return creditor != null && !open && !moved;
    }

    private void tellEnd(boolean isLate, RuntimeId creditor) {
        if (isLate) {
            outlet.give(creditor, Credits.NO_MORE_NEEDED);
        }
    }

    /**
     * A request of another runtime does not go into the queue.
     *
     * @param creditor runtime that has used a credit for it; {@code null} if none has
     */
    public void passed(RuntimeId creditor) {
        List<Account> full = List.of();
        boolean isLate;
        synchronized (this) {
            isLate = isTooLateFor(creditor);
            if (creditor != null && open) {
                Account account = accounts.computeIfAbsent(creditor, Account::new);
                account.granted++;
                full = List.of(account);
            }
        }
        tell(full);
        tellEnd(isLate, creditor);
    }

    /** A request has left the queue: somebody may come in. */
    public void left() {
        List<Account> full;
        synchronized (this) {
            length--;
            full = admit();
        }
        tell(full);
    }

    /** Lets in who can be; gives the accounts that got credits. */
    private List<Account> admit() {
        List<Account> full = new ArrayList<>(0);
        Object first = open ? line.peekFirst() : null;
        while (first != null && length - (first instanceof Account ? 1 : 0) < bound.length()) {
            line.removeFirst();
            if (first instanceof Account account) {
                account.owed--;
                account.granted++;
                if (!full.contains(account)) {
                    full.add(account);
                }
            } else {
                length++;
                ((Room) first).value(true);
            }
            first = line.peekFirst();
        }
        return full;
    }

    /** Gives back many credits at a time. */
    private void tell(List<Account> granted) {
        for (Account account : granted) {
            int credits = 0;
            synchronized (this) {
                if (account.granted >= Credits.batch(bound)) {
                    credits = account.granted;
                    account.granted = 0;
                    account.told += credits;
                }
            }
            if (credits > 0) {
                outlet.give(account.runtime, credits);
            }
        }
    }

    /**
     * Another runtime is lost: it needs no credits any more, nor is it told of the end.
     *
     * @param runtime that runtime
     */
    public synchronized void lost(RuntimeId runtime) {
        accounts.remove(runtime);
    }

    /** The object is somewhere else: who waits looks for it there, and nobody gets credits here. */
    public synchronized void move() {
        moved = true;
        end(false);
    }

    /** The object ends: who waits goes on, and is refused. */
    public void close() {
        List<RuntimeId> callers;
        synchronized (this) {
            callers = List.copyOf(accounts.keySet());
            accounts.clear();
            end(true);
        }
        callers.forEach(caller -> outlet.give(caller, Credits.NO_MORE_NEEDED));
    }

    private void end(boolean mayGoOn) {
        open = false;
        for (Object waiting : line) {
            if (waiting instanceof Room room) {
                room.value(mayGoOn);
            }
        }
        line.clear();
    }

    @Override
    public boolean leave(Room room) {
        boolean wasInLine;
        List<Account> full;
        synchronized (this) {
            wasInLine = line.remove(room);
            full = admit(); // what stood behind it may be within the bound already
        }
        tell(full);
        return wasInLine;
    }

    @Override
    public void giveBack() {
        left();
    }

    @Override
    public long seen() {
        return -1;
    }

    /**
     * Whether the queue is what keeps a runtime from calling.
     *
     * @param runtime that runtime
     * @param seen how many credits it has got back until now
     * @return false if credits are on their way to it
     */
    public synchronized boolean holdsUp(RuntimeId runtime, long seen) {
        Account account = accounts.get(runtime);
        return account != null && account.owed > 0 && account.told == seen;
    }

    /**
     * How full it is.
     *
     * @return its length, its bound and the number of callers that wait, for people
     */
    @Override
    public synchronized String state() {
        long waiting = line.stream().filter(Room.class::isInstance).count();
        return "queued=" + length + " waitingCallers=" + waiting;
    }

    /**
     * Its bound.
     *
     * @return the bound
     */
    public QueueBound bound() {
        return bound;
    }
}
