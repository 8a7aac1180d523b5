package org.activeobjects.transport.tcp;

import org.activeobjects.transport.error.FaultLog;
import org.activeobjects.transport.posix.socket.Alarm;
import org.activeobjects.transport.posix.socket.Epoll;
import org.activeobjects.transport.spi.Doorbell;

import java.io.IOException;
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

    private static final FaultLog FAULTS =
            new FaultLog(Watcher.class, "watching the links failed {}");
    private static final VarHandle POLLS;
    private static final long LOOK_NS = 1_000_000;

    /** The clock is read at so many polls, which take less than a millisecond together. */
    private static final int POLLS_PER_CLOCK = 32;

    private static final long NO_LIMIT = -1;
    private static final int ANSWERS = 64;

    /** Longest wait for the end of the thread once it has been told to end. */
    private static final long JOIN_MS = 1000;

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
    private final Alarm alarm = new Alarm(LOOK_NS);
    private volatile boolean asked;
    private volatile int asks;
    private volatile boolean inKernel;
    private volatile boolean mayBePutOff;
    private volatile boolean closed;
    private int polls; // through POLLS
    private long putOffNs = System.nanoTime(); // of who polls

    Watcher(String name, Epoll epoll, LinkSet links) throws IOException {
        this.epoll = epoll;
        this.look = epoll.new Look(ANSWERS);
        this.links = links;
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
        try {
            thread.start();
        } catch (OutOfMemoryError e) { // no thread to be had
            alarm.close();
            throw e;
        }
    }

    void useDoorbell(Doorbell newBell) {
        bell = newBell;
    }

    /** Somebody polls. Two who do so at once may count as one. */
    void polled() {
        if (asked) {
            asked = false;
        }
        int now = polls + 1;
        POLLS.setOpaque(this, now);
        if (now % POLLS_PER_CLOCK == 0 && mayBePutOff) {
            putOff();
        }
    }

    /** Who polls all the time has no need of the watching thread, which would take its core. */
    private void putOff() {
        long now = System.nanoTime();
        if (now - putOffNs > LOOK_NS / 2) {
            putOffNs = now;
            alarm.putOff();
        }
    }

    /** Whoever polls is about to sleep. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one polls at a time
    void watch() {
        asked = true;
        asks++;
        if (!inKernel) {
            alarm.ring();
        }
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
            int asksBefore = asks;
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
                    pause(asksBefore);
                } else {
                    links.leaveInput();
                    links.sendKeptBack();
                    seen = pollsNow();
                    mayBePutOff = true;
                    pause(asksBefore);
                    mayBePutOff = false;
                }
            } catch (RuntimeException | Error e) {
                // A fault of ours must not leave every other link unwatched.
                FAULTS.tell(thread, e);
                inKernel = false; // so nobody relies on its being there
                LockSupport.parkNanos(this, LOOK_NS);
            }
        }
    }

    /** Sleeps for a moment, unless somebody has asked to watch meanwhile. */
    private void pause(int asksBefore) {
        alarm.putOff();
        if (asks == asksBefore && !closed) {
            alarm.await();
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
        alarm.ring();
        LockSupport.unpark(thread);
        if (Thread.currentThread() != thread) {
            try {
                thread.join(JOIN_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        alarm.close();
    }
}
