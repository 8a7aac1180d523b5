package org.activeobjects.collective;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.TransportException;

import java.lang.reflect.Array;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A fixed set of ranks that do collective operations with each other.
 *
 * <p>Every rank has a communicator of its own, made with the same list of members and the same
 * context, and calls the same operations in the same order. No operation allocates once its scratch
 * arrays have grown to what it needs (at most 1 MiB for each type of element).
 *
 * <p><b>Threading:</b> one thread at a time, which moves the links itself while it waits.
 *
 * <p><b>Errors:</b> arguments that are wrong by themselves throw before anything is sent. When an
 * operation fails (a member is gone, the ranks call different operations or give different roots,
 * operators, lengths or types, an endpoint was closed) the rank that sees it tells the others, so
 * that it fails on every rank that waits for it, or for one that does; the text names the ranks.
 * Ranks that wait for each other only, in different operations, go on waiting: no message tells of
 * it, and {@code PASPMD} looks for such circles. A communicator that has failed stays so: every
 * later operation throws the same exception. What breaks an operation off otherwise, such as a lack
 * of memory, is thrown as it is, and fails it for all likewise.
 *
 * <p><b>Reproducible:</b> an element of a reduction has the same bits on every rank and in every
 * run with as many ranks; {@link Reduction} is combined along a fixed tree of the ranks, whatever
 * the length and the root.
 *
 * <p><b>Source:</b> the collectives of F-MPJ; recursive halving and doubling after Rabenseifner.
 */
public final class Communicator {

    private final Traffic traffic;
    private final Reducer reducer;
    private final Spreader spreader;
    private final double[] oneDouble = new double[1];
    private final long[] oneLong = new long[1];
    private TransportException failure;

    /**
     * A communicator of the rank whose endpoint is given.
     *
     * @param endpoint endpoint of this rank
     * @param members endpoints of all ranks in the order of the ranks, the own one among them, none
     *     twice
     * @param context context of all messages; no other traffic between these endpoints may use it,
     *     or the one after it
     * @throws IllegalArgumentException if the endpoint is not among the members, or a member is
     *     there twice, or is no address of one endpoint
     */
    public Communicator(Endpoint endpoint, List<EndpointAddress> members, int context) {
        Objects.requireNonNull(endpoint, "the endpoint of a communicator is null");
        Objects.requireNonNull(members, "the members of a communicator are null");
        this.traffic = new Traffic(endpoint, members, context);
        this.reducer = new Reducer(traffic);
        this.spreader = new Spreader(traffic);
    }

    /** {@return the place of this rank among the members, 0 to {@code size() - 1}} */
    public int rank() {
        return traffic.rank;
    }

    /** {@return the number of ranks, 1 or more} */
    public int size() {
        return traffic.size;
    }

    /**
     * The endpoint of this rank, for messages between two ranks, to {@link #member}. In those of
     * {@code PASPMD.communicator()} contexts from 2 on are the program's. Not to be closed.
     *
     * @return the endpoint
     */
    public Endpoint endpoint() {
        traffic.occupation.actsUnnoted();
        return traffic.endpoint;
    }

    /**
     * Has this rank take part in nothing any more: closes its endpoint, so that what it waits for
     * fails, and what it begins later. Nothing that was left half done can be taken for something
     * else.
     *
     * @param why gives what its operations throw, a new exception for each
     */
    public void giveUp(Supplier<? extends RuntimeException> why) {
        Objects.requireNonNull(why, "what gives the reason of a rank is null");
        traffic.occupation.fail(why);
        traffic.endpoint.close(String.valueOf(why.get().getMessage()));
    }

    /**
     * Fails what this rank waits in, and tells the other ranks: somebody has seen that they do not
     * call the same, where no message shows it. Called by any thread.
     *
     * @param report what each of them has called
     */
    public void failAll(String report) {
        Objects.requireNonNull(report, "the report of what ranks have called is null");
        Failure.mismatch(report).announceLast(traffic);
        giveUp(() -> new MessageMismatchException(report));
    }

    /**
     * Tells another rank that this one has ended: whatever that one calls which this one has not
     * called fails there, and on all ranks. Called by any thread.
     *
     * @param to the other rank
     * @param report which rank has ended, and how
     * @return sends that are to be complete before the endpoint is closed
     * @throws IndexOutOfBoundsException if there is no such rank
     */
    public List<Request> announceEnd(int to, String report) {
        checkRank("to", to);
        Objects.requireNonNull(report, "the report of an end is null");
        return Failure.ended(report).announceTo(to, traffic);
    }

