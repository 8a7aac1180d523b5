package org.activeobjects.transport.active;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.active.sending.BulkOut;
import org.activeobjects.transport.active.sending.BulksOut;
import org.activeobjects.transport.active.sending.Credits;
import org.activeobjects.transport.active.sending.ShortQueue;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.message.Outlet;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;

import java.util.List;

/**
 * The short frames that go to one peer: at once if there is room, else from a queue, so that only a
 * missing credit makes anybody wait.
 *
 * <p><b>Threading:</b> safe, under the lock of the outlet.
 */
final class ActiveOutput {

    /** The frame is sent, or will be. */
    static final int SENT = 0;

    /** Too many requests are under way; nothing was sent. */
    static final int NO_CREDIT = 1;

    /** The peer is gone; nothing was sent. */
    static final int GONE = 2;

    private final Outlet outlet;
    private final Runnable kick;
    private final Credits credits;
    private final ShortQueue queue = new ShortQueue();
    private final long[] scratch = new long[ActiveMessages.MAX_WORDS];
    private final Slice[] payloads = payloadsOf(scratch);
    private final BulksOut bulks = new BulksOut();

    ActiveOutput(Outlet outlet, Runnable kick) {
        this.outlet = outlet;
        this.kick = kick;
        this.credits = new Credits(outlet.lock());
    }

    /** A slice for each number of words. */
    static Slice[] payloadsOf(long[] words) {
        Slice[] slices = new Slice[words.length + 1];
        for (int count = 0; count <= words.length; count++) {
            slices[count] = Slice.of(words, 0, count);
        }
        return slices;
    }

    Credits credits() {
        return credits;
    }

    int request(int table, int handler, long word0, long word1, int count) {
        boolean isQueued;
        outlet.lock().lock();
        try {
            if (outlet.isClosed()) {
                return GONE;
            }
            if (!credits.tryTake()) {
                return NO_CREDIT;
            }
            scratch[0] = word0;
            scratch[1] = word1;
            setHeader(Wire.SHORT_REQUEST, handler, table, count, 0);
            isQueued = !emitOrUndo(count, null);
        } finally {
            outlet.lock().unlock();
        }
        afterwards(isQueued);
        return SENT;
    }

    int request(int table, int handler, long[] words, int count) {
        boolean isQueued;
        outlet.lock().lock();
        try {
            if (outlet.isClosed()) {
                return GONE;
            }
            if (!credits.tryTake()) {
                return NO_CREDIT;
            }
            System.arraycopy(words, 0, scratch, 0, count);
            setHeader(Wire.SHORT_REQUEST, handler, table, count, 0);
            isQueued = !emitOrUndo(count, null);
        } finally {
            outlet.lock().unlock();
        }
        afterwards(isQueued);
        return SENT;
    }

    /** Never waits: its request has room for it set aside. */
    void reply(int table, int handler, long[] words, int count, int handled) {
        boolean isQueued;
        outlet.lock().lock();
        try {
            if (outlet.isClosed()) {
                return;
            }
            System.arraycopy(words, 0, scratch, 0, count);
            setHeader(Wire.SHORT_REPLY, handler, table, count, handled);
            isQueued = !emit(count);
        } finally {
            outlet.lock().unlock();
        }
        afterwards(isQueued);
    }

    /** Says how many requests have been handled without a reply. */
    void credit(int handled) {
        boolean isQueued;
        outlet.lock().lock();
        try {
            if (outlet.isClosed()) {
                return;
            }
            outlet.header()
                    .set(Wire.SHORT_CREDIT, 0, FrameHeader.FLAG_URGENT, 0, 0, 0, 0, 0, handled);
            isQueued = !emit(0);
        } finally {
            outlet.lock().unlock();
        }
        afterwards(isQueued);
    }

