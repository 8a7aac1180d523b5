package org.activeobjects.transport.ucx;

import java.util.ArrayDeque;
import java.util.function.Predicate;

/**
 * The memory that one side of a link has exposed, by handle. A handle is a tag of UCX, without the
 * link's own bits.
 *
 * <p><b>Threading:</b> under the worker's lock.
 */
final class Exposures {

    /** The lowest handle. */
    static final int FIRST = 1 << 16;

    /** The lowest number that is too high for a handle. */
    static final int LIMIT = 1 << 24;

    private static final int SLOTS = 1024;

    /** UCX may send what is no longer than this before anybody has asked for it. */
    private static final int SHORT = 256 * 1024;

    /**
     * Bytes of short ones at a time, a window of 64; more would lie at a peer that takes nothing.
     */
    private static final int SHORT_WINDOW = 64 * SHORT;

    /** Longest one, bytes, that it is better to copy through shared memory than to ask for. */
    private static final int PROMPT_SHARED = 128 * 1024;

    /** The same through anything else within a host, where its pieces cost calls of the system. */
    private static final int PROMPT = 64 * 1024;

    private enum State {
        FREE,
        QUEUED,
        GIVEN
    }

    /** Memory of a sender. */
    static final class Exposure {

        private State state = State.FREE;
        private int handle;
        private long address;
        private long length;

        /** What UCX does with it, or 0. */
        long request;

        int handle() {
            return handle;
        }

        long address() {
            return address;
        }

        long length() {
            return length;
        }

        private boolean isShort() {
            return length <= SHORT;
        }

        /** Whether UCX does not know of it yet. */
        boolean isQueued() {
            return state == State.QUEUED;
        }
    }

    private final Exposure[] slots = new Exposure[SLOTS];
    private final ArrayDeque<Exposure> queued = new ArrayDeque<>();
    private int last = FIRST - 1;
    private int count;
    private long shortLength;

    /** Whether a handle is one. */
    static boolean isHandle(long handle) {
        return handle >= FIRST && handle < LIMIT;
    }

    /** Takes memory in; returns 0 if there is too much already. */
    int add(long address, long length) {
        if (count == SLOTS || length <= SHORT && shortLength + length > SHORT_WINDOW) {
            return 0;
        }
        Exposure free;
        do {
            last = last + 1 == LIMIT ? FIRST : last + 1;
            free = slots[last & SLOTS - 1];
        } while (free != null && free.state != State.FREE);
        if (free == null) {
            free = new Exposure();
            slots[last & SLOTS - 1] = free;
        }
        free.state = State.QUEUED;
        free.handle = last;
        free.address = address;
        free.length = length;
        count++;
        shortLength += free.isShort() ? length : 0;
        queued.add(free);
        return last;
    }

    /** What has a handle; {@code null} if nothing has it any more. */
    Exposure find(long handle) {
        Exposure one = slots[(int) handle & SLOTS - 1];
        return one == null || one.state == State.FREE || one.handle != handle ? null : one;
    }

    /** The next that is to be given to UCX, and now is; {@code null} if there is none. */
    Exposure give() {
        Exposure next = queued.poll();
        if (next != null) {
            next.state = State.GIVEN;
        }
        return next;
    }

    /**
     * Whether one that is given had better be copied by UCX at once, if the peer is on this host:
     * somebody waits for it, since nothing is sent beside it. To ask first would save a copy of
     * what comes before the receiver has matched it, and takes longer than that copy.
     */
    boolean isPrompt(Exposure one, boolean sharesMemory) {
        int longest = sharesMemory ? PROMPT_SHARED : PROMPT;
        return one.length <= longest && count - queued.size() == 1;
    }

    /** Takes out what UCX does not have, or has no more. */
    void release(Exposure one) {
        if (one.state == State.QUEUED) {
            var _ = queued.remove(one);
        }
        one.state = State.FREE;
        count--;
        shortLength -= one.isShort() ? one.length : 0;
    }

    /** Takes out what UCX does not have yet. */
    void releaseQueued() {
        while (!queued.isEmpty()) {
            release(queued.peek());
        }
    }

    /** Takes out what UCX has done with; returns whether that is all. */
    boolean releaseIf(Predicate<Exposure> isOver) {
        for (Exposure one : slots) {
            if (one != null && one.state == State.GIVEN && isOver.test(one)) {
                release(one);
            }
        }
        return count == 0;
    }

    /** Whether UCX has some of it. */
    boolean isAnyGiven() {
        return count > queued.size();
    }

    @Override
    public String toString() {
        return "exposed=" + count + " short=" + shortLength;
    }
}
