package org.activeobjects.internal.sending;

import java.util.ArrayDeque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * Sends the calls of some methods of one stub by a thread of its own, in the order of the calls.
 *
 * <p>At most {@value #LIMIT} wait to be sent; whoever adds more waits for room.
 *
 * <p><b>Threading:</b> safe. A thread runs only while there is something to send.
 */
public final class SendQueue {

    /** How many may wait to be sent. */
    public static final int LIMIT = 1024;

    private final Set<String> methods = ConcurrentHashMap.newKeySet();
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private final Executor threads;
    private boolean sending;

    /** A queue for no method yet. */
    public SendQueue() {
        this(code -> Thread.ofVirtual().name("sender").start(code));
    }

    /** As above, sent by those threads. */
    SendQueue(Executor threads) {
        this.threads = threads;
    }

    /**
     * Sends the calls of a method from now on.
     *
     * @param method its name
     */
    public void take(String method) {
        methods.add(method);
    }

    /**
     * Leaves the calls of a method to their callers again.
     *
     * @param method its name
     */
    public void leave(String method) {
        methods.remove(method);
    }

    /**
     * Whether the calls of a method are sent by this queue.
     *
     * @param method its name
     * @return true if they are
     */
    public boolean takes(String method) {
        return methods.contains(method);
    }

    /**
     * Has something sent; or nothing of it, if there is no thread for that.
     *
     * @param send sends it; must not throw
     */
    public synchronized void add(Runnable send) {
        awaitFewerThan(LIMIT);
        if (!sending) {
            threads.execute(this::sendAll); // which waits for the lock
            sending = true;
        }
        waiting.addLast(send);
    }

    /** Waits until all has been sent that was added before. */
    public synchronized void awaitSent() {
        awaitFewerThan(1);
    }

    private void awaitFewerThan(int limit) {
        boolean interrupted = false;
        while (waiting.size() >= limit || (limit == 1 && sending)) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true; // the order of the calls matters more
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void sendAll() {
        Runnable send = next();
        while (send != null) {
            send.run();
            send = next();
        }
    }

    private synchronized Runnable next() {
        Runnable send = waiting.pollFirst();
        sending = send != null;
        notifyAll();
        return send;
    }
}
