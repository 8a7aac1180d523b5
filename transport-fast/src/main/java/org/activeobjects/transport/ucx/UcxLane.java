package org.activeobjects.transport.ucx;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.ucx.binding.Drops;
import org.activeobjects.transport.ucx.binding.Ucp;
import org.activeobjects.transport.ucx.binding.UcpWorker;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;

/**
 * Moves memory outside of the heap as it is: the sender gives it to UCX under a tag of its own, the
 * receiver asks for that tag when it knows where the elements go, and UCX copies, or has the
 * hardware do so.
 *
 * <p>The sender does so right after the announcement has gone, so that nobody waits for an answer.
 * What UCX sends at once then lies at the receiver until it is asked for; how much, is bounded.
 * While UCX holds memory of a sender or writes into that of a receiver, neither gets it back: the
 * end of a transfer that is given up is waited for, and a peer that does not let go in time loses
 * its link.
 *
 * <p><b>Threading:</b> as {@link DirectLane} says; what the link calls, under the worker's lock.
 */
final class UcxLane implements DirectLane {

    private static final int SLOTS = 1024;
    private static final int FIRST_TAG = 1 << 16;
    private static final int TAG_LIMIT = 1 << 24;

    /** UCX may send what is no longer than this before anybody has asked for it. */
    private static final int SHORT = 256 * 1024;

    private static final int SHORT_WINDOW = 4 << 20;
    private static final long PATIENCE_NS = 1_000_000_000;
    private static final int ROUNDS_FOR_THE_DEAD = 1000;

    private enum State {
        FREE,
        QUEUED,
        GIVEN
    }

    /** Memory of a sender. */
    private static final class Exposure {
        private State state = State.FREE;
        private int handle;
        private long address;
        private long length;
        private long request;
    }

    private final UcxLink link;
    private final UcpWorker worker;
    private final UcxLink.Wire wire;
    private final BooleanSupplier peerHasEnded;
    private final Exposure[] exposures = new Exposure[SLOTS];
    private final ArrayDeque<Exposure> queued = new ArrayDeque<>();
    private final Drops drops;
    private int lastHandle = FIRST_TAG - 1;
    private long shortLength;
    private int exposed;
    private Transfer underWay;
    private Transfer spare;

    UcxLane(UcxLink link, UcpWorker worker, UcxLink.Wire wire, BooleanSupplier peerHasEnded) {
        this.link = link;
        this.worker = worker;
        this.wire = wire;
        this.peerHasEnded = peerHasEnded;
        this.drops = new Drops(worker);
    }

    @Override
    public long expose(Slice source) {
        MemorySegment memory = source.memory();
        if (!isPlain(source) || link.hasFailed() || !link.enter()) {
            return NOTHING;
        }
        worker.lock();
        try {
            return add(memory.address(), memory.byteSize());
        } finally {
            worker.unlock();
            link.leave();
        }
    }

    private static boolean isPlain(Slice slice) {
        MemorySegment memory = slice.memory();
        return memory != null
                && memory.isNative()
                && memory.byteSize() > 0
                && memory.byteSize() == slice.byteLength();
    }

    private long add(long address, long length) {
        if (exposed == SLOTS || length <= SHORT && shortLength + length > SHORT_WINDOW) {
            return NOTHING;
        }
        Exposure free;
        do {
            lastHandle = lastHandle + 1 == TAG_LIMIT ? FIRST_TAG : lastHandle + 1;
            free = exposures[lastHandle & SLOTS - 1];
        } while (free != null && free.state != State.FREE);
        if (free == null) {
            free = new Exposure();
            exposures[lastHandle & SLOTS - 1] = free;
        }
        free.state = State.QUEUED;
        free.handle = lastHandle;
        free.address = address;
        free.length = length;
        exposed++;
        shortLength += length <= SHORT ? length : 0;
        queued.add(free);
        return lastHandle;
    }

