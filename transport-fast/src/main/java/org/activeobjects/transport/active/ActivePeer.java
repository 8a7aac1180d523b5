package org.activeobjects.transport.active;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.message.ControlFrame;
import org.activeobjects.transport.message.Outgoing;
import org.activeobjects.transport.message.Outlet;
import org.activeobjects.transport.message.ProtocolFault;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.progress.HandlerWatch;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/**
 * The messages of the tables to and from one peer. Nothing that comes is trusted.
 *
 * <p><b>Threading:</b> {@link #onHeader} and {@link #onPayload} by the thread that moves the link,
 * {@link #pump} under the lock of the outlet, the others by any.
 */
public final class ActivePeer {

    private static final String ROOM_CLOSED = "the memory of its room was closed";
    private static final Logger LOG = LogManager.getLogger(ActivePeer.class);
    private static final int CREDITS_AT_ONCE = ActiveMessages.WINDOW / 4;

    /** The own requests, and an answer to each of a peer that has not got it. */
    private static final int MOST_QUEUED = 2 * ActiveMessages.WINDOW;

    private final RuntimeId id;
    private final ActiveTables tables;
    private final Outlet outlet;
    private final ActiveOutput output;
    private final Agreements agreements;
    private final Supplier<TransportException> loss;
    private final HandlerWatch.Place place;
    private final ShortMessage message;
    private final Slice[] words;
    private final ShortMessage.Replies replies = this::reply;
    private final BulksIn bulks;
    private final byte[] text = new byte[Wire.MAX_TEXT];
    private final Slice textSlice = new Slice();
    private Agreements.PeerTarget current; // table whose message is being handled
    private BulksIn.BulkIn currentBulk;
    private int taken; // requests that have come and are not given back as handled
    private int owed; // of those, the ones that are handled

    /**
     * No table in common yet.
     *
     * @param id the peer
     * @param tables tables of this runtime
     * @param outlet the way to the peer
     * @param loss why the peer is gone, or {@code null}
     */
    public ActivePeer(
            RuntimeId id, ActiveTables tables, Outlet outlet, Supplier<TransportException> loss) {
        this.id = id;
        this.tables = tables;
        this.outlet = outlet;
        this.output = new ActiveOutput(outlet, tables.progress()::kick);
        this.agreements = new Agreements(tables, this, outlet);
        this.loss = loss;
        this.place = tables.handlers().watch().add(id);
        this.message = new ShortMessage(id);
        this.words = ActiveOutput.payloadsOf(message.array());
        this.bulks = new BulksIn(id);
        tables.add(this);
    }

    RuntimeId id() {
        return id;
    }

    ActiveOutput output() {
        return output;
    }

    TransportException loss() {
        return loss.get();
    }

    Agreements.PeerTarget target(ActiveTable table) {
        return agreements.await(table);
    }

    void opened(ActiveTable table) {
        agreements.opened(table);
    }

    /**
     * Takes the header of a frame of the tables.
     *
     * @param header the header
     * @param landing to be set
     * @throws ProtocolFault if no peer of ours sends such a frame
     */
    public void onHeader(FrameHeader header, Landing landing) {
        int length = header.payloadLength();
        switch (header.kind()) {
            case Wire.SHORT_REQUEST, Wire.SHORT_REPLY, Wire.BULK_REQUEST -> {
                if (length < 0
                        || length > ActiveMessages.MAX_WORDS * Long.BYTES
                        || length % 8 != 0) {
                    throw new ProtocolFault("words of an impossible length: " + header);
                }
                landing.into(words[length / Long.BYTES], 0);
            }
            case Wire.BULK_PIECE -> {
                currentBulk = bulks.find(header.sourceEndpoint());
                if (currentBulk == null) {
                    throw new ProtocolFault("a piece of an unknown bulk request: " + header);
                }
                currentBulk.onHeader(header, landing);
            }
            case Wire.SHORT_CREDIT, Wire.BULK_ACCEPT, Wire.BULK_END -> requireNoPayload(header);
            case Wire.TABLE_HELLO, Wire.TABLE_ANSWER, Wire.BULK_REFUSAL -> {
                if (length < 0 || length > text.length) {
                    throw new ProtocolFault("a text of an impossible length: " + header);
                }
                landing.into(textSlice.wrap(text, 0, length), 0);
            }
            default -> throw new ProtocolFault("an unknown kind of frame: " + header);
        }
        if (length == 0) {
            onPayload(header);
        }
    }

