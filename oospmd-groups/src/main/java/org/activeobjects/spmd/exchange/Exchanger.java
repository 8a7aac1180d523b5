package org.activeobjects.spmd.exchange;

import org.activeobjects.collective.Occupation;
import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Exchanges arrays with other ranks, straight from the source array into the destination array.
 *
 * <p><b>Threading:</b> safe; the thread that comes first, or after the end of the one that did,
 * allocates nothing once warm, others two small objects per call.
 */
public final class Exchanger {

    private static final Pattern NUMBERS = Pattern.compile(",? tag=-?[0-9]+,? context=-?[0-9]+");

    private final Endpoint endpoint;
    private final EndpointAddress[] members;
    private final int ownRank;
    private final Occupation occupation;
    private final Tags tags = new Tags();

    /** Of the first thread; null when an exchange of it was broken off, which may use it still. */
    private Slice firstOut = new Slice();

    private Slice firstIn = new Slice();
    private final Departures departures;
    private volatile Thread first;

    /**
     * For one rank.
     *
     * @param endpoint endpoint of this rank
     * @param members endpoints of all ranks, in their order
     * @param ownRank this rank
     * @param occupation is told what this rank does
     */
    public Exchanger(
            Endpoint endpoint, List<EndpointAddress> members, int ownRank, Occupation occupation) {
        this.endpoint = endpoint;
        this.members = members.toArray(new EndpointAddress[0]);
        this.ownRank = ownRank;
        this.occupation = occupation;
        this.departures = new Departures(occupation);
    }

    /**
     * Sends elements to a rank and receives as many from it.
     *
     * @param tag name of the exchange, the same on both sides
     * @param rank the other side; may be this rank
     * @param source array of primitives
     * @param sourceOffset index of the first element sent
     * @param target array of the same type
     * @param targetOffset index of the first element received
     * @param count number of elements, the same on both sides
     * @throws IndexOutOfBoundsException if there is no such rank or a range does not lie in its
     *     array; nothing was sent
     * @throws NullPointerException if the tag or one of the arrays is null; nothing was sent
     * @throws IllegalArgumentException if the two ranges overlap; nothing was sent
     * @throws MessageMismatchException on both sides, if types or counts differ
     * @throws PeerLostException if the other side is gone
     * @throws TransportClosedException if the other side is a member that has ended, or takes part
     *     in nothing any more
     */
    public void exchange(
            String tag,
            int rank,
            Object source,
            int sourceOffset,
            Object target,
            int targetOffset,
            int count) {
        checkRank(tag, rank);
        checkRange("source", tag, rank, source, sourceOffset, count);
        checkRange("destination", tag, rank, target, targetOffset, count);
        if (source == target && Math.abs((long) sourceOffset - targetOffset) < count) {
            throw overlap(tag, rank, sourceOffset, targetOffset, count);
        }
        if (rank == ownRank) {
            System.arraycopy(source, sourceOffset, target, targetOffset, count);
            return;
        }
        boolean isFirst = isFirst();
        if (isFirst && firstOut == null) {
            firstIn = new Slice();
            firstOut = new Slice();
        }
        Slice out = isFirst ? firstOut : new Slice();
        Slice in = isFirst ? firstIn : new Slice();
        out.wrap(source, sourceOffset, count);
        in.wrap(target, targetOffset, count);
        boolean isOver = false;
        try {
            run(tag, rank, out, in);
            isOver = true;
        } finally {
            if (isFirst && !isOver) {
                firstOut = null;
            }
        }
    }

    /**
     * Sends memory to a rank and receives as much from it.
     *
     * @param tag name of the exchange, the same on both sides
     * @param rank the other side; may be this rank
     * @param source memory to send
     * @param target memory to fill, as long as the source
     * @throws IndexOutOfBoundsException if there is no such rank; nothing was sent
     * @throws IllegalArgumentException if the lengths differ or the two overlap; nothing was sent
     * @throws MessageMismatchException on both sides, if the lengths differ between them
     * @throws PeerLostException if the other side is gone
     * @throws TransportClosedException if the other side is a member that has ended, or takes part
     *     in nothing any more
     */
    public void exchange(String tag, int rank, MemorySegment source, MemorySegment target) {
        checkRank(tag, rank);
        Objects.requireNonNull(source, "the memory that an exchange sends is null");
        Objects.requireNonNull(target, "the memory that an exchange fills is null");
        if (source.byteSize() != target.byteSize()) {
            throw new IllegalArgumentException(
                    "source and destination of an exchange differ in length: tag=\""
                            + tag
                            + "\" rank="
                            + rank
                            + " source="
                            + source.byteSize()
                            + " B destination="
                            + target.byteSize()
                            + " B");
        }
        if (source.byteSize() > 0 && source.asOverlappingSlice(target).isPresent()) {
            throw overlap(tag, rank, source.address(), target.address(), source.byteSize());
        }
        if (rank == ownRank) {
            target.copyFrom(source);
            return;
        }
        run(tag, rank, Slice.of(source, ElementType.BYTE), Slice.of(target, ElementType.BYTE));
    }

