package org.activeobjects.transport.active;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.active.sending.BulkOut;
import org.activeobjects.transport.active.sending.BulksOut;
import org.activeobjects.transport.active.sending.Credits;
import org.activeobjects.transport.active.sending.ShortQueue;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.Failures;
import org.activeobjects.transport.error.FaultLog;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.progress.HandlerWatch;
import org.activeobjects.transport.progress.SpinLock;
import org.activeobjects.transport.transfer.Hold;

/**
 * A table of this runtime, used by itself: messages are handled by a thread that sends, one after
 * another.
 */
final class SelfTarget extends ActiveTarget {

    private static final FaultLog FAILED =
            new FaultLog(SelfTarget.class, "a message to itself was not handled table={}");
    private static final int REQUEST = 0;
    private static final int REPLY = 1;

    private final ActiveTables tables;
    private final SpinLock lock = new SpinLock();
    private final Credits credits = new Credits(lock);
    private final ShortQueue queue = new ShortQueue();
    private final BulksOut bulks = new BulksOut();
    private final ShortMessage message;
    private final ShortMessage.Replies replies = this::reply;
    private final Hold hold = new Hold(); // of the room of the bulk request that is served
    private final long[] scratch = new long[2]; // under the lock
    private final HandlerWatch.Place place;
    private boolean isServed; // under the lock

    SelfTarget(ActiveTables tables, ActiveTable table) {
        super(tables, table);
        this.tables = tables;
        this.message = new ShortMessage(tables.self());
        this.place = tables.handlers().watch().add("itself");
    }

    @Override
    public RuntimeId peer() {
        return tables.self();
    }

    @Override
    int offer(int handler, long word0, long word1, int count) {
        boolean serves;
        lock.lock();
        try {
            if (tables.isClosed() || !credits.tryTake()) {
                return tables.isClosed() ? ActiveOutput.GONE : ActiveOutput.NO_CREDIT;
            }
            scratch[0] = word0;
            scratch[1] = word1;
            serves = enqueue(REQUEST, handler, scratch, count, null);
        } finally {
            lock.unlock();
        }
        serve(serves);
        return ActiveOutput.SENT;
    }

    @Override
    int offer(int handler, long[] words, int count) {
        boolean serves;
        lock.lock();
        try {
            if (tables.isClosed() || !credits.tryTake()) {
                return tables.isClosed() ? ActiveOutput.GONE : ActiveOutput.NO_CREDIT;
            }
            serves = enqueue(REQUEST, handler, words, count, null);
        } finally {
            lock.unlock();
        }
        serve(serves);
        return ActiveOutput.SENT;
    }

    @Override
    BulkOut offerBulk(int handler, Slice source, long[] words, int count) {
        BulkOut bulk;
        boolean serves;
        lock.lock();
        try {
            if (tables.isClosed() || !credits.isThere()) {
                return null;
            }
            bulk = bulks.begin(handler, source); // before anything is taken that it would keep
            var _ = credits.tryTake();
            serves = enqueue(REQUEST, handler, words, count, bulk);
        } finally {
            lock.unlock();
        }
        serve(serves);
        return bulk;
    }

    @Override
    void giveBack(BulkOut bulk) {
        lock.lock();
        try {
            bulks.giveBack(bulk);
        } finally {
            lock.unlock();
        }
    }

    private void reply(int handler, long[] words, int count) {
        check(words, count);
        table().numbering().require(handler, Numbering.Kind.REPLY);
        lock.lock();
        try {
            var _ = enqueue(REPLY, handler, words, count, null); // it is being served
        } finally {
            lock.unlock();
        }
    }

    /** Under the lock. Returns whether the caller is to serve the queue. */
    private boolean enqueue(int kind, int handler, long[] words, int count, BulkOut bulk) {
        try {
            queue.add(kind, handler, count, 0, words, count, bulk);
        } catch (RuntimeException | Error e) { // nothing was begun
            if (kind == REQUEST) {
                credits.putBack();
            }
            if (bulk != null) {
                bulks.giveUp(bulk);
            }
            throw e;
        }
        boolean serves = !isServed;
        isServed = true;
        return serves;
    }

    private void serve(boolean serves) {
        boolean more = serves;
        tables.handlers().runOnCallers();
        while (more) {
            int kind;
            int handler;
            int count;
            BulkOut bulk;
            lock.lock();
            try {
                if (queue.isEmpty()) {
                    isServed = false;
                    return;
                }
                kind = (int) queue.header(0);
                handler = (int) queue.header(1);
                count = (int) queue.header(2);
                queue.words(message.array(), count);
                bulk = queue.remove();
            } finally {
                lock.unlock();
            }
            handle(kind, handler, count, bulk);
        }
    }

    /** One that cannot be handled ends, too, and must not leave those behind it there. */
    private void handle(int kind, int handler, int count, BulkOut bulk) {
        try {
            run(kind, handler, count, bulk);
        } catch (RuntimeException | Error e) { // not of the handler: of who runs it
            FAILED.tell(this, e);
            if (bulk != null && !bulk.isComplete()) {
                bulk.fail(Failures.because(e));
            }
        }
        if (kind == REPLY) {
            return;
        }
        var _ = credits.giveBack(1);
        tables.conditions().changed();
        credits.wakeAfterFence();
    }

    private void run(int kind, int handler, int count, BulkOut bulk) {
        Numbering numbering = table().numbering();
        if (bulk != null) {
            copy(numbering.find(handler, Numbering.Kind.BULK), count, bulk);
        } else if (kind == REPLY) {
            message.open(count, null);
            tables.run(place, numbering.find(handler, Numbering.Kind.REPLY), message);
        } else {
            message.open(count, replies);
            tables.run(place, numbering.find(handler, Numbering.Kind.REQUEST), message);
        }
    }

    private void copy(Numbering.Handler handler, int count, BulkOut bulk) {
        Slice source = bulk.source();
        message.open(count, null);
        message.elements(source.type(), source.count(), null);
        String misfit = tables.makeRoom(place, handler, message, hold);
        if (misfit != null) {
            bulk.fail(new MessageMismatchException(misfit));
            return;
        }
        boolean isCopied = isCopied(source, message.room(), bulk);
        hold.letGo();
        if (isCopied) {
            message.open(count, replies);
            tables.run(place, handler, message);
            bulk.complete();
        } else {
            tables.tellBrokenOff(place, handler, message);
        }
    }

    /** Else the request has failed, and those behind it go on. */
    private static boolean isCopied(Slice source, Slice room, BulkOut bulk) {
        try {
            source.transferTo(0, room, 0, source.byteLength());
            return true;
        } catch (RuntimeException | Error e) { // a page of a mapped file may be gone
            bulk.fail(
                    new TransportException(
                            "copying the elements of a bulk request failed: request=%s room=%s reason=%s"
                                    .formatted(bulk, room, e.getMessage()),
                            e));
            return false;
        }
    }

    @Override
    Credits credits() {
        return credits;
    }

    @Override
    TransportException loss() {
        return tables.isClosed()
                ? new TransportClosedException("the transport is closed: runtime=" + peer())
                : null;
    }

    @Override
    String describe() {
        return "handled by a thread that sends to its own runtime";
    }
}
