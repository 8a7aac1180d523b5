package org.activeobjects.transport.ucx;

import org.activeobjects.transport.error.FaultLog;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.activeobjects.transport.ucx.binding.EventWait;

import java.util.concurrent.locks.LockSupport;

/**
 * Notices what comes while nobody polls, and sees closed endpoints out.
 *
 * <p>It sleeps at the worker's descriptor once the worker is armed: by whoever is about to sleep,
 * or by this thread when it sees that nobody has polled for a millisecond. While somebody polls it
 * looks for that only, and messages do not wake it.
 *
 * <p><b>Threading:</b> its own; the methods by any thread.
 */
final class EventThread {

    private static final FaultLog FAULTS =
            new FaultLog(EventThread.class, "watching the links failed {}");
    private static final int TICK_MS = 1;
    private static final int SELDOM_MS = 1000;
    private static final int NO_LIMIT = -1;
    private static final long JOIN_MS = 1000;

    /** After a fault, of which there may be one in each round. */
    private static final long PAUSE_NS = 10_000_000;

    private final UcxLinkService service;
    private final EventWait event;
    private final Thread thread;
    private volatile boolean closed;
    private long roundsSeen;

    EventThread(UcxLinkService service, int descriptor, String name)
            throws LinkUnavailableException {
        this.service = service;
        this.event = new EventWait(descriptor);
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
    }

    void start() {
        try {
            thread.start();
        } catch (OutOfMemoryError e) { // no thread to be had
            event.close();
            throw e;
        }
    }

    /** The worker is armed: the next message is to be noticed. */
    void rearm() {
        event.rearm();
    }

    /** Something has changed that is no message. */
    void wake() {
        event.wake();
    }

    private void run() {
        int limit = NO_LIMIT;
        while (!closed) {
            try {
                if (event.await(limit)) {
                    limit = TICK_MS;
                    service.onEvent();
                } else {
                    limit = closed ? NO_LIMIT : tick();
                }
            } catch (RuntimeException | Error e) {
                // A fault of ours must not leave every link unwatched.
                FAULTS.tell(thread, e);
                LockSupport.parkNanos(this, PAUSE_NS);
                limit = TICK_MS;
            }
        }
    }

    /** Returns how long to wait, milliseconds. */
    private int tick() {
        if (service.departures().isAny()) {
            service.moveDepartures();
            return TICK_MS;
        }
        if (!service.hasLinks()) {
            return leaveToThemselves();
        }
        long rounds = service.rounds();
        if (rounds != roundsSeen) {
            roundsSeen = rounds;
            return TICK_MS;
        }
        if (service.watch()) {
            return NO_LIMIT;
        }
        service.ring();
        return TICK_MS;
    }

    /** Nobody moves the worker now, which what UCX has not let go of may wait for. */
    private int leaveToThemselves() {
        if (!service.departures().isAnyLeft()) {
            return NO_LIMIT;
        }
        service.moveDepartures();
        return SELDOM_MS;
    }

    void close() {
        closed = true;
        event.wake();
        try {
            thread.join(JOIN_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!thread.isAlive()) {
            event.close();
        }
    }
}