    private void run(String tag, int rank, Slice out, Slice in) {
        Tags.Entry entry = tags.of(tag);
        Object noted = occupation.beginExchange(tag, rank) ? null : departures.begin(tag, rank);
        try {
            departures.check(rank);
            endpoint.exchange(members[rank], entry.tag(), entry.context(), out, in);
        } catch (MessageMismatchException differ) {
            throwIfEnded(tag, rank, out, differ);
            throw new MessageMismatchException(
                    "the two sides of an exchange do not fit: "
                            + call(tag, rank, out)
                            + ": "
                            + withoutNumbers(differ.getMessage()),
                    differ);
        } catch (PeerLostException gone) {
            throw new PeerLostException(
                    gone.runtime(),
                    "the other side of an exchange is gone: "
                            + call(tag, rank, out)
                            + ": "
                            + gone.getMessage(),
                    gone);
        } catch (TransportClosedException closed) {
            throwIfEnded(tag, rank, out, closed);
            throwIfGivenUp(tag, rank, out, closed);
            throw closed;
        } finally {
            if (noted == null) {
                occupation.end();
            } else {
                departures.end(noted);
            }
        }
    }

    /** The name of the exchange has been told; what stands for it on the way tells nobody more. */
    private static String withoutNumbers(String message) {
        return NUMBERS.matcher(message).replaceAll("");
    }

    private void throwIfEnded(String tag, int rank, Slice out, TransportException seen) {
        String report = departures.of(rank);
        if (report != null) {
            throw new TransportClosedException(
                    "the other side of an exchange has ended: "
                            + call(tag, rank, out)
                            + ": "
                            + report,
                    seen);
        }
    }

    private void throwIfGivenUp(String tag, int rank, Slice out, TransportClosedException seen) {
        String report = occupation.whyClosed(rank);
        RuntimeException own = occupation.failureOr(null);
        if (own != null) {
            throw own;
        }
        if (!report.isEmpty()) {
            throw new TransportClosedException(
                    "the other side of an exchange has given up: "
                            + call(tag, rank, out)
                            + ": "
                            + report,
                    seen);
        }
    }

    /**
     * Notes that another rank has ended. Exchanges with it that begin from now on fail; those under
     * way may still get what it has sent before, and then what {@link #announceEnd} sends.
     *
     * @param rank the other rank
     * @param report which rank has ended, and how
     * @return the tags of exchanges with it that are under way
     */
    public List<String> onEnd(int rank, String report) {
        return departures.onEnd(rank, report);
    }

    /**
     * Fails the next exchange with this rank that another one has under way with this tag, behind
     * all that this rank has sent before.
     *
     * @param to the other rank
     * @param tag the tag
     * @return the send, to be complete before the endpoint is closed
     */
    public Request announceEnd(int to, String tag) {
        Tags.Entry entry = tags.of(tag);
        // An object fits no receive of elements, of whatever type and length.
        return endpoint.isendObject(members[to], entry.tag(), entry.context(), "ended");
    }

    private boolean isFirst() {
        Thread current = Thread.currentThread();
        Thread seen = first;
        return seen == current || isGone(seen) && becomeFirst(current);
    }

    private synchronized boolean becomeFirst(Thread current) {
        if (isGone(first)) {
            first = current;
        }
        return first == current;
    }

    private static boolean isGone(Thread thread) {
        return thread == null || !thread.isAlive();
    }

    private String call(String tag, int rank, Slice out) {
        return "tag=\""
                + tag
                + "\" rank="
                + ownRank
                + " peer="
                + rank
                + " type="
                + out.type()
                + " count="
                + out.count();
    }

    private void checkRank(String tag, int rank) {
        if (tag == null) {
            throw new NullPointerException("the tag of an exchange is null: rank=" + rank);
        }
        if (rank < 0 || rank >= members.length) {
            throw new IndexOutOfBoundsException(
                    "no such rank to exchange with: tag=\""
                            + tag
                            + "\" rank="
                            + rank
                            + " size="
                            + members.length
                            + "; ranks are 0 to "
                            + (members.length - 1));
        }
    }

    private static void checkRange(
            String which, String tag, int rank, Object array, int offset, int count) {
        if (array == null) {
            throw new NullPointerException(
                    which + " array of an exchange is null: tag=\"" + tag + "\" rank=" + rank);
        }
        int length = Array.getLength(array);
        if (offset < 0 || count < 0 || count > length - offset) {
            throw new IndexOutOfBoundsException(
                    "range of an exchange lies outside its "
                            + which
                            + " array: tag=\""
                            + tag
                            + "\" rank="
                            + rank
                            + " offset="
                            + offset
                            + " count="
                            + count
                            + " length="
                            + length);
        }
    }

    private static IllegalArgumentException overlap(
            String tag, int rank, long source, long target, long count) {
        return new IllegalArgumentException(
                "source and destination of an exchange overlap: tag=\""
                        + tag
                        + "\" rank="
                        + rank
                        + " source="
                        + source
                        + " destination="
                        + target
                        + " count="
                        + count
                        + "; use ranges that have no element in common");
    }
}