    /** Gives UCX what was exposed, now that it is announced. */
    void push() {
        for (Exposure one = queued.poll(); one != null; one = queued.poll()) {
            one.state = State.GIVEN;
            one.request =
                    worker.send(
                            wire.endpoint(), one.address, one.length, wire.tagsOut() | one.handle);
            if (one.request < 0) {
                link.fail("UCX cannot send memory: status=" + Ucp.describe((int) one.request));
                one.request = 0;
            }
        }
    }

    @Override
    public void conceal(long handle) {
        if (handle == NOTHING || !link.enter()) {
            return;
        }
        worker.lock();
        try {
            Exposure one = exposures[(int) handle & SLOTS - 1];
            if (one == null || one.state == State.FREE || one.handle != handle) {
                return;
            }
            if (one.state == State.QUEUED) {
                queued.remove(one);
            } else if (!isOver(one)) {
                link.signal(Frames.DROP, handle, 0);
                await(() -> isOver(one));
            }
            if (one.request == 0) {
                release(one);
            }
        } finally {
            worker.unlock();
            link.leave();
        }
    }

    private boolean isOver(Exposure one) {
        if (one.request != 0 && worker.check(one.request) != Ucp.IN_PROGRESS) {
            worker.free(one.request);
            one.request = 0;
        }
        return one.request == 0;
    }

    private void release(Exposure one) {
        one.state = State.FREE;
        exposed--;
        shortLength -= one.length <= SHORT ? one.length : 0;
    }

    /** What an {@link #await} is for. */
    @FunctionalInterface
    private interface Condition {
        boolean holds();
    }

    /**
     * Waits, moving the worker, until UCX has let go of memory. If the peer's process has ended, or
     * UCX gives the endpoint up, that is soon; a peer that is there and does not let go is given up
     * by this side, so that UCX does not touch the memory later.
     */
    private void await(Condition isOver) {
        long deadline = System.nanoTime() + PATIENCE_NS;
        for (int rounds = 1; !isOver.holds(); rounds++) {
            if (wire.tellsErrors() && link.hasFailed()) {
                link.giveUpEndpoint();
            }
            if (rounds % ROUNDS_FOR_THE_DEAD == 0) {
                if (peerHasEnded.getAsBoolean()) {
                    return;
                }
                if (System.nanoTime() - deadline > 0) {
                    if (!link.giveUp("peer does not let go of memory that it was to move")) {
                        return;
                    }
                    deadline = System.nanoTime() + PATIENCE_NS;
                }
            }
            worker.unlock();
            Thread.onSpinWait();
            worker.lock();
            link.moveAlone();
        }
    }

    @Override
    public Pull pull(long handle, Slice destination, long length) {
        if (handle < FIRST_TAG || handle >= TAG_LIMIT || !link.enter()) {
            return null;
        }
        worker.lock();
        try {
            long tag = wire.tagsIn() | handle;
            if (!isPlain(destination) || destination.byteLength() < length || length <= 0) {
                drop(worker.receive(0, 0, tag));
                return null;
            }
            long request = worker.receive(destination.memory().address(), length, tag);
            if (request <= 0) {
                link.fail("UCX cannot receive memory: status=" + Ucp.describe((int) request));
                return null;
            }
            Transfer transfer = spare == null ? new Transfer() : spare;
            spare = transfer.next;
            transfer.aim(request, tag, length);
            return transfer;
        } finally {
            worker.unlock();
            link.leave();
        }
    }

    private void drop(long request) {
        if (!drops.add(request)) {
            link.fail("peer announces more than it sends: unsent=" + Drops.LIMIT);
        }
    }

    /** The sender takes back what it has exposed; it was here before the signal. */
    void onDrop(long handle) {
        if (handle >= FIRST_TAG && handle < TAG_LIMIT) {
            dropUnexpected(wire.tagsIn() | handle, -1);
        }
    }

    /** The peer has closed its end: nobody asks for what it has exposed any more. */
    void dropAll() {
        dropUnexpected(wire.tagsIn(), Proposal.tagMask());
    }