    /** {@return what this rank does among the ranks; always the same object} */
    public Occupation occupation() {
        return traffic.occupation;
    }

    /**
     * The endpoint of a rank.
     *
     * @param rank 0 to {@code size() - 1}
     * @return its address
     * @throws IndexOutOfBoundsException if there is no such rank
     */
    public EndpointAddress member(int rank) {
        checkRank("rank", rank);
        return traffic.members[rank];
    }

    /**
     * Waits until every rank has called this method.
     *
     * @throws TransportException if it failed on some rank, see above
     */
    public void barrier() {
        checkUsable();
        traffic.begin(Call.BARRIER, ElementType.CHAR, 0);
        try {
            traffic.meet();
        } catch (RuntimeException | Error seen) {
            throw fail(seen);
        } finally {
            traffic.occupation.end();
        }
    }

    /**
     * Copies elements of one rank to all.
     *
     * @param array array of primitives, read on the root and filled on the others
     * @param offset index of the first element
     * @param count number of elements, the same on all ranks
     * @param root rank that has the elements
     * @throws IllegalArgumentException if it is not an array of primitives
     * @throws IndexOutOfBoundsException if the range does not lie in the array or there is no such
     *     rank
     * @throws TransportException if it failed on some rank, see above
     */
    public void broadcast(Object array, int offset, int count, int root) {
        checkRank("root", root);
        ElementType type = checkRange("array", array, offset, count);
        checkUsable();
        if (traffic.size == 1) {
            return;
        }
        traffic.begin(Call.withRoot(Call.BROADCAST, root), type, count);
        try {
            spreader.broadcast(type, array, offset, count, root);
        } catch (RuntimeException | Error seen) {
            throw fail(seen);
        } finally {
            traffic.occupation.end();
        }
    }

    /**
     * Copies an array of one rank to all.
     *
     * @param array array of primitives, as long on all ranks
     * @param root rank that has the elements
     * @throws IllegalArgumentException if it is not an array of primitives
     */
    public void broadcast(Object array, int root) {
        var _ = ElementType.ofArray(array); // else what has no length says so, and nothing more
        broadcast(array, 0, Array.getLength(array), root);
    }

    /**
     * Combines the elements of all ranks; every rank gets the result, in place.
     *
     * @param array array of {@code double}, {@code long}, {@code int} or {@code float}
     * @param offset index of the first element
     * @param count number of elements, the same on all ranks
     * @param op how, the same on all ranks
     * @throws IllegalArgumentException if it is an array of another type
     * @throws IndexOutOfBoundsException if the range does not lie in the array
     * @throws TransportException if it failed on some rank, see above; the elements are then
     *     undefined
     */
    public void allReduce(Object array, int offset, int count, Reduction op) {
        ElementType type = checkReducible(array, offset, count);
        int call = Call.withOperator(Call.ALL_REDUCE, op);
        checkUsable();
        if (traffic.size == 1) {
            return;
        }
        traffic.begin(call, type, count);
        try {
            reducer.allReduce(type, array, offset, count, op);
        } catch (RuntimeException | Error seen) {
            throw fail(seen);
        } finally {
            traffic.occupation.end();
        }
    }

    /**
     * Combines arrays of all ranks, in place.
     *
     * @param values the elements, as many on all ranks; replaced by the result
     * @param op how, the same on all ranks
     */
    public void allReduce(double[] values, Reduction op) {
        Objects.requireNonNull(values, "the array to reduce is null");
        allReduce(values, 0, values.length, op);
    }

    /**
     * Combines arrays of all ranks, in place.
     *
     * @param values the elements, as many on all ranks; replaced by the result
     * @param op how, the same on all ranks
     */
    public void allReduce(long[] values, Reduction op) {
        Objects.requireNonNull(values, "the array to reduce is null");
        allReduce(values, 0, values.length, op);
    }

    /**
     * Combines a number of each rank.
     *
     * @param value number of this rank
     * @param op how, the same on all ranks
     * @return the result, on every rank
     */
    public double allReduce(double value, Reduction op) {
        oneDouble[0] = value;
        allReduce(oneDouble, 0, 1, op);
        return oneDouble[0];
    }

