package org.activeobjects.transport.transfer;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeId;

/**
 * What was said of the messages that came last, so that the next ones like them need no new object:
 * programs receive the same few kinds of messages from the same few ranks again and again.
 *
 * <p><b>Threading:</b> safe; a race makes a status twice.
 */
public final class RecentStatuses {

    /** A power of two. */
    private static final int KEPT = 32;

    private static final int MIX = 31;

    private final Status[] recent = new Status[KEPT];

    /** Nothing has come yet. */
    public RecentStatuses() {}

    /**
     * The status of a message.
     *
     * @param runtime runtime that it came from
     * @param endpoint number of its endpoint there
     * @param tag its tag
     * @param context its context
     * @param type type of its elements
     * @param count their number
     * @param isTruncated whether it did not fit
     * @return a status that says so, new or not
     */
    public Status of(
            RuntimeId runtime,
            int endpoint,
            int tag,
            int context,
            ElementType type,
            long count,
            boolean isTruncated) {
        int slot = (((endpoint * MIX + tag) * MIX + context) * MIX + (int) count) & (KEPT - 1);
        Status known = recent[slot];
        if (known != null
                && known.tag() == tag
                && known.context() == context
                && known.type() == type
                && known.count() == count
                && known.isTruncated() == isTruncated
                && known.source().id() == endpoint
                && known.source().runtime().equals(runtime)) {
            return known;
        }
        Status status =
                new Status(
                        new EndpointAddress(runtime, endpoint),
                        tag,
                        context,
                        type,
                        count,
                        isTruncated);
        recent[slot] = status;
        return status;
    }
}
