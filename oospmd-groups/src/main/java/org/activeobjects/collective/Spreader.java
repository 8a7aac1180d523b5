package org.activeobjects.collective;

import org.activeobjects.transport.ElementType;

/**
 * Operations that move elements and combine none: broadcast along a binomial tree, in segments so
 * that its levels overlap, and gathering by recursive doubling or around a ring.
 */
final class Spreader {

    static final int SEGMENT_BYTES = 256 * 1024;

    private final Traffic traffic;

    Spreader(Traffic traffic) {
        this.traffic = traffic;
    }

    void broadcast(ElementType type, Object array, int offset, int count, int root) {
        int size = traffic.size;
        int place = (traffic.rank - root + size) % size;
        int reach = place == 0 ? Integer.highestOneBit(size - 1) << 1 : Integer.lowestOneBit(place);
        int parent = place == 0 ? -1 : (place - reach + root) % size;
        int segment = SEGMENT_BYTES >> type.shift();
        if (count > segment) {
            if (parent >= 0) {
                traffic.checkAnnounced(parent, count);
            }
            for (int step = reach >> 1; step > 0; step >>= 1) {
                if (place + step < size) {
                    traffic.announceCount((place + step + root) % size, count);
                }
            }
        }
        int done = 0;
        do {
            int now = Math.min(segment, count - done);
            if (parent >= 0) {
                traffic.receive(parent, array, offset + done, now);
            }
            for (int step = reach >> 1; step > 0; step >>= 1) {
                if (place + step < size) {
                    traffic.send((place + step + root) % size, array, offset + done, now);
                }
            }
            done += now;
        } while (done < count);
    }

    /** The own part lies in its place in the array already. */
    void allGather(Object array, int offset, int count) {
        int rank = traffic.rank;
        int size = traffic.size;
        if ((size & (size - 1)) == 0) {
            for (int distance = 1; distance < size; distance <<= 1) {
                int peer = rank ^ distance;
                int own = offset + (rank & -distance) * count;
                int missing = offset + (peer & -distance) * count;
                traffic.exchange(peer, array, own, array, missing, distance * count);
            }
            return;
        }
        int next = (rank + 1) % size;
        int previous = (rank - 1 + size) % size;
        for (int step = 0; step < size - 1; step++) {
            int given = offset + (rank - step + size) % size * count;
            int missing = offset + (rank - step - 1 + size) % size * count;
            traffic.shift(next, array, given, previous, array, missing, count);
        }
    }
}
