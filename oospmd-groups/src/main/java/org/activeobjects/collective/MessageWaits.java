package org.activeobjects.collective;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.diagnosis.BlockedCall;
import org.activeobjects.transport.diagnosis.MessageQueue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    /** Of the messages that are here. */
    private static final int MOST_NAMED = 4;

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

    /** Whether a message is here that nobody has begun to receive. */
    boolean isHere(int from, int tag, int context) {
        return unreceived(context)
                .anyMatch(
                        message ->
                                message.tag() == tag && members.indexOf(message.source()) == from);
    }

    /** The messages of a context that nobody receives yet, for people; empty if there are none. */
    String unreceived(int from, int context) {
        return unreceived(context)
                .filter(message -> from < 0 || members.indexOf(message.source()) == from)
                .limit(MOST_NAMED)
                .map(this::name)
                .collect(Collectors.joining(", "));
    }

    private Stream<Status> unreceived(int context) {
        return endpoint == null
                ? Stream.empty()
                : MessageQueue.unreceivedAt(endpoint).stream()
                        .filter(message -> message.context() == context);
    }

    private String name(Status message) {
        int rank = members.indexOf(message.source());
        return "tag=%s %s[%s] from %s"
                .formatted(
                        message.tag(),
                        message.type(),
                        message.count(),
                        rank < 0 ? message.source() : "rank " + rank);
    }
}