    private static void requireNoPayload(FrameHeader header) {
        if (header.payloadLength() != 0) {
            throw new ProtocolFault("a frame that has no payload has one: " + header);
        }
    }

    /**
     * Takes the payload of a frame of the tables.
     *
     * @param header the header
     * @throws ProtocolFault if its content is not what a peer of ours sends
     */
    public void onPayload(FrameHeader header) {
        int count = header.payloadLength() / Long.BYTES;
        switch (header.kind()) {
            case Wire.SHORT_REQUEST -> onRequest(header, count);
            case Wire.SHORT_REPLY -> onReply(header, count);
            case Wire.BULK_REQUEST -> onBulk(header, count);
            case Wire.BULK_PIECE -> {
                BulksIn.BulkIn bulk = currentBulk;
                currentBulk = null;
                if (bulk.received(header.payloadLength())) {
                    refuse(header.sourceEndpoint(), Wire.BROKEN_OFF, ROOM_CLOSED);
                }
                completeBulk(bulk);
            }
            case Wire.SHORT_CREDIT -> {
                credited(header);
                tables.conditions().changed(); // with a fence
                output.credits().wakeAfterFence();
            }
            case Wire.TABLE_HELLO -> agreements.onHello(header, textOf(header));
            case Wire.TABLE_ANSWER -> agreements.onAnswer(header, textOf(header));
            case Wire.BULK_REFUSAL -> check(output.refused(header, textOf(header)), header);
            case Wire.BULK_ACCEPT -> check(output.accepted(header.sourceEndpoint()), header);
            case Wire.BULK_END -> dropBulk(header);
            default -> throw new ProtocolFault("an unknown kind of frame: " + header);
        }
    }

    private String textOf(FrameHeader header) {
        return new String(text, 0, header.payloadLength(), StandardCharsets.UTF_8)
                .replaceAll("[^ -~\n]", "?");
    }

    private Agreements.PeerTarget tableOf(FrameHeader header) {
        Agreements.PeerTarget table = agreements.agreed(header.sourceEndpoint());
        if (table == null) {
            throw new ProtocolFault("a message of a table that is not agreed on: " + header);
        }
        return table;
    }

    private static Numbering.Handler handlerOf(
            Agreements.PeerTarget table, FrameHeader header, Numbering.Kind kind) {
        Numbering.Handler handler = table.table().numbering().find(header.type(), kind);
        if (handler == null) {
            throw new ProtocolFault("a message for no handler: table=" + table + " " + header);
        }
        return handler;
    }

    private void takeRequest(FrameHeader header) {
        if (++taken > ActiveMessages.WINDOW) {
            throw new ProtocolFault("more requests than may be under way: " + header);
        }
        if (output.queued() > MOST_QUEUED) {
            throw new ProtocolFault("requests without taking the answers: " + header);
        }
    }

    private void onRequest(FrameHeader header, int count) {
        Agreements.PeerTarget table = tableOf(header);
        Numbering.Handler handler = handlerOf(table, header, Numbering.Kind.REQUEST);
        takeRequest(header);
        current = table;
        message.open(count, replies);
        if (tables.run(place, handler, message)) {
            handledWithoutReply();
        }
    }

    /** The handler of the current request replies. */
    private void reply(int handler, long[] given, int count) {
        ActiveTarget.check(given, count);
        current.table().numbering().require(handler, Numbering.Kind.REPLY);
        int handled = owed + 1;
        owed = 0;
        taken -= handled;
        output.reply(current.remote(), handler, given, count, handled);
    }

    private void handledWithoutReply() {
        owed++;
        if (owed >= CREDITS_AT_ONCE) {
            int handled = owed;
            owed = 0;
            taken -= handled;
            output.credit(handled);
        }
    }

    private void onReply(FrameHeader header, int count) {
        Agreements.PeerTarget table = tableOf(header);
        Numbering.Handler handler = handlerOf(table, header, Numbering.Kind.REPLY);
        credited(header);
        message.open(count, null);
        var _ = tables.run(place, handler, message);
        output.credits().wakeAfterFence();
    }

    private void credited(FrameHeader header) {
        if (!output.credits().giveBack(header.word3())) {
            throw new ProtocolFault("a credit for what was never sent: " + header);
        }
    }

