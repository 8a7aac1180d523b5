package org.activeobjects.transport.transfer;

import org.activeobjects.transport.error.MessageMismatchException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * What an endpoint is told of messages that did not fit their receives when their sends were
 * complete already: it is kept for the next operation with that peer, which fails with it.
 *
 * <p><b>Threading:</b> safe.
 */
public final class LateMisfits {

    private static final Logger LOG = LogManager.getLogger(LateMisfits.class);

    private volatile Misfit first;

    /** The first that nobody was told of. */
    private record Misfit(Object peer, int endpoint, String text) {}

    /** Nothing came. */
    public LateMisfits() {}

    /**
     * A peer tells of a misfit. The first that nobody was told of counts; only that one is logged.
     *
     * @param peer who tells
     * @param endpoint the endpoint there that has received
     * @param text what did not fit
     */
    public synchronized void came(Object peer, int endpoint, String text) {
        if (first == null) {
            LOG.warn("a message that was sent did not fit its receive: {}", text);
            first = new Misfit(peer, endpoint, text);
        }
    }

    /**
     * An operation with a peer is about to start.
     *
     * @param peer the peer
     * @param endpoint the endpoint there; less than 0 for any of any peer
     * @throws MessageMismatchException if an earlier message to it did not fit; once
     */
    public void check(Object peer, int endpoint) {
        if (first != null) {
            throwIfOf(peer, endpoint);
        }
    }

    private synchronized void throwIfOf(Object peer, int endpoint) {
        Misfit misfit = first;
        if (misfit != null
                && (endpoint < 0 || misfit.peer == peer && misfit.endpoint == endpoint)) {
            first = null;
            throw new MessageMismatchException(
                    "an earlier send, complete before it was received, has failed: " + misfit.text);
        }
    }
}
