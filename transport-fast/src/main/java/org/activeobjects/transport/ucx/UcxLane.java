package org.activeobjects.transport.ucx;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.memory.FileMemory;
import org.activeobjects.transport.memory.Lifetimes;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.ucx.Exposures.Exposure;
import org.activeobjects.transport.ucx.binding.Drops;
import org.activeobjects.transport.ucx.binding.Ucp;
import org.activeobjects.transport.ucx.binding.UcpWorker;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/**
 * Moves memory outside of the heap as it is: the sender gives it to UCX under a tag of its own, the
 * receiver asks for that tag when it knows where the elements go, and UCX copies, or has the
 * hardware do so.
 *
 * <p>Only memory that stays is given to UCX: that of registered buffers, which an operation holds,
 * and what nobody can close ({@link Lifetimes}).
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

    private static final int ROUNDS_FOR_THE_DEAD = 1000;

    private final UcxLink link;
    private final UcpWorker worker;
    private final UcxLink.Wire wire;
    private final BooleanSupplier peerHasEnded;
    private final long patienceNs;
    private final Exposures exposures = new Exposures();
    private final Drops drops;
    private Transfer underWay;
    private Transfer spare;

    UcxLane(UcxLink link, UcxLinkService service, UcxLink.Wire wire, BooleanSupplier peerHasEnded) {
        this.link = link;
        this.worker = service.worker();
        this.wire = wire;
        this.patienceNs = service.settings().patienceNs(wire.tellsErrors());
        this.peerHasEnded = peerHasEnded;
        this.drops = new Drops(worker);
    }

    @Override
    public long expose(Slice source) {
        MemorySegment memory = source.memory();
        if (!isLasting(source) || link.hasFailed() || !link.enter()) {
            return NOTHING;
        }
        worker.lock();
        try {
            return exposures.add(memory.address(), memory.byteSize());
        } finally {
            worker.unlock();
            link.leave();
        }
    }

    @Override
    public boolean isBetterRead(Slice source) {
        return isLasting(source) && DirectLane.super.isBetterRead(source);
    }

    /**
     * Whether UCX may have the memory of a slice until an operation is over. What a program could
     * free meanwhile goes in frames: UCX would read what is not there, or write into what is
     * another's by then. And a page of a file that is missing would end this process.
     */
    private static boolean isLasting(Slice slice) {
        MemorySegment memory = slice.memory();
        return memory != null
                && memory.isNative()
                && memory.byteSize() > 0
                && memory.byteSize() == slice.byteLength()
                && !FileMemory.isOne(slice.memory(), slice.view())
                && (slice.view() != null || Lifetimes.cannotBeClosed(memory));
    }

    /** Gives UCX what was exposed, now that it is announced. */
    void push() {
        if (link.hasFailed()) {
            return;
        }
        for (Exposure one = exposures.give(); one != null; one = exposures.give()) {
            one.request = send(one);
            if (one.request < 0) {
                link.fail("UCX cannot send memory: status=" + Ucp.describe((int) one.request));
                one.request = 0;
            }
        }
    }

    private long send(Exposure one) {
        long tag = wire.tagsOut() | one.handle();
        return wire.isNear() && exposures.isPrompt(one, wire.sharesMemory())
                ? worker.sendPromptly(wire.endpoint(), one.address(), one.length(), tag)
                : worker.send(wire.endpoint(), one.address(), one.length(), tag);
    }

    @Override
    public void conceal(long handle) {
        if (handle == NOTHING || !link.enter()) {
            return;
        }
        worker.lock();
        try {
            Exposure one = exposures.find(handle);
            if (one == null) {
                return;
            }
            if (!one.isQueued() && !isOver(one)) {
                link.signalDrop(handle);
                await(() -> isOver(one));
            }
            if (one.request == 0) {
                exposures.release(one);
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

    /**
     * Waits, moving the worker, until UCX has let go of memory. If the peer's process has ended, or
     * UCX gives the endpoint up, that is soon; a peer that is there and does not let go is given up
     * by this side, so that UCX does not touch the memory later.
     */
    private void await(BooleanSupplier isOver) {
        long deadline = System.nanoTime() + patienceNs;
        for (int rounds = 1; !isOver.getAsBoolean(); rounds++) {
            if (wire.tellsErrors() && link.hasFailed()) {
                link.depart(true);
            }
            if (rounds % ROUNDS_FOR_THE_DEAD == 0) {
                if (peerHasEnded.getAsBoolean()) {
                    return;
                }
                if (System.nanoTime() - deadline > 0) {
                    if (!link.giveUp("peer does not let go of memory that it was to move")) {
                        return;
                    }
                    deadline = System.nanoTime() + patienceNs;
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
        if (!Exposures.isHandle(handle) || !link.enter()) {
            return null;
        }
        worker.lock();
        try {
            long tag = wire.tagsIn() | handle;
            if (!isLasting(destination) || destination.byteLength() < length || length <= 0) {
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
        if (Exposures.isHandle(handle)) {
            dropUnexpected(wire.tagsIn() | handle, -1);
        }
    }

    /** The peer has closed its end: nobody asks for what it has exposed any more. */
    void dropAll() {
        dropUnexpected(wire.tagsIn(), Proposal.TAG_MASK);
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
        var _ = drops.reap();
    }

    /** Whether UCX has memory of the program. */
    boolean holdsMemory() {
        return exposures.isAnyGiven() || underWay != null;
    }

    /** Gets everything back from UCX; under the worker's lock. */
    void close() {
        exposures.releaseQueued();
        for (Transfer one = underWay; one != null; one = one.nextUnderWay) {
            worker.cancel(one.request);
        }
        if (holdsMemory()) {
            await(this::isAllOver);
        }
        for (Transfer one = underWay; one != null; one = underWay) {
            one.end();
        }
        var _ = exposures.releaseIf(this::isFreed);
    }

    /** What of the peer's memory nobody wants. */
    Drops drops() {
        return drops;
    }

    boolean hasPeerEnded() {
        return peerHasEnded.getAsBoolean();
    }

    private boolean isAllOver() {
        boolean isAllReleased = exposures.releaseIf(this::isOver);
        for (Transfer one = underWay; one != null; one = underWay) {
            if (worker.check(one.request) == Ucp.IN_PROGRESS) {
                return false;
            }
            one.end();
        }
        return isAllReleased;
    }

    /** UCX keeps what it has not done, and frees it when it has. */
    private boolean isFreed(Exposure one) {
        if (one.request != 0) {
            worker.abandon(one.request);
            one.request = 0;
        }
        return true;
    }

    @Override
    public String toString() {
        return exposures + " " + drops;
    }

    /** One receive into memory of the program; used again once it is over. */
    private final class Transfer implements Pull {

        private long request;
        private long tag;
        private long length;
        private long lookedAt; // the worker's number of changes
        private Transfer next; // of the spare ones
        private Transfer nextUnderWay;
        private Transfer previousUnderWay;

        private void aim(long newRequest, long newTag, long newLength) {
            request = newRequest;
            tag = newTag;
            length = newLength;
            lookedAt = -1;
            next = null;
            previousUnderWay = null;
            nextUnderWay = underWay;
            if (underWay != null) {
                underWay.previousUnderWay = this;
            }
            underWay = this;
        }

        /** Under the worker's lock; UCX may have it still, if the peer is lost. */
        private void end() {
            worker.abandon(request);
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
            long changes = worker.changes();
            if (changes == lookedAt) {
                return false;
            }
            int status = worker.test(request);
            if (status == Ucp.IN_PROGRESS) {
                lookedAt = changes;
                return false;
            }
            long received = worker.length();
            worker.free(request);
            forget();
            if (status != Ucp.OK || received != length) {
                throw new TransportException(
                        "the peer's memory did not come whole: received=%s length=%s status=%s"
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
            end();
            if (status == Ucp.CANCELED) {
                drop(worker.receive(0, 0, tag)); // it may still come
            }
        }
    }
}
