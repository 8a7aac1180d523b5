package org.activeobjects.transport.tcp;

import org.activeobjects.transport.posix.socket.Epoll;
import org.activeobjects.transport.spi.Doorbell;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * Notices what comes while nobody polls, and rings the runtime's doorbell for it.
 *
 * <p>It waits in the kernel only from when a thread says that it is about to sleep, or nobody has
 * polled for a millisecond; else every message would wake it too, beside the one who polls. When it
 * has rung, it leaves the links alone until somebody polls them, for a millisecond at most. While
 * somebody polls, the kernel need not even look at the sockets, which takes time of whoever sends.
 *
 * <p><b>Threading:</b> {@link #polled} and {@link #watch} by those who poll.
 */
final class Watcher implements AutoCloseable {

    private static final Logger LOG = LogManager.getLogger(Watcher.class);
    private static final VarHandle POLLS;
    private static final long LOOK_NS = 1_000_000;
    private static final long NO_LIMIT = -1;
    private static final int ANSWERS = 64;

    static {
        try {
            POLLS = MethodHandles.lookup().findVarHandle(Watcher.class, "polls", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Epoll epoll;
    private final Epoll.Look look;
    private final LinkSet links;
    private final Thread thread;
    private volatile Doorbell bell;
    private volatile boolean asked;
    private volatile boolean inKernel;
    private volatile boolean closed;
    private int polls; // through POLLS

    Watcher(String name, Epoll epoll, LinkSet links) {
        this.epoll = epoll;
        this.look = epoll.new Look(ANSWERS);
        this.links = links;
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
        thread.start();
    }

    void useDoorbell(Doorbell newBell) {
        bell = newBell;
    }

    /** Somebody polls. Two who do so at once may count as one. */
    void polled() {
        if (asked) {
            asked = false;
        }
        POLLS.setOpaque(this, polls + 1);
    }

    /** Whoever polls is about to sleep. */
    void watch() {
        asked = true;
        LockSupport.unpark(thread);
    }

    /** The first link is there. */
    void linkAdded() {
        LockSupport.unpark(thread);
    }

    /**
     * Whether this thread may not look at the links by itself for long. Who keeps something back
     * says so first and then asks this.
     */
    boolean isInKernel() {
        return inKernel;
    }

    private void run() {
        int seen = pollsNow();
        while (!closed) {
            try {
                if (links.isEmpty()) {
                    LockSupport.park(this);
                } else if (asked || pollsNow() == seen) {
                    inKernel = true;
                    links.watchInput();
                    links.sendKeptBack();
                    waitForInput(seen);
                    inKernel = false;
                    seen = pollsNow(); // before the pause: is somebody here to poll?
                    LockSupport.parkNanos(this, LOOK_NS);
                } else {
                    links.leaveInput();
                    links.sendKeptBack();
                    seen = pollsNow();
                    LockSupport.parkNanos(this, LOOK_NS);
                }
            } catch (RuntimeException | Error e) {
                // A fault of ours must not leave every other link unwatched.
                LOG.error("watching the links failed", e);
                LockSupport.parkNanos(this, LOOK_NS);
            }
        }
    }

    private int pollsNow() {
        return (int) POLLS.getOpaque(this);
    }

    private void waitForInput(int seen) {
        int answers = look.await(NO_LIMIT);
        boolean ring = false;
        for (int i = 0; i < answers; i++) {
            TcpLink link = links.get(look.key(i));
            if (link == null) {
                continue;
            }
            int events = look.events(i);
            if ((events & Epoll.OUT) != 0) {
                ring |= link.sendBacklog();
            }
            if ((events & ~Epoll.OUT) != 0) {
                ring |= asked || pollsNow() == seen;
            }
        }
        Doorbell rung = bell;
        if (ring && rung != null) {
            rung.ring();
        }
    }

    /** Ends the thread. */
    @Override
    public void close() {
        closed = true;
        epoll.wake();
        LockSupport.unpark(thread);
        if (Thread.currentThread() != thread) {
            try {
                thread.join(1000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
