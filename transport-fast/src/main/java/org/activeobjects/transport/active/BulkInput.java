package org.activeobjects.transport.active;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.FaultLog;
import org.activeobjects.transport.message.ControlFrame;
import org.activeobjects.transport.message.Outlet;
import org.activeobjects.transport.message.ProtocolFault;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.progress.HandlerWatch;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * The bulk requests that come from one peer: each is announced, given room or refused, filled piece
 * by piece, and handled when it is whole. Nothing that comes is trusted.
 *
 * <p><b>Threading:</b> the thread that moves the link; {@link #isEmpty} by any, as a hint.
 */
final class BulkInput {

    private static final Logger LOG = LogManager.getLogger(BulkInput.class);
    private static final String ROOM_CLOSED = "the memory of its room was closed";

    private final RuntimeId from;
    private final ActiveTables tables;
    private final HandlerWatch.Place place;
    private final IncomingRequests requests;
    private final Outlet outlet;
    private final BulksIn bulks;
    private BulksIn.BulkIn current; // of which a piece comes

    BulkInput(
            RuntimeId from,
            ActiveTables tables,
            HandlerWatch.Place place,
            IncomingRequests requests,
            Outlet outlet) {
        this.from = from;
        this.tables = tables;
        this.place = place;
        this.requests = requests;
        this.outlet = outlet;
        this.bulks = new BulksIn(from);
    }

    boolean isEmpty() {
        return bulks.isEmpty();
    }

    /** One is announced, with words that are here. */
    void onRequest(
            FrameHeader header,
            Agreements.PeerTarget table,
            Numbering.Handler handler,
            long[] words,
            int count) {
        ElementType type = ElementType.ofWireId(header.tag());
        long bytes = header.word3();
        int number = header.destinationEndpoint();
        if (type == null
                || bytes < 0
                || (bytes & type.size() - 1) != 0
                || bulks.find(number) != null) {
            throw new ProtocolFault("a bulk request of impossible elements or id: " + header);
        }
        requests.take(header);
        // Others are handled while its elements come: it has a message of its own.
        BulksIn.BulkIn bulk = bulks.add(number);
        ShortMessage own = bulk.message();
        System.arraycopy(words, 0, own.array(), 0, count);
        own.open(count, null);
        own.elements(type, bytes >> type.shift(), null);
        String misfit = tables.makeRoom(place, handler, own, bulk.hold());
        if (misfit != null) {
            bulks.remove(bulk);
            LOG.warn("refused a bulk request from={} reason={}", from, misfit);
            refuse(number, 0, misfit);
            requests.handledWithoutReply();
            return;
        }
        bulk.begin(table, handler, bytes);
        outlet.control(Wire.BULK_ACCEPT, FrameHeader.FLAG_URGENT, number, 0);
        handleIfWhole(bulk);
    }

    private void refuse(int number, int type, String why) {
        Slice payload = ControlFrame.text(why);
        outlet.control(
                new ControlFrame(
                        Wire.BULK_REFUSAL, type, FrameHeader.FLAG_URGENT, payload, number, 0, 0));
    }

    /** A piece of one comes. */
    void onPieceHeader(FrameHeader header, Landing landing) {
        current = bulks.find(header.sourceEndpoint());
        if (current == null) {
            throw new ProtocolFault("a piece of an unknown bulk request: " + header);
        }
        current.onHeader(header, landing);
    }

    /** The piece is here. */
    void onPiece(FrameHeader header) {
        BulksIn.BulkIn bulk = current;
        current = null;
        if (bulk.received(header.payloadLength())) {
            refuse(header.sourceEndpoint(), Wire.BROKEN_OFF, ROOM_CLOSED);
        }
        handleIfWhole(bulk);
    }

    private void handleIfWhole(BulksIn.BulkIn bulk) {
        if (!bulk.isComplete()) {
            return;
        }
        bulk.hold().letGo();
        if (bulk.fault() != null) {
            breakOff(bulk, ROOM_CLOSED);
            requests.handledWithoutReply();
            return;
        }
        ShortMessage whole = bulk.message();
        requests.open(bulk.table(), whole, whole.words());
        boolean hasNotReplied = tables.run(place, bulk.handler(), whole);
        bulks.remove(bulk);
        if (hasNotReplied) {
            requests.handledWithoutReply();
        }
    }

    /** The rest of the elements of one will not come. */
    void onEnd(FrameHeader header) {
        BulksIn.BulkIn bulk = bulks.find(header.sourceEndpoint());
        if (bulk == null) {
            throw new ProtocolFault("the end of an unknown bulk request: " + header);
        }
        breakOff(bulk, bulk.fault() == null ? "its sender has broken it off" : ROOM_CLOSED);
        requests.handledWithoutReply();
    }

    private void breakOff(BulksIn.BulkIn bulk, String why) {
        Numbering.Handler handler = bulk.handler();
        FaultLog.warn(
                LOG,
                "a bulk request will not come to its end from={} handler={} reason={}",
                from,
                handler,
                why);
        bulk.hold().letGo();
        tables.tellBrokenOff(place, handler, bulk.message());
        bulks.remove(bulk);
    }

    /** The peer is gone, and nothing more comes. */
    void ended() {
        for (BulksIn.BulkIn bulk = bulks.any(); bulk != null; bulk = bulks.any()) {
            breakOff(bulk, "its sender is gone");
        }
    }
}