    /**
     * Combines a number of each rank.
     *
     * @param value number of this rank
     * @param op how, the same on all ranks
     * @return the result, on every rank
     */
    public long allReduce(long value, Reduction op) {
        oneLong[0] = value;
        allReduce(oneLong, 0, 1, op);
        return oneLong[0];
    }

    /**
     * Combines the elements of all ranks; one rank gets the result, in place, and the arrays of the
     * others are left as they are.
     *
     * @param array array of {@code double}, {@code long}, {@code int} or {@code float}
     * @param offset index of the first element
     * @param count number of elements, the same on all ranks
     * @param op how, the same on all ranks
     * @param root rank that gets the result
     * @throws IllegalArgumentException if it is an array of another type
     * @throws IndexOutOfBoundsException if the range does not lie in the array or there is no such
     *     rank
     * @throws TransportException if it failed on some rank, see above
     */
    public void reduce(Object array, int offset, int count, Reduction op, int root) {
        checkRank("root", root);
        ElementType type = checkReducible(array, offset, count);
        int call = Call.withRoot(Call.withOperator(Call.REDUCE, op), root);
        checkUsable();
        if (traffic.size == 1) {
            return;
        }
        traffic.begin(call, type, count);
        try {
            reducer.reduce(type, array, offset, count, op, root);
        } catch (RuntimeException | Error seen) {
            throw fail(seen);
        } finally {
            traffic.occupation.end();
        }
    }

    /**
     * Gives every rank the elements of all: those of rank <i>r</i> begin at {@code targetOffset + r
     * * count}.
     *
     * @param source elements of this rank; may be the target if they lie in their place there
     * @param sourceOffset index of the first one
     * @param target array of the same type
     * @param targetOffset index of the first element of rank 0
     * @param count number of elements of one rank, the same on all ranks
     * @throws IllegalArgumentException if one is not an array of primitives, or the types differ
     * @throws IndexOutOfBoundsException if a range does not lie in its array
     * @throws TransportException if it failed on some rank, see above
     */
    public void allGather(
            Object source, int sourceOffset, Object target, int targetOffset, int count) {
        ElementType type = checkRange("source", source, sourceOffset, count);
        ElementType other = checkRange("target", target, targetOffset, (long) count * size());
        if (other != type) {
            throw new IllegalArgumentException(
                    "source and target differ in type: source=" + type + " target=" + other);
        }
        checkUsable();
        System.arraycopy(source, sourceOffset, target, targetOffset + traffic.rank * count, count);
        traffic.begin(Call.ALL_GATHER, type, count);
        try {
            spreader.allGather(target, targetOffset, count);
        } catch (RuntimeException | Error seen) {
            throw fail(seen);
        } finally {
            traffic.occupation.end();
        }
    }

    private ElementType checkReducible(Object array, int offset, int count) {
        ElementType type = checkRange("array", array, offset, count);
        if (!Combiner.supports(type)) {
            throw new IllegalArgumentException(
                    "elements of this type cannot be reduced: type="
                            + type
                            + "; use double, long, int or float");
        }
        return type;
    }

    private static ElementType checkRange(String what, Object array, int offset, long count) {
        ElementType type = ElementType.ofArray(array);
        int length = Array.getLength(array);
        if ((offset | count | (length - offset - count)) < 0) {
            throw new IndexOutOfBoundsException(
                    "range lies outside the %s: offset=%s count=%s length=%s"
                            .formatted(what, offset, count, length));
        }
        return type;
    }

    private void checkRank(String name, int rank) {
        if (rank < 0 || rank >= traffic.size) {
            throw new IndexOutOfBoundsException(
                    "no such rank: " + name + "=" + rank + " size=" + traffic.size);
        }
    }

    private void checkUsable() {
        if (failure != null) {
            throw failure;
        }
    }

    private RuntimeException fail(Throwable seen) {
        TransportException known =
                seen instanceof TransportException expected
                        ? expected
                        : new TransportException("it was broken off by " + seen, seen);
        failure = known; // what has begun may still use the arrays: nothing else may any more
        Failure reason = Failure.of(known, traffic);
        RuntimeException why = traffic.occupation.failureOr(known);
        failure = why == known ? reason.toException(traffic, known) : null;
        if (why == known) {
            reason.announce(traffic);
            why = failure;
        }
        if (seen instanceof Error error) {
            throw error;
        }
        return seen == known ? why : (RuntimeException) seen;
    }
}
