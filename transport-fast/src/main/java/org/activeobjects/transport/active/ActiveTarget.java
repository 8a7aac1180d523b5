package org.activeobjects.transport.active;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.active.sending.BulkOut;
import org.activeobjects.transport.active.sending.Credits;
import org.activeobjects.transport.error.FaultLog;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.progress.Waiting;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/** What sending to one runtime has in common, this one or another. */
abstract class ActiveTarget implements ActiveMessages.Target {

    private static final Logger LOG = LogManager.getLogger(ActiveTarget.class);

    private final ActiveTables tables;
    private final ActiveTable table;
    private final BooleanSupplier gone = this::isGone;

    ActiveTarget(ActiveTables tables, ActiveTable table) {
        this.tables = tables;
        this.table = table;
    }

    ActiveTable table() {
        return table;
    }

    /** One of {@code ActiveOutput}'s results. */
    abstract int offer(int handler, long word0, long word1, int count);

    abstract int offer(int handler, long[] words, int count);

    /** Null if there is no credit, or nothing more can be sent. */
    abstract BulkOut offerBulk(int handler, Slice source, long[] words, int count);

    /** Takes back what was started and went well. */
    abstract void giveBack(BulkOut bulk);

    abstract Credits credits();

    /** Why nothing more can be sent; null if it can. */
    abstract TransportException loss();

    private boolean isGone() {
        return loss() != null;
    }

    /** One line for the warning of a long wait. */
    abstract String describe();

    @Override
    public final void request(int handler, long word0) {
        request(handler, word0, 0, 1);
    }

    @Override
    public final void request(int handler, long word0, long word1) {
        request(handler, word0, word1, 2);
    }

    private void request(int handler, long word0, long word1, int count) {
        table.numbering().require(handler, Numbering.Kind.REQUEST);
        while (true) {
            switch (offer(handler, word0, word1, count)) {
                case ActiveOutput.SENT -> {
                    return;
                }
                case ActiveOutput.GONE -> throw loss();
                default -> awaitCredit(handler);
            }
        }
    }

    @Override
    public final void request(int handler, long[] words, int count) {
        check(words, count);
        table.numbering().require(handler, Numbering.Kind.REQUEST);
        while (true) {
            switch (offer(handler, words, count)) {
                case ActiveOutput.SENT -> {
                    return;
                }
                case ActiveOutput.GONE -> throw loss();
                default -> awaitCredit(handler);
            }
        }
    }

    @Override
    public final boolean tryRequest(int handler, long[] words, int count) {
        check(words, count);
        table.numbering().require(handler, Numbering.Kind.REQUEST);
        int result = offer(handler, words, count);
        if (result == ActiveOutput.GONE) {
            throw loss();
        }
        return result == ActiveOutput.SENT;
    }

    @Override
    public final void bulk(int handler, Slice source, long[] words, int count) {
        check(words, count);
        table.numbering().require(handler, Numbering.Kind.BULK);
        Objects.requireNonNull(source, "the elements of a bulk request are null");
        refuseInHandler(handler);
        BulkOut bulk = offerBulk(handler, source, words, count);
        while (bulk == null) {
            if (isGone()) {
                throw loss();
            }
            awaitCredit(handler);
            bulk = offerBulk(handler, source, words, count);
        }
        if (!bulk.isComplete() && !tables.progress().await(bulk, heartbeatNs())) {
            warn(bulk);
            var _ = tables.progress().await(bulk, Long.MAX_VALUE);
        }
        if (bulk.failure() != null) {
            throw bulk.failure();
        }
        giveBack(bulk);
    }

    static void check(long[] words, int count) {
        if (count > ActiveMessages.MAX_WORDS) {
            throw new IllegalArgumentException(
                    "too many words: count="
                            + count
                            + " max="
                            + ActiveMessages.MAX_WORDS
                            + "; send them as elements, with bulk");
        }
        Objects.requireNonNull(words, "the words of a message are null");
        var _ = Objects.checkFromIndexSize(0, count, words.length);
    }

    private void refuseInHandler(int handler) {
        if (tables.mustNotWait()) {
            throw new IllegalStateException(
                    "a handler must not wait: table=%s handler=%s peer=%s; reply, try, or hand the work to a thread"
                            .formatted(table.name(), handler, peer()));
        }
    }

    private void awaitCredit(int handler) {
        refuseInHandler(handler);
        Credits.Turn turn = credits().await();
        if (turn == null) {
            return;
        }
        try {
            if (!tables.progress().await(turn, heartbeatNs())) {
                warn(turn);
                var _ = tables.progress().await(turn, Long.MAX_VALUE);
            }
        } finally {
            credits().leave(turn);
        }
    }

    private long heartbeatNs() {
        return tables.config().heartbeat().toNanos();
    }

    private void warn(Object what) {
        FaultLog.warn(
                LOG,
                "an active message waits for its receiver peer={} table={} waitedFor={} what={}"
                        + " state={}",
                peer(),
                table.name(),
                tables.config().heartbeat(),
                what,
                describe());
    }

    @Override
    public final boolean await(BooleanSupplier condition, Duration timeout) {
        tables.checkMayAwait(condition, this);
        boolean isTrue = tables.conditions().await(condition, gone, Waiting.nanos(timeout));
        TransportException loss = isTrue ? null : loss();
        if (loss != null) {
            throw loss;
        }
        return isTrue;
    }

    @Override
    public final int underWay() {
        return credits().underWay();
    }

    @Override
    public final String toString() {
        return table + " at " + peer();
    }
}
