package org.activeobjects.transport.matching;

import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.transfer.ClosedEndpoints;

import java.util.LinkedHashMap;

/**
 * A runtime whose endpoints send and receive, this one among them, as the matching sees it.
 *
 * <p><b>Threading:</b> safe; no lock is held by who calls.
 */
public abstract class Party {

    /** So many texts of a peer are kept at most. */
    private static final int MOST_REASONS = 16;

    /** Its endpoints that are known to be closed. */
    private final ClosedEndpoints closedThere = new ClosedEndpoints();

    /** Why the last of them were, as far as that was told. */
    private final LinkedHashMap<Integer, String> reasons = new LinkedHashMap<>();

    /** Closed endpoints of this runtime of which it was told. */
    private final ClosedEndpoints told = new ClosedEndpoints();

    /** Only peers are. */
    protected Party() {}

    /**
     * Its id.
     *
     * @return the id
     */
    public abstract RuntimeId id();

    /**
     * Whether it is this runtime.
     *
     * @return true if so
     */
    public abstract boolean isSelf();

    /**
     * Why it is gone.
     *
     * @return a new exception, or {@code null} while it is not
     */
    public abstract TransportException loss();

    /**
     * Why one of its endpoints sends nothing any more.
     *
     * @param endpoint its number
     * @return a new exception, or {@code null} if more may come
     */
    final TransportException whyNothing(int endpoint) {
        TransportException lost = loss();
        return lost == null && closedThere.contains(endpoint) ? nothingComes(endpoint) : lost;
    }

    /** What a receive from one of its endpoints fails with that is closed. */
    final TransportClosedException nothingComes(int endpoint) {
        String reason;
        synchronized (reasons) {
            reason = reasons.get(endpoint);
        }
        return new TransportClosedException(
                "the endpoint is closed: endpoint="
                        + name(endpoint)
                        + (reason == null
                                ? "; nothing comes from it any more, close one when nobody waits"
                                        + " for it"
                                : " reason=" + reason));
    }

    /** One of its endpoints is closed: what that has sent before is here. */
    final void closedThere(int endpoint, String reason) {
        if (!reason.isEmpty()) {
            keep(endpoint, reason);
        }
        var _ = closedThere.add(endpoint);
    }

    private void keep(int endpoint, String reason) {
        synchronized (reasons) {
            reasons.put(endpoint, reason);
            if (reasons.size() > MOST_REASONS) {
                reasons.pollFirstEntry();
            }
        }
    }

    /** Tells it once that an endpoint of this runtime is closed. */
    final void tellOnce(int endpoint, String reason) {
        if (told.add(endpoint)) {
            tellClosed(endpoint, reason);
        }
    }

    /**
     * Tells it that an endpoint of this runtime is closed, behind what that has sent.
     *
     * @param endpoint its number here
     * @param reason why; empty if nobody has said so
     */
    protected abstract void tellClosed(int endpoint, String reason);

    /**
     * Has the elements of an announced message come, or reads them.
     *
     * @param receive the receive that was matched
     */
    public abstract void accept(Operation receive);

    /**
     * Lets something take the place of a send to this peer that it has not begun to take.
     *
     * @param send the send
     * @param standIn what takes its place
     * @return whether it does; then the caller owns the send
     */
    public abstract boolean replace(Operation send, Operation standIn);

    /**
     * Turns an announced message down.
     *
     * @param senderId number of the message at its sender
     * @param reason kind of the reason, as {@code Wire} says
     * @param text what its sender is told
     */
    public abstract void refuse(int senderId, int reason, String text);

    /**
     * Tells that elements that came at once do not fit. Where there is no room, the first of each
     * pair of endpoints and context waits for it, as long as a peer reads at all.
     *
     * @param fromEndpoint number of the sender there
     * @param toEndpoint number of the receiver here
     * @param context context of the message
     * @param text what its sender is told
     */
    public abstract void tellMisfit(int fromEndpoint, int toEndpoint, int context, String text);

    /**
     * An unexpected eager message has found its receive.
     *
     * @param bytes its length
     */
    public abstract void consumedLater(long bytes);

    /**
     * Whether something waits for room, or for its turn.
     *
     * @return a hint for any thread
     */
    public abstract boolean hasOutput();

    /** Sends on what was kept back to go together with more. */
    public abstract void flush();

    /**
     * How messages name one of its endpoints.
     *
     * @param endpoint its number
     * @return runtime and number
     */
    public final String name(int endpoint) {
        return this + "#" + endpoint;
    }
}