    private void dropUnexpected(long tag, long mask) {
        for (long request = worker.dropUnexpected(tag, mask);
                request != 0;
                request = worker.dropUnexpected(tag, mask)) {
            drop(request);
        }
    }

    /** One look at what is under way; under the worker's lock. */
    void step() {
        push();
        drops.reap();
    }

    /** Whether UCX has memory of the program. */
    boolean holdsMemory() {
        return exposed > queued.size() || underWay != null;
    }

    /** Gets everything back from UCX; under the worker's lock. */
    void close() {
        for (Exposure one = queued.poll(); one != null; one = queued.poll()) {
            release(one);
        }
        for (Transfer one = underWay; one != null; one = one.nextUnderWay) {
            worker.cancel(one.request);
        }
        if (holdsMemory()) {
            await(this::isAllOver);
        }
        for (Transfer one = underWay; one != null; one = underWay) {
            one.end();
        }
        for (Exposure one : exposures) {
            if (one != null && one.request != 0) {
                worker.free(one.request);
                one.request = 0;
            }
        }
        drops.close();
    }

    private boolean isAllOver() {
        for (Exposure one : exposures) {
            if (one != null && one.state == State.GIVEN && isOver(one)) {
                release(one);
            }
        }
        for (Transfer one = underWay; one != null; one = underWay) {
            if (worker.check(one.request) == Ucp.IN_PROGRESS) {
                return false;
            }
            one.end();
        }
        return exposed == 0;
    }

    @Override
    public String toString() {
        return "exposed=%d shortLength=%d %s".formatted(exposed, shortLength, drops);
    }

    /** One receive into memory of the program; used again once it is over. */
    private final class Transfer implements Pull {

        private long request;
        private long tag;
        private long length;
        private Transfer next; // of the spare ones
        private Transfer nextUnderWay;
        private Transfer previousUnderWay;

        private void aim(long newRequest, long newTag, long newLength) {
            request = newRequest;
            tag = newTag;
            length = newLength;
            next = null;
            previousUnderWay = null;
            nextUnderWay = underWay;
            if (underWay != null) {
                underWay.previousUnderWay = this;
            }
            underWay = this;
        }

        /** Under the worker's lock; UCX has nothing of it any more. */
        private void end() {
            worker.free(request);
            forget();
        }

        private void forget() {
            request = 0;
            if (previousUnderWay == null) {
                underWay = nextUnderWay;
            } else {
                previousUnderWay.nextUnderWay = nextUnderWay;
            }
            if (nextUnderWay != null) {
                nextUnderWay.previousUnderWay = previousUnderWay;
            }
        }

        @Override
        public boolean advance() {
            if (!link.enter()) {
                throw new TransportException("the link is closed");
            }
            worker.lock();
            try {
                return isComplete();
            } finally {
                worker.unlock();
                link.leave();
            }
        }

        private boolean isComplete() {
            if (request == 0) {
                throw new TransportException("the transfer was given up");
            }
            int status = worker.test(request);
            if (status == Ucp.IN_PROGRESS) {
                return false;
            }
            long received = worker.length();
            end();
            if (status != Ucp.OK || received != length) {
                throw new TransportException(
                        "the peer's memory did not come whole: received=%d length=%d status=%s"
                                .formatted(
                                        status == Ucp.OK ? received : 0,
                                        length,
                                        Ucp.describe(status)));
            }
            next = spare;
            spare = this;
            return true;
        }

        @Override
        public void abandon() {
            if (!link.enter()) {
                return; // nobody writes for a link that is closed
            }
            worker.lock();
            try {
                if (request != 0) {
                    giveUp();
                }
            } finally {
                worker.unlock();
                link.leave();
            }
        }

        private void giveUp() {
            worker.cancel(request);
            await(() -> worker.check(request) != Ucp.IN_PROGRESS);
            int status = worker.check(request);
            if (status == Ucp.IN_PROGRESS) {
                forget();
                return;
            }
            end();
            if (status == Ucp.CANCELED) {
                drop(worker.receive(0, 0, tag)); // it may still come
            }
        }
    }
}
