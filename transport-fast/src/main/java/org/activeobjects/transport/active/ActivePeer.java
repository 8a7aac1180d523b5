package org.activeobjects.transport.active;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.message.Outgoing;
import org.activeobjects.transport.message.Outlet;
import org.activeobjects.transport.message.ProtocolFault;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.progress.HandlerWatch;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;

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

    private final RuntimeId id;
    private final ActiveTables tables;
    private final ActiveOutput output;
    private final Agreements agreements;
    private final Supplier<TransportException> loss;
    private final HandlerWatch.Place place;
    private final ShortMessage message;
    private final Slice[] words;
    private final IncomingRequests requests;
    private final BulkInput bulks;
    private final byte[] text = new byte[Wire.MAX_TEXT];
    private final Slice textSlice = new Slice();

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
        this.output = new ActiveOutput(outlet, tables.progress()::kick);
        this.agreements = new Agreements(tables, this, outlet);
        this.loss = loss;
        this.place = tables.handlers().watch().add(id);
        this.message = new ShortMessage(id);
        this.words = ActiveOutput.payloadsOf(message.array());
        this.requests = new IncomingRequests(output);
        this.bulks = new BulkInput(id, tables, place, requests, outlet);
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
            case Wire.BULK_PIECE -> bulks.onPieceHeader(header, landing);
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
            case Wire.BULK_PIECE -> bulks.onPiece(header);
            case Wire.SHORT_CREDIT -> {
                credited(header);
                tables.conditions().changed(); // with a fence
                output.credits().wakeAfterFence();
            }
            case Wire.TABLE_HELLO -> agreements.onHello(header, textOf(header));
            case Wire.TABLE_ANSWER -> agreements.onAnswer(header, textOf(header));
            case Wire.BULK_REFUSAL -> check(output.refused(header, textOf(header)), header);
            case Wire.BULK_ACCEPT -> check(output.accepted(header.sourceEndpoint()), header);
            case Wire.BULK_END -> bulks.onEnd(header);
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

    private void onRequest(FrameHeader header, int count) {
        Agreements.PeerTarget table = tableOf(header);
        Numbering.Handler handler = handlerOf(table, header, Numbering.Kind.REQUEST);
        requests.take(header);
        requests.open(table, message, count);
        if (tables.run(place, handler, message)) {
            requests.handledWithoutReply();
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
        bulks.onRequest(header, table, handler, message.array(), count);
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
        bulks.ended();
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
