package org.activeobjects.internal.mailbox;

import org.activeobjects.active.UniqueID;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was sent to a body by senders that are held back.
 *
 * <p><b>Threading:</b> safe. No lock is held while something is let in, since that may run the code
 * of an extension, which has locks of its own.
 */
public final class HeldBack {

    private static final Logger LOG = LogManager.getLogger(HeldBack.class);

    /** Stands for everybody; no object has that number. */
    private static final UniqueID ANYBODY = new UniqueID(null, -1);

    private final Map<UniqueID, Sender> senders = new HashMap<>();
    private long arrivals;
    private boolean isOver;
    private volatile boolean any;

    /** Nobody is held back. */
    public HeldBack() {}

    /**
     * Whether a sender is held back; where nobody ever is, that is all that a request pays.
     *
     * @return false if whatever comes may be let in
     */
    public boolean any() {
        return any;
    }

    /**
     * How much waits, of all senders.
     *
     * @return 0 or more
     */
    public synchronized int count() {
        return senders.values().stream().mapToInt(sender -> sender.waiting.size()).sum();
    }

    /**
     * Takes what a sender sends, if it is held back.
     *
     * @param id the sender
     * @param letIn lets it in, when its turn has come
     * @return false if the caller has to let it in itself
     */
    public synchronized boolean divert(UniqueID id, Runnable letIn) {
        Sender sender = senders.get(id);
        if (sender == null) {
            return false;
        }
        sender.waiting.addLast(new Arrived(++arrivals, letIn));
        return true;
    }

    /**
     * Takes what anybody sends, if all are held back.
     *
     * @param letIn lets it in, when its turn has come
     * @return false if the caller has to let it in itself
     */
    public boolean divert(Runnable letIn) {
        return divert(ANYBODY, letIn);
    }

    /** Holds back whatever comes from now on. */
    public void holdAll() {
        hold(ANYBODY);
    }

    /** Lets in what {@link #holdAll} has held back. */
    public void releaseHeldAll() {
        release(List.of(ANYBODY));
    }

    /**
     * Holds back what a sender sends from now on; nothing any more after {@link #releaseAll}.
     *
     * @param id the sender
     */
    public synchronized void hold(UniqueID id) {
        if (isOver) {
            return;
        }
        senders.computeIfAbsent(id, key -> new Sender()).held = true;
        any = true;
    }

    /**
     * Lets in what was held back of some senders, in the order in which it has come, and holds back
     * no more of it.
     *
     * @param ids the senders
     */
    public void release(List<UniqueID> ids) {
        Set<UniqueID> mine = beginRelease(ids);
        for (Runnable letIn = next(mine); letIn != null; letIn = next(mine)) {
            try {
                letIn.run();
            } catch (RuntimeException | Error e) { // what is behind it must not be held for ever
                LOG.error("something that was held back could not be let in", e);
            }
        }
    }

    /** Lets everything in: the body has ended, and all that waits must be told. */
    public void releaseAll() {
        release(heldInTheEnd());
    }

    private synchronized List<UniqueID> heldInTheEnd() {
        isOver = true;
        return List.copyOf(senders.keySet());
    }

    /** Gives those of the senders that nobody lets in already; whoever does goes on. */
    private synchronized Set<UniqueID> beginRelease(List<UniqueID> ids) {
        Set<UniqueID> mine = new HashSet<>();
        for (UniqueID id : ids) {
            Sender sender = senders.get(id);
            if (sender != null) {
                sender.held = false;
                if (!sender.releasing) {
                    sender.releasing = true;
                    mine.add(id);
                }
            }
        }
        return mine;
    }

    /** The oldest that is left. What comes meanwhile has its turn behind it. */
    private synchronized Runnable next(Set<UniqueID> mine) {
        Sender oldest = null;
        for (Iterator<UniqueID> left = mine.iterator(); left.hasNext(); ) {
            Sender sender = senders.get(left.next());
            if (sender.held) {
                sender.releasing = false;
                left.remove();
            } else if (oldest == null || sender.firstNumber() < oldest.firstNumber()) {
                oldest = sender;
            }
        }
        if (oldest != null && !oldest.waiting.isEmpty()) {
            return oldest.waiting.removeFirst().letIn;
        }
        senders.keySet().removeAll(mine);
        any = !senders.isEmpty();
        return null;
    }

    /** What waits; numbers are given in the order of arrival. */
    private record Arrived(long number, Runnable letIn) {}

    /** One sender: what waits, in the order of arrival. */
    private static final class Sender {

        private final ArrayDeque<Arrived> waiting = new ArrayDeque<>();
        private boolean held;
        private boolean releasing;

        long firstNumber() {
            return waiting.isEmpty() ? Long.MAX_VALUE : waiting.getFirst().number;
        }
    }
}
