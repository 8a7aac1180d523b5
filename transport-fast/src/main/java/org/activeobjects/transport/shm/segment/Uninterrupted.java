package org.activeobjects.transport.shm.segment;

import org.activeobjects.transport.spi.LinkUnavailableException;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Work with files that is done also by a thread that has been interrupted, or is meanwhile: an
 * interrupt closes the channel that the thread uses, as if the file could not be had. It is meant
 * for something else: whoever waits moves the links, and so opens what peers offer.
 *
 * <p><b>Threading:</b> safe.
 */
final class Uninterrupted {

    /**
     * Work that can be done again if its channel was closed.
     *
     * @param <T> type of the result
     */
    interface Work<T> {

        T run() throws IOException, LinkUnavailableException;
    }

    private Uninterrupted() {}

    /** Does the work; the thread has its interrupt again afterwards. */
    static <T> T run(Work<T> work) throws IOException, LinkUnavailableException {
        boolean isInterrupted = false;
        try {
            while (true) {
                isInterrupted |= Thread.interrupted();
                try {
                    return work.run();
                } catch (ClosedByInterruptException _) {
                    isInterrupted = true;
                }
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