    private void onBulk(FrameHeader header, int count) {
        Agreements.PeerTarget table = tableOf(header);
        Numbering.Handler handler = handlerOf(table, header, Numbering.Kind.BULK);
        ElementType type = ElementType.ofWireId(header.tag());
        long bytes = header.word3();
        int number = header.destinationEndpoint();
        if (type == null
                || bytes < 0
                || (bytes & type.size() - 1) != 0
                || bulks.find(number) != null) {
            throw new ProtocolFault("a bulk request of impossible elements or id: " + header);
        }
        takeRequest(header);
        // Others are handled while its elements come: it has a message of its own.
        BulksIn.BulkIn bulk = bulks.add(number);
        ShortMessage own = bulk.message();
        System.arraycopy(message.array(), 0, own.array(), 0, count);
        own.open(count, null);
        own.elements(type, bytes >> type.shift(), null);
        Slice room = tables.room(place, handler, own);
        String misfit = ActiveTables.misfit(handler, own, room, bulk.hold());
        if (misfit != null) {
            bulks.remove(bulk);
            LOG.warn("refused a bulk request from={} reason={}", id, misfit);
            refuse(number, 0, misfit);
            handledWithoutReply();
            return;
        }
        outlet.control(Wire.BULK_ACCEPT, FrameHeader.FLAG_URGENT, number, 0);
        own.elements(type, bytes >> type.shift(), room);
        bulk.begin(table, handler, bytes);
        completeBulk(bulk);
    }

    private void refuse(int number, int type, String why) {
        byte[] bytes = why.getBytes(StandardCharsets.UTF_8);
        Slice payload = Slice.of(bytes, 0, Math.min(bytes.length, Wire.MAX_TEXT));
        outlet.control(
                new ControlFrame(
                        Wire.BULK_REFUSAL, type, FrameHeader.FLAG_URGENT, payload, number, 0, 0));
    }

    private void completeBulk(BulksIn.BulkIn bulk) {
        if (!bulk.isComplete()) {
            return;
        }
        bulk.hold().letGo();
        if (bulk.fault() != null) {
            breakOff(bulk, ROOM_CLOSED);
            handledWithoutReply();
            return;
        }
        current = bulk.table();
        ShortMessage whole = bulk.message();
        whole.open(whole.words(), replies);
        boolean hasNotReplied = tables.run(place, bulk.handler(), whole);
        bulks.remove(bulk);
        if (hasNotReplied) {
            handledWithoutReply();
        }
    }

    /** The rest of the elements will not come. */
    private void dropBulk(FrameHeader header) {
        BulksIn.BulkIn bulk = bulks.find(header.sourceEndpoint());
        if (bulk == null) {
            throw new ProtocolFault("the end of an unknown bulk request: " + header);
        }
        breakOff(bulk, bulk.fault() == null ? "its sender has broken it off" : ROOM_CLOSED);
        handledWithoutReply();
    }

    private void breakOff(BulksIn.BulkIn bulk, String why) {
        Numbering.Handler handler = bulk.handler();
        LOG.warn(
                "a bulk request will not come to its end from={} handler={} reason={}",
                id,
                handler,
                why);
        bulk.hold().letGo();
        tables.tellBrokenOff(place, handler, bulk.message());
        bulks.remove(bulk);
    }

    private static void check(boolean isKnown, FrameHeader header) {
        if (!isKnown) {
            throw new ProtocolFault("an answer to a bulk request that is not known: " + header);
        }
    }

    /**
     * Whether elements are on their way here.
     *
     * @return true if so; may be out of date when another thread asks
     */
    public boolean expectsData() {
        return !bulks.isEmpty();
    }

    /**
     * Whether short frames wait for room. Under the lock of the outlet.
     *
     * @return true if so
     */
    public boolean hasQueued() {
        return output.hasQueued();
    }

    /**
     * Sends what is queued as far as there is room. Under the lock of the outlet.
     *
     * @return frames sent
     */
    public int pump() {
        return output.pump();
    }

    /**
     * Takes out what was not begun: the peer is gone. Under the lock of the outlet.
     *
     * @param pending gets it, for the caller to fail
     */
    public void close(List<? super Outgoing> pending) {
        output.close(pending);
    }

    /** Wakes who waits for the peer; after its loss is known, and when nothing more comes. */
    public void ended() {
        for (BulksIn.BulkIn bulk = bulks.any(); bulk != null; bulk = bulks.any()) {
            breakOff(bulk, "its sender is gone");
        }
        output.credits().close();
        tables.handlers().watch().remove(place);
        tables.remove(this);
    }

    /**
     * For diagnostics; may be out of date.
     *
     * @return one line
     */
    public String describe() {
        return output.describe();
    }
}
