package org.activeobjects.collective;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.error.TransportTimeoutException;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;

/**
 * The steps that collective operations are made of: one rank talks to one or two others.
 *
 * <p>The ranks call the same operations in the same order, and messages between two ranks keep
 * theirs: so the tag of a message selects nothing. It is compared, and tells what its sender calls
 * (see {@link Call}). A rank that gives up tells the others (see {@link Failure}), so that nobody
 * waits for it in vain.
 */
final class Traffic {

    /** Up to this length a send is complete at once, whatever the receiver does. */
    private static final int PATIENT_BYTES = 4096;

    /** How often a send that the receiver does not take looks whether the receiver gave up. */
    private static final Duration LOOK_INTERVAL = Duration.ofMillis(100);

    final Endpoint endpoint;
    final EndpointAddress[] members;
    final int rank;
    final int size;
    final int context;

    private final Slice out = new Slice();
    private final Slice in = new Slice();
    private final char[] ownToken = new char[4];
    private final char[] otherToken = new char[4];

    final Occupation occupation = new Occupation();

    /** The rank that the step under way depends on, for messages. */
    private int partner;

    // What this rank calls.
    private int tag;
    private int tagBefore;
    private long number;
    private ElementType elementType;
    private int elementCount;

    /**
     * The messages of one rank to the others.
     *
     * @throws IllegalArgumentException if the members are not all of them, once, and this one
     */
    Traffic(Endpoint endpoint, List<EndpointAddress> members, int context) {
        this.endpoint = endpoint;
        this.members = members.toArray(new EndpointAddress[0]);
        this.rank = rankAmong(members, endpoint);
        this.size = this.members.length;
        this.context = context;
        endpoint.compareTags(context);
        occupation.mayWaitIn(new MessageWaits(endpoint, this.members));
    }

    private static int rankAmong(List<EndpointAddress> members, Endpoint endpoint) {
        for (EndpointAddress member : members) {
            if (Objects.requireNonNull(member, "a member of a communicator is null").id() < 1) {
                throw new IllegalArgumentException(
                        "a member is no endpoint: member=" + member + " members=" + members);
            }
        }
        int rank = members.indexOf(endpoint.address());
        if (rank < 0) {
            throw new IllegalArgumentException(
                    "the endpoint is not among the members: endpoint="
                            + endpoint.address()
                            + " members="
                            + members);
        }
        if (new HashSet<>(members).size() != members.size()) {
            throw new IllegalArgumentException("a member is there twice: members=" + members);
        }
        return rank;
    }

    /** This rank begins a call, in which each rank has so many elements. */
    void begin(int call, ElementType type, int count) {
        number++;
        tagBefore = tag;
        tag = Call.numbered(call, number);
        elementType = type;
        elementCount = count;
        occupation.beginCollective(tag, number, rank);
    }

    /** Name of the operation under way. */
    String operation() {
        return Call.name(tag);
    }

    /** What this rank calls, for others. */
    String ownCall() {
        boolean hasElements = Call.kindOf(tag) != Call.BARRIER;
        String of = hasElements ? " of " + elements(elementType, elementCount) : "";
        String before = number > 1 ? ", after " + Call.describe(tagBefore) : "";
        return Call.describe(tag) + of + ", its " + number + ". operation of all ranks" + before;
    }

    /** What both ranks have called, if one has got a message of the other that does not fit. */
    String bothCalls(MessageMismatchException misfit) {
        int other = misfit.sentTag();
        String theirs = "called " + Call.describe(other);
        if (Call.isAnnouncing(other)) {
            theirs += " of more than " + Spreader.SEGMENT_BYTES + " bytes";
        }
        if (other == tag) {
            theirs = "sent " + misfit.sent() + " in it: " + misfit.getMessage();
        } else if (!Call.mayMeet(other, tag)) {
            theirs += ", as an earlier or a later one";
        }
        return "rank " + rank + " called " + ownCall() + "; rank " + partner + " " + theirs;
    }

    private static String elements(ElementType type, long count) {
        return type + "[" + count + "]";
    }

    int partner() {
        return partner;
    }

    private void turnTo(int other) {
        partner = other;
        occupation.turnTo(other);
    }

    void send(int to, Object array, int offset, int count) {
        send(to, array, offset, count, null, to);
    }

    /** While a receive from another rank is under way, if one is given. */
    private void send(int to, Object array, int offset, int count, Request receive, int from) {
        turnTo(to);
        out.wrap(array, offset, count);
        if (out.byteLength() <= PATIENT_BYTES) {
            endpoint.send(members[to], tag, context, out);
        } else {
            awaitTaken(endpoint.isend(members[to], tag, context, out), to, receive, from);
        }
    }

