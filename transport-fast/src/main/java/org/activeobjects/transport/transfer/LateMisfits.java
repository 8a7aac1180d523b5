package org.activeobjects.transport.transfer;

import org.activeobjects.transport.error.FaultLog;
import org.activeobjects.transport.error.MessageMismatchException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What an endpoint is told of messages that did not fit their receives when their sends were
 * complete already, while it waited for nothing from there: it is kept for the next operation with
 * that peer, which fails with it.
 *
 * <p><b>Threading:</b> safe.
 */
public final class LateMisfits {

    private static final Logger LOG = LogManager.getLogger(LateMisfits.class);

    private volatile Misfit first;

    /** The first that nobody was told of. */
    private record Misfit(Object peer, int endpoint, String text, AtomicBoolean isLogged) {}

    /** Nothing came. */
    public LateMisfits() {}

    /**
     * A peer tells of a misfit. The first that nobody was told of counts.
     *
     * @param peer who tells
     * @param endpoint the endpoint there that has received
     * @param text what did not fit
     */
    public synchronized void keep(Object peer, int endpoint, String text) {
        if (first == null) {
            first = new Misfit(peer, endpoint, text, new AtomicBoolean());
        }
    }

    /** Writes what is kept to the log, once. */
    public void log() {
        Misfit misfit = first;
        if (misfit != null && !misfit.isLogged.getAndSet(true)) {
            FaultLog.warn(LOG, "a message that was sent did not fit its receive: {}", misfit.text);
        }
    }

    /**
     * An operation with a peer is about to start.
     *
     * @param peer the peer; {@code null} for any
     * @param endpoint the endpoint there
     * @throws MessageMismatchException if an earlier message to it did not fit; once
     */
    public void check(Object peer, int endpoint) {
        MessageMismatchException failure = take(peer, endpoint);
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * As {@link #check}.
     *
     * @param peer the peer; {@code null} for any
     * @param endpoint the endpoint there
     * @return what an operation with it fails with, once; {@code null} if all has fitted
     */
    public MessageMismatchException take(Object peer, int endpoint) {
        return isAbout(peer, endpoint) ? takeFirst(peer, endpoint) : null;
    }

    /**
     * Whether {@link #check} would throw.
     *
     * @param peer the peer; {@code null} for any
     * @param endpoint the endpoint there
     * @return true if so
     */
    public boolean isAbout(Object peer, int endpoint) {
        Misfit misfit = first;
        return misfit != null
                && (peer == null || misfit.peer == peer && misfit.endpoint == endpoint);
    }

    private synchronized MessageMismatchException takeFirst(Object peer, int endpoint) {
        Misfit misfit = first;
        if (!isAbout(peer, endpoint)) { // another thread was told
            return null;
        }
        first = null;
        return failure(misfit.text);
    }

    /**
     * What who is told of a misfit fails with.
     *
     * @param text what did not fit
     * @return a new exception
     */
    public static MessageMismatchException failure(String text) {
        return new MessageMismatchException(
                "an earlier send, complete before it was received, has failed: " + text);
    }
}