    /** Announces a bulk request; its elements follow. Null if there is no credit, or no peer. */
    BulkOut bulk(int table, int handler, long[] words, int count, Slice source) {
        BulkOut bulk;
        boolean isQueued;
        outlet.lock().lock();
        try {
            if (outlet.isClosed() || !credits.isThere()) {
                return null;
            }
            bulk = bulks.begin(handler, source); // before anything is taken that it would keep
            var _ = credits.tryTake();
            bulks.announce(bulk);
            System.arraycopy(words, 0, scratch, 0, count);
            outlet.header()
                    .set(
                            Wire.BULK_REQUEST,
                            handler,
                            FrameHeader.FLAG_URGENT,
                            count * Long.BYTES,
                            table,
                            bulk.number(),
                            source.type().wireId(),
                            0,
                            source.byteLength());
            isQueued = !emitOrUndo(count, bulk);
        } finally {
            outlet.lock().unlock();
        }
        afterwards(isQueued);
        return bulk;
    }

    /** A bulk request that went well is over. */
    void giveBack(BulkOut bulk) {
        outlet.lock().lock();
        try {
            bulks.giveBack(bulk);
        } finally {
            outlet.lock().unlock();
        }
    }

    private void setHeader(int kind, int handler, int table, int count, long word) {
        int bytes = count * Long.BYTES;
        outlet.header().set(kind, handler, FrameHeader.FLAG_URGENT, bytes, table, 0, 0, 0, word);
    }

    /** As {@link #emit}, of a request: where it throws, nothing was begun. */
    private boolean emitOrUndo(int count, BulkOut bulk) {
        try {
            return emit(count);
        } catch (RuntimeException | Error e) {
            credits.putBack();
            if (bulk != null) {
                bulks.giveUp(bulk);
            }
            throw e;
        }
    }

    /** Sends the frame in the header and the scratch, or queues it. Under the lock. */
    private boolean emit(int count) {
        FrameHeader header = outlet.header();
        Link link = outlet.link();
        if (link != null
                && queue.isEmpty()
                && !outlet.hasControls()
                && link.trySend(
                        header, count == 0 ? null : payloads[count], 0, count * Long.BYTES)) {
            return true;
        }
        queue.add(
                header.word0(),
                header.word1(),
                header.word2(),
                header.word3(),
                scratch,
                count,
                null);
        outlet.markQueued();
        return false;
    }

    private void afterwards(boolean isQueued) {
        outlet.flush();
        if (isQueued) {
            kick.run();
        }
    }

    /** The peer has room for a bulk request; false if there is none of this id. */
    boolean accepted(int id) {
        outlet.lock().lock();
        try {
            BulkOut bulk = bulks.answered(id);
            if (bulk == null) {
                return false;
            }
            if (bulk.isSent()) {
                bulk.complete();
            } else {
                outlet.transfer(bulk);
            }
        } finally {
            outlet.lock().unlock();
        }
        kick.run();
        return true;
    }

    /** The peer has no room for a bulk request, or no more; false if there is none of this id. */
    boolean refused(FrameHeader header, String text) {
        int id = header.sourceEndpoint();
        if (header.type() == Wire.BROKEN_OFF) {
            outlet.stop(one -> one instanceof BulkOut bulk && bulk.number() == id, text);
            kick.run();
            return true; // or all of it has left already
        }
        BulkOut bulk;
        outlet.lock().lock();
        try {
            bulk = bulks.answered(id);
        } finally {
            outlet.lock().unlock();
        }
        if (bulk != null) {
            bulk.fail(new MessageMismatchException(text));
        }
        return bulk != null;
    }

    /** Frames that wait for room; may be out of date. */
    int queued() {
        return queue.size();
    }

    boolean hasQueued() {
        return !queue.isEmpty();
    }

    /** Sends what is queued as far as there is room. Under the lock. Returns frames sent. */
    int pump() {
        int sent = 0;
        FrameHeader header = outlet.header();
        while (!queue.isEmpty()) {
            header.setWords(queue.header(0), queue.header(1), queue.header(2), queue.header(3));
            int bytes = header.payloadLength();
            int count = bytes / Long.BYTES;
            queue.words(scratch, count);
            if (!outlet.link().trySend(header, bytes == 0 ? null : payloads[count], 0, bytes)) {
                break;
            }
            var _ = queue.remove();
            sent++;
        }
        return sent;
    }

    /** The bulk requests that were not begun; the peer is gone. Under the lock. */
    void close(List<? super BulkOut> pending) {
        bulks.drainTo(pending);
    }

    String describe() {
        return "requestsUnderWay=%s shortQueued=%s".formatted(credits.underWay(), queue.size());
    }
}
