package org.activeobjects.transport;

import org.activeobjects.transport.error.TransportException;

import java.time.Duration;
import java.util.Objects;

/**
 * An operation of the matched plane that is set up once and started again and again, on the same
 * slices: for the pattern of the same arrays in every iteration. Once warm it allocates nothing.
 *
 * <pre>{@code
 * try (PersistentRequest halo = endpoint.exchangeInit(right, TAG, 0, edge, ghost)) {
 *     for (int step = 0; step < steps; step++) {
 *         halo.start();
 *         computeInner();
 *         halo.await();
 *         computeEdge();
 *     }
 * }
 * }</pre>
 *
 * <p>Between two rounds, not within one, the slices may be aimed anew.
 *
 * <p><b>Threading:</b> one thread at a time.
 *
 * <p><b>Source:</b> the persistent requests of MPI.
 *
 * <p>Not for implementation outside this module.
 */
public interface PersistentRequest extends AutoCloseable {

    /**
     * Starts one round, as {@code isend}, {@code irecv} or {@code exchange} would.
     *
     * @throws IllegalStateException if a round is under way, or this request is closed
     * @throws org.activeobjects.transport.error.PeerLostException if the peer is known to be gone
     */
    void start();

    /**
     * Waits for the end of the round, however long it takes.
     *
     * @throws IllegalStateException if no round was started
     * @throws TransportException as {@link Request#await()}; the round is over, and another may be
     *     started
     */
    void await();

    /**
     * Waits for the end of the round, but not for ever.
     *
     * @param timeout longest wait, zero or more
     * @throws org.activeobjects.transport.error.TransportTimeoutException if it is not over by
     *     then; it goes on
     */
    void await(Duration timeout);

    /**
     * Moves the links once and looks. The round must still be awaited.
     *
     * @return true if the round is over, well or not; also if none was started
     */
    boolean test();

    /**
     * Whether a round was started and not awaited yet.
     *
     * @return true if so
     */
    boolean isActive();

    /**
     * What the last round has received.
     *
     * @return what was found, or {@code null} for a send, before the first round was awaited, while
     *     a round is not complete, and after one that has failed
     */
    Status status();

    /**
     * Ends the use of this request; idempotent.
     *
     * @throws IllegalStateException if a round is under way: await it first
     */
    @Override
    void close();

    /**
     * Starts a round of each. If one cannot be started, those before it are under way.
     *
     * @param requests requests, started in this order
     * @throws NullPointerException if one is {@code null}; none was started
     */
    static void startAll(PersistentRequest... requests) {
        requireAll(requests);
        for (PersistentRequest request : requests) {
            request.start();
        }
    }

    /**
     * Waits for the rounds of all, also if one fails, or was never started.
     *
     * @param requests requests
     * @throws TransportException the first failure, with the others as suppressed exceptions
     * @throws IllegalStateException if no round of one was started, and none before it has failed;
     *     with the others as suppressed exceptions
     * @throws NullPointerException if one is {@code null}; none was awaited
     */
    static void awaitAll(PersistentRequest... requests) {
        requireAll(requests);
        RuntimeException first = null;
        for (PersistentRequest request : requests) {
            try {
                request.await();
            } catch (TransportException | IllegalStateException e) {
                if (first == null) {
                    first = e;
                } else if (first != e) { // one reason may end several
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private static void requireAll(PersistentRequest[] requests) {
        Objects.requireNonNull(requests, "the array of persistent requests is null");
        for (PersistentRequest request : requests) {
            Objects.requireNonNull(request, "a persistent request is null");
        }
    }
}