    private void awaitTaken(Request request, int to, Request receive, int from) {
        while (true) {
            try {
                request.await(LOOK_INTERVAL);
                return;
            } catch (TransportTimeoutException stillWaiting) {
                checkComing(to, stillWaiting);
                if (receive != null && receive.test()) {
                    turnTo(from);
                    receive.await(); // throws if it has failed
                    turnTo(to);
                }
            }
        }
    }

    /** Throws if a rank will not take what is sent to it: it gave up, or does something else. */
    private void checkComing(int to, TransportTimeoutException stillWaiting) {
        if (Failure.isAnnouncedBy(to, this)) {
            throw new TransportException("the receiver gave up: rank=" + to, stillWaiting);
        }
        // What is here of an earlier call was received in it; a later one follows this one there.
        Status next = endpoint.iprobe(members[to], tag, context);
        if (next != null && next.tag() != tag) {
            throw new MessageMismatchException(
                    "the receiver does something else: rank=" + to,
                    next.tag(),
                    elements(next.type(), next.count()));
        }
    }

    void receive(int from, Object array, int offset, int count) {
        turnTo(from);
        in.wrap(array, offset, count);
        checkCount(from, count, endpoint.recv(members[from], tag, context, in));
    }

    void exchange(
            int peer, Object source, int sourceOffset, Object target, int targetOffset, int count) {
        turnTo(peer);
        out.wrap(source, sourceOffset, count);
        in.wrap(target, targetOffset, count);
        endpoint.exchange(members[peer], tag, context, out, in);
    }

    /** Sends to one rank while it receives as much from another. */
    void shift(
            int to,
            Object source,
            int sourceOffset,
            int from,
            Object target,
            int targetOffset,
            int count) {
        if (to == from) {
            exchange(to, source, sourceOffset, target, targetOffset, count);
            return;
        }
        turnTo(from);
        in.wrap(target, targetOffset, count);
        Request receive = endpoint.irecv(members[from], tag, context, in);
        boolean isOver = false;
        try {
            send(to, source, sourceOffset, count, receive, from);
            turnTo(from);
            checkCount(from, count, receive.await());
            isOver = true;
        } finally {
            if (!isOver) {
                receive.cancel(); // does nothing if it is over itself
            }
        }
    }

    /** Returns when every rank has called it. */
    void meet() {
        for (int distance = 1; distance < size; distance <<= 1) {
            shift(ahead(distance), ownToken, 0, behind(distance), otherToken, 0, 0);
        }
    }

    /**
     * Returns when every rank has called it with the same number; no rank gets through otherwise.
     * Needed before an operation whose number of messages depends on the length.
     */
    void agreeOnCount(int count) {
        writeToken(count);
        for (int distance = 1; distance < size; distance <<= 1) {
            int from = behind(distance);
            shift(ahead(distance), ownToken, 0, from, otherToken, 0, ownToken.length);
            checkToken(from, count);
        }
    }

    /** Announces the length of what follows to one rank, which calls {@link #checkAnnounced}. */
    void announceCount(int to, int count) {
        writeToken(count);
        turnTo(to);
        out.wrap(ownToken, 0, ownToken.length);
        endpoint.send(members[to], Call.announcing(tag), context, out);
    }

    void checkAnnounced(int from, int count) {
        turnTo(from);
        in.wrap(otherToken, 0, otherToken.length);
        endpoint.recv(members[from], Call.announcing(tag), context, in);
        checkToken(from, count);
    }

    private int ahead(int distance) {
        return isPowerOfTwo(size) ? rank ^ distance : (rank + distance) % size;
    }

    private int behind(int distance) {
        return isPowerOfTwo(size) ? rank ^ distance : (rank - distance + size) % size;
    }

    private static boolean isPowerOfTwo(int number) {
        return (number & (number - 1)) == 0;
    }

    private void writeToken(int count) {
        ownToken[0] = (char) count;
        ownToken[1] = (char) (count >>> 16);
    }

    private void checkToken(int from, int count) {
        int theirs = otherToken[0] | otherToken[1] << 16;
        if (theirs != count) {
            throw new MessageMismatchException(
                    "the ranks gave different numbers of elements: rank "
                            + rank
                            + " count="
                            + count
                            + ", rank "
                            + from
                            + " count="
                            + theirs);
        }
    }

    private void checkCount(int from, long expected, Status status) {
        if (status.count() != expected) {
            throw new MessageMismatchException(
                    "the ranks gave different numbers of elements: "
                            + status.count()
                            + " came from rank "
                            + from
                            + " where "
                            + expected
                            + " were expected",
                    status.tag(),
                    elements(status.type(), status.count()));
        }
    }
}
