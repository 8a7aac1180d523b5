package org.activeobjects.transport.message;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.progress.HandlerWatch;
import org.activeobjects.transport.progress.SpinLock;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * The messages of one peer: puts them together, keeps the order of each stream, hands them over.
 *
 * <p>A message that comes in parts holds back what follows it on its stream, and nothing else.
 * Messages whose handlers have posted too much that waits for room hold back all that follow.
 *
 * <p><b>Threading:</b> the thread that moves the link, but {@link #isEmpty} and {@link #resume}.
 */
public final class InboundMessages {

    private static final Logger LOG = LogManager.getLogger(InboundMessages.class);

    private final RuntimeId from;
    private final Handlers handlers;
    private final long maxLength;
    private final LongConsumer credit;
    private final HandlerWatch.Place place;
    private final Handlers.Debt debt = new Handlers.Debt();
    private final SpinLock turn = new SpinLock(); // one handler at a time; hardly ever contended
    private final ArrayDeque<Entry> postponed = new ArrayDeque<>();
    private volatile boolean hasPostponed;
    private final Map<Integer, Entry> bulks = new HashMap<>();
    private final Map<Integer, ArrayDeque<Entry>> heldBack = new HashMap<>();
    private final Slice landing = new Slice();
    private byte[] payload;
    private InboundBulk currentBulk;
    private volatile int bulkCount;

    /** Bytes of what is not whole, or is held back. */
    private final AtomicLong kept = new AtomicLong();

    /**
     * For one peer.
     *
     * @param from the peer
     * @param handlers who takes the messages
     * @param maxLength longest message that is accepted, bytes
     * @param credit told the bytes that have been handled
     */
    public InboundMessages(RuntimeId from, Handlers handlers, long maxLength, LongConsumer credit) {
        this.from = from;
        this.place = handlers.watch().add(from);
        this.handlers = handlers;
        this.maxLength = maxLength;
        this.credit = credit;
    }

    /**
     * Whether no message is on its way in parts.
     *
     * @return true if so; any thread may ask
     */
    public boolean isEmpty() {
        return bulkCount == 0;
    }

    /**
     * Takes the header of a frame of this plane.
     *
     * @param header the header
     * @param target to be set
     * @throws ProtocolFault if no peer of ours sends such a frame
     */
    public void onHeader(FrameHeader header, Landing target) {
        switch (header.kind()) {
            case Wire.MESSAGE -> {
                int length = header.payloadLength();
                checkCounts(header, length);
                payload =
                        header.sourceEndpoint() == 0
                                ? new byte[length]
                                : handlers.takeFrame(length);
                if (length > 0) {
                    target.into(landing.wrap(payload, 0, length), 0);
                } else {
                    onMessage(header);
                }
            }
            case Wire.BULK -> onBulk(header);
            case Wire.BULK_DATA -> {
                Entry entry = bulks.get(header.sourceEndpoint());
                if (entry == null) {
                    throw new ProtocolFault(
                            "a piece of an unknown message: id=" + header.sourceEndpoint());
                }
                currentBulk = entry.bulk;
                currentBulk.onHeader(header, target);
            }
            default -> throw new ProtocolFault("an unknown kind of frame: " + header);
        }
    }

    /**
     * Takes the payload of a frame of this plane.
     *
     * @param header the header
     * @throws ProtocolFault if its content is not what a peer of ours sends
     */
    public void onPayload(FrameHeader header) {
        if (header.kind() == Wire.MESSAGE) {
            onMessage(header);
            return;
        }
        currentBulk.onPayload(header.payloadLength());
        if (currentBulk.isComplete()) {
            onBulkComplete(header.sourceEndpoint());
        }
        currentBulk = null;
    }

    private void checkCounts(FrameHeader header, long total) {
        int attachments = header.sourceEndpoint();
        int headLength = header.context();
        long least = (long) attachments * Long.BYTES + headLength;
        if (attachments < 0
                || attachments > Wire.MAX_ATTACHMENTS
                || headLength < 0
                || least > total
                || attachments == 0 && least != total
                || header.type() == 0) {
            throw new ProtocolFault("a message of impossible lengths: " + header);
        }
        if (total > maxLength) {
            throw new ProtocolFault(
                    "a message longer than maxMessageLength: length="
                            + total
                            + " maxMessageLength="
                            + maxLength);
        }
    }

    private void onMessage(FrameHeader header) {
        int count = header.sourceEndpoint();
        int headLength = header.context();
        byte[] whole = payload;
        payload = null;
        if (count == 0 && heldBack.isEmpty() && tryHandle(header, whole)) {
            return;
        }
        int length = header.payloadLength();
        Entry entry = new Entry(header.type(), header.tag(), length);
        if (count == 0) {
            entry.set(whole, Handlers.NO_ATTACHMENTS);
        } else {
            int start = count * Long.BYTES;
            entry.set(
                    Arrays.copyOfRange(whole, start, start + headLength),
                    InboundBulk.attachmentsOf(
                            handlers, header.type(), whole, length, count, headLength));
            handlers.giveBackFrame(whole);
        }
        ArrayDeque<Entry> queue = heldBack.isEmpty() ? null : heldBack.get(entry.stream);
        if (queue == null) {
            deliver(entry);
        } else {
            keep(entry);
            queue.add(entry);
        }
    }

    private void onBulk(FrameHeader header) {
        if (header.payloadLength() != 0) {
            throw new ProtocolFault("a frame that has no payload has one: " + header);
        }
        long total = header.word3();
        checkCounts(header, total);
        Entry entry = new Entry(header.type(), header.tag(), total);
        keep(entry);
        InboundBulk bulk =
                new InboundBulk(
                        handlers, header.type(), header.sourceEndpoint(), header.context(), total);
        entry.bulk = bulk;
        if (bulks.putIfAbsent(header.destinationEndpoint(), entry) != null) {
            throw new ProtocolFault("two messages of one id: " + header);
        }
        bulkCount = bulks.size();
        heldBack.computeIfAbsent(entry.stream, _ -> new ArrayDeque<>()).add(entry);
        if (bulk.isComplete()) {
            onBulkComplete(header.destinationEndpoint());
        }
    }

    /**
     * Takes a frame that says that the rest of a message will not come.
     *
     * @param header the header
     * @throws ProtocolFault if no such message is on its way
     */
    public void onAbort(FrameHeader header) {
        Entry entry = bulks.remove(header.sourceEndpoint());
        if (entry == null) {
            throw new ProtocolFault("the end of an unknown message: " + header);
        }
        bulkCount = bulks.size();
        LOG.warn(
                "a message was broken off by its sender from={} handler={} length={}",
                from,
                entry.handler,
                entry.length);
        entry.isDropped = true;
        entry.set(new byte[0], Handlers.NO_ATTACHMENTS);
        deliverFrom(entry.stream);
    }

    private void onBulkComplete(int id) {
        Entry entry = bulks.remove(id);
        bulkCount = bulks.size();
        entry.set(entry.bulk.head(), entry.bulk.attachments());
        deliverFrom(entry.stream);
    }

    /** Hands over what a message of this stream has held back, up to the next that does. */
    private void deliverFrom(int stream) {
        ArrayDeque<Entry> queue = heldBack.get(stream);
        while (!queue.isEmpty() && queue.peek().head != null) {
            deliver(queue.poll());
        }
        if (queue.isEmpty()) {
            heldBack.remove(stream);
        }
    }

    /** Handles a message at once, if nothing holds it back. */
    private boolean tryHandle(FrameHeader header, byte[] head) {
        turn.lock();
        try {
            if (!postponed.isEmpty() || debt.isMuch()) {
                return false;
            }
            handlers.dispatch(
                    place, debt, header.type(), from, header.tag(), head, Handlers.NO_ATTACHMENTS);
            credit.accept(head.length + Wire.OVERHEAD);
            return true;
        } finally {
            turn.unlock();
        }
    }

    private void deliver(Entry entry) {
        turn.lock();
        try {
            if (postponed.isEmpty() && !debt.isMuch()) {
                handle(entry);
            } else {
                keep(entry);
                postponed.add(entry);
                hasPostponed = true;
            }
        } finally {
            turn.unlock();
        }
    }

    /**
     * Something waits here. A peer of ours has no more on its way than the window; for what it
     * takes to be handled is with it longer than here.
     */
    private void keep(Entry entry) {
        if (entry.isKept) {
            return;
        }
        long cost = entry.length + Wire.OVERHEAD;
        long before = kept.getAndAdd(cost);
        entry.isKept = true;
        if (cost < 0 || before >= MessageOutput.RETURN && before + cost > MessageOutput.WINDOW) {
            throw new ProtocolFault(
                    "more messages than may be under way: bytes=%s length=%s window=%s"
                            .formatted(before, entry.length, MessageOutput.WINDOW));
        }
    }

    private void handle(Entry entry) {
        if (!entry.isDropped) {
            handlers.dispatch(
                    place, debt, entry.handler, from, entry.stream, entry.head, entry.attachments);
        }
        if (entry.isKept) {
            kept.getAndAdd(-entry.length - Wire.OVERHEAD); // before the peer hears of it
        }
        credit.accept(entry.length + Wire.OVERHEAD);
    }

    /**
     * Whether {@link #resume} would handle something.
     *
     * @return true if so; any thread may ask
     */
    public boolean canResume() {
        return hasPostponed && !debt.isMuch();
    }

    /**
     * Handles messages that were held back, if what their handlers have posted is sent meanwhile.
     *
     * @param limit number of messages at most
     * @return number of messages handled
     */
    public int resume(int limit) {
        if (!canResume() || !turn.tryLock()) {
            return 0;
        }
        int count = 0;
        try {
            while (count < limit && !postponed.isEmpty() && !debt.isMuch()) {
                handle(postponed.remove());
                count++;
            }
            hasPostponed = !postponed.isEmpty();
        } finally {
            turn.unlock();
        }
        return count;
    }

    /**
     * Ends it: the peer is gone, and no more messages come.
     *
     * @param handlesRest whether the messages that were held back are handled; else they are
     *     dropped
     */
    public void end(boolean handlesRest) {
        handlers.watch().remove(place);
        if (!handlesRest || !hasPostponed) {
            return; // perhaps a handler of that peer runs on this thread, and has the turn
        }
        turn.lock();
        try {
            while (!postponed.isEmpty()) {
                handle(postponed.remove());
            }
            hasPostponed = false;
        } finally {
            turn.unlock();
        }
    }

    /**
     * For diagnostics.
     *
     * @return one line
     */
    public String describe() {
        return hasPostponed
                ? "messages not handled because what their handlers post waits: " + debt
                : "handled";
    }

    /** A message in the order of its stream; without a head while parts are missing. */
    private static final class Entry {
        final int handler;
        final int stream;
        final long length;
        InboundBulk bulk; // null if it came in one frame
        byte[] head;
        Object[] attachments;
        boolean isDropped;
        boolean isKept;

        Entry(int handler, int stream, long length) {
            this.handler = handler;
            this.stream = stream;
            this.length = length;
        }

        void set(byte[] newHead, Object[] newAttachments) {
            head = newHead;
            attachments = newAttachments;
        }
    }
}
