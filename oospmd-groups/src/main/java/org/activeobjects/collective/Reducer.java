package org.activeobjects.collective;

import org.activeobjects.transport.ElementType;

/**
 * Reductions: recursive doubling for short arrays, recursive halving and doubling (Rabenseifner)
 * for long ones.
 *
 * <p>All of them combine along one and the same tree: the ranks left over from a power of two are
 * folded into their neighbours, and then ranks at distance 1, 2, 4 and so on are combined. So an
 * element of the result depends on its operands and on the number of ranks only, and has the same
 * bits on every rank, whatever the length, the algorithm, or the root.
 *
 * <p>Long arrays are done in segments, which keeps both operands in the cache and the scratch
 * memory small.
 */
final class Reducer {

    static final int SEGMENT_BYTES = 512 * 1024;
    static final int HALVING_BYTES = 16 * 1024;

    private final Traffic traffic;
    private final Scratch received = new Scratch();
    private final Scratch partial = new Scratch();

    /** The greatest power of two that is not more than the number of ranks. */
    private final int core;

    /** Number of ranks beyond the power of two; as many pairs at the low end are folded. */
    private final int extra;

    Reducer(Traffic traffic) {
        this.traffic = traffic;
        this.core = Integer.highestOneBit(traffic.size);
        this.extra = traffic.size - core;
    }

    void allReduce(ElementType type, Object array, int offset, int count, Reduction op) {
        int segment = SEGMENT_BYTES >> type.shift();
        if (count > segment) {
            traffic.agreeOnCount(count);
        }
        int done = 0;
        do {
            int now = Math.min(segment, count - done);
            allReduceSegment(type, array, offset + done, now, op);
            done += now;
        } while (done < count);
    }

    /** The array of the root gets the result; those of the others are left as they are. */
    void reduce(ElementType type, Object array, int offset, int count, Reduction op, int root) {
        int segment = SEGMENT_BYTES >> type.shift();
        if (count > segment) {
            traffic.agreeOnCount(count);
        }
        int done = 0;
        do {
            int now = Math.min(segment, count - done);
            reduceSegment(type, array, offset + done, now, op, root);
            done += now;
        } while (done < count);
    }

    private void allReduceSegment(
            ElementType type, Object array, int offset, int count, Reduction op) {
        int rank = traffic.rank;
        if (isFolded(rank)) {
            traffic.send(rank + 1, array, offset, count);
            traffic.receive(rank + 1, array, offset, count);
            return;
        }
        Object scratch = received.atLeast(type, count);
        if (takesFolded(rank)) {
            traffic.receive(rank - 1, scratch, 0, count);
            Combiner.combine(type, op, array, offset, scratch, count);
        }
        int halved = core >= 4 && ((long) count << type.shift()) >= HALVING_BYTES ? count : 0;
        halved -= halved % core;
        // The rest first: so ranks of different lengths differ in the length of a message at once.
        if (halved < count || count == 0) {
            combineWhole(type, array, offset + halved, count - halved, op);
        }
        if (halved > 0) {
            halve(type, array, offset, halved, op);
        }
        if (takesFolded(rank)) {
            traffic.send(rank - 1, array, offset, count);
        }
    }

    /** Recursive doubling: every pair exchanges all it has. */
    private void combineWhole(ElementType type, Object array, int offset, int count, Reduction op) {
        int position = positionOf(traffic.rank);
        Object scratch = received.atLeast(type, count);
        for (int distance = 1; distance < core; distance <<= 1) {
            int peer = rankAt(position ^ distance);
            traffic.exchange(peer, array, offset, scratch, 0, count);
            Combiner.combine(type, op, array, offset, scratch, count);
        }
    }

    /**
     * Recursive halving, in which every pair exchanges halves of what it is still in charge of, and
     * then the way back, which collects the finished parts. The count is a multiple of {@code
     * core}.
     */
    private void halve(ElementType type, Object array, int offset, int count, Reduction op) {
        int position = positionOf(traffic.rank);
        Object scratch = received.atLeast(type, count / 2);
        int start = offset;
        int length = count;
        for (int distance = 1; distance < core; distance <<= 1) {
            int peer = rankAt(position ^ distance);
            length /= 2;
            boolean keepsLower = (position & distance) == 0;
            int given = keepsLower ? start + length : start;
            start = keepsLower ? start : start + length;
            traffic.exchange(peer, array, given, scratch, 0, length);
            Combiner.combine(type, op, array, start, scratch, length);
        }
        for (int distance = core / 2; distance > 0; distance >>= 1) {
            int peer = rankAt(position ^ distance);
            boolean keptLower = (position & distance) == 0;
            int missing = keptLower ? start + length : start - length;
            traffic.exchange(peer, array, start, array, missing, length);
            start = Math.min(start, missing);
            length *= 2;
        }
    }

    private void reduceSegment(
            ElementType type, Object array, int offset, int count, Reduction op, int root) {
        int rank = traffic.rank;
        if (isFolded(rank)) {
            traffic.send(rank + 1, array, offset, count);
            if (rank == root) {
                traffic.receive(rank + 1, array, offset, count);
            }
            return;
        }
        // A root that is folded away is stood in for by the neighbour that took its elements.
        int top = positionOf(isFolded(root) ? root + 1 : root);
        int position = positionOf(rank);
        Object sum = array;
        int from = offset;
        if (rank != root && (takesFolded(rank) || isInner(position, top))) {
            sum = partial.atLeast(type, count);
            System.arraycopy(array, offset, sum, 0, count);
            from = 0;
        }
        if (takesFolded(rank)) {
            takeIn(rank - 1, type, sum, from, count, op);
        }
        for (int distance = 1; distance < core; distance <<= 1) {
            int peer = rankAt(position ^ distance);
            if (((position ^ top) & distance) != 0) {
                traffic.send(peer, sum, from, count);
                return;
            }
            takeIn(peer, type, sum, from, count, op);
        }
        if (isFolded(root)) {
            traffic.send(root, sum, from, count);
        }
    }

    private void takeIn(
            int peer, ElementType type, Object sum, int offset, int count, Reduction op) {
        Object scratch = received.atLeast(type, count);
        traffic.receive(peer, scratch, 0, count);
        Combiner.combine(type, op, sum, offset, scratch, count);
    }

    /** Whether a position receives anything on the way up to the top. */
    private boolean isInner(int position, int top) {
        return core > 1 && ((position ^ top) & 1) == 0;
    }

    private boolean isFolded(int rank) {
        return rank < 2 * extra && (rank & 1) == 0;
    }

    private boolean takesFolded(int rank) {
        return rank < 2 * extra && (rank & 1) == 1;
    }

    private int positionOf(int rank) {
        return rank < 2 * extra ? rank / 2 : rank - extra;
    }

    private int rankAt(int position) {
        return position < extra ? 2 * position + 1 : position + extra;
    }
}
