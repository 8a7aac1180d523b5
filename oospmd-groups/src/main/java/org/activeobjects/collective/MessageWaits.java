package org.activeobjects.collective;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.diagnosis.BlockedCall;
import org.activeobjects.transport.error.TransportException;

import java.util.Arrays;
import java.util.List;

/**
 * What threads of a rank wait in that send and receive messages by its endpoint, and so note
 * nothing of it.
 *
 * <p><b>Threading:</b> safe.
 */
final class MessageWaits {

    /** Of a rank of which nothing is known but what it notes. */
    static final MessageWaits NONE = new MessageWaits(null, new EndpointAddress[0]);

    /** Set in the numbers of such waits, so that they are none of those that are noted. */
    private static final long UNNOTED = Long.MIN_VALUE;

    private final Endpoint endpoint;
    private final List<EndpointAddress> members;

    MessageWaits(Endpoint endpoint, EndpointAddress[] members) {
        this.endpoint = endpoint;
        this.members = Arrays.asList(members);
    }

    /** What the thread waits in that does nothing else; the same if it waits for no message. */
    Occupation.Moment orWait(Occupation.Moment idle) {
        BlockedCall call = idle.thread() == null ? null : BlockedCall.of(idle.thread());
        if (call == null || call.endpoint() != endpoint) {
            return idle;
        }
        boolean isAny = call.peer().equals(EndpointAddress.ANY_SOURCE);
        int peer = isAny ? Occupation.ANY_RANK : members.indexOf(call.peer());
        if (peer < 0 && !isAny) {
            return idle; // what is no rank cannot be asked
        }
        return new Occupation.Moment(
                UNNOTED | Integer.toUnsignedLong(call.number()),
                idle.thread(),
                nameOf(call.kind()),
                String.valueOf(call.tag()),
                call.context(),
                peer,
                idle.collectives());
    }

    private static String nameOf(BlockedCall.Kind kind) {
        return switch (kind) {
            case SEND -> Occupation.SEND;
            case RECEIVE -> Occupation.RECEIVE;
            case PROBE -> Occupation.PROBE;
        };
    }

    boolean isHere(int from, int tag, int context) {
        try {
            return from >= 0
                    && from < members.size()
                    && endpoint.iprobe(members.get(from), tag, context) != null;
        } catch (TransportException _) {
            return false; // nothing comes from there any more
        }
    }
}
