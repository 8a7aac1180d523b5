package org.activeobjects.transport.active;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.active.sending.BulkOut;
import org.activeobjects.transport.active.sending.Credits;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.error.TransportTimeoutException;
import org.activeobjects.transport.message.ControlFrame;
import org.activeobjects.transport.message.Outlet;
import org.activeobjects.transport.message.ProtocolFault;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.spi.FrameHeader;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Which tables this runtime and one peer have in common: each side says hello for a table, and the
 * other answers once it has opened its own.
 *
 * <p><b>Threading:</b> safe, under the monitor of the tables; {@link #agreed} by any thread.
 */
final class Agreements {

    private static final int PLACES = ActiveTables.MAX_TABLES + 1;

    private final ActiveTables tables;
    private final ActivePeer peer;
    private final Outlet outlet;

    // By the number of the table here.
    private final AtomicReferenceArray<PeerTarget> agreed = new AtomicReferenceArray<>(PLACES);
    private final AtomicReferenceArray<String> refused = new AtomicReferenceArray<>(PLACES);
    private final boolean[] asked = new boolean[PLACES];

    /** Numbers of the peer that it has said hello for; so answers do not pile up. */
    private final boolean[] heard = new boolean[PLACES];

    // By the number of the table there.
    private final Hello[] early = new Hello[PLACES];

    /** A peer has opened a table. */
    private record Hello(int number, long digest, String name, String listing) {}

    Agreements(ActiveTables tables, ActivePeer peer, Outlet outlet) {
        this.tables = tables;
        this.peer = peer;
        this.outlet = outlet;
    }

    /** The table of a number here, as it is at the peer; null if none is agreed on. */
    PeerTarget agreed(int number) {
        return number > 0 && number < PLACES ? agreed.getAcquire(number) : null;
    }

    /** Any thread that may wait: asks the peer, if need be. */
    PeerTarget await(ActiveTable table) {
        int number = table.number();
        PeerTarget known = agreed(number);
        if (known != null) {
            return known;
        }
        synchronized (tables) {
            if (!asked[number]) {
                ControlFrame hello = hello(table);
                asked[number] = true;
                outlet.control(hello);
            }
        }
        var _ =
                tables.conditions()
                        .await(
                                () -> agreed(number) != null || refused.get(number) != null,
                                () -> peer.loss() != null,
                                tables.config().connectTimeout().toNanos());
        PeerTarget found = agreed(number);
        if (found == null) {
            throw whyNotAgreed(table);
        }
        return found;
    }

    private TransportException whyNotAgreed(ActiveTable table) {
        String text = refused.get(table.number());
        TransportException loss = peer.loss();
        if (text != null) {
            return new MessageMismatchException(text);
        }
        return loss != null
                ? loss
                : new TransportTimeoutException(
                        "the peer has not opened the table in time: table="
                                + table.name()
                                + " peer="
                                + peer.id()
                                + " connectTimeout="
                                + tables.config().connectTimeout()
                                + "; open it there, too, before it is used");
    }

    private static ControlFrame hello(ActiveTable table) {
        return new ControlFrame(
                Wire.TABLE_HELLO,
                0,
                FrameHeader.FLAG_URGENT,
                ControlFrame.text(table.name() + "\n" + table.numbering().listing()),
                table.number(),
                0,
                table.numbering().digest());
    }

    /** The peer says hello for a table. */
    void onHello(FrameHeader header, String text) {
        int line = text.indexOf('\n');
        int number = header.sourceEndpoint();
        if (number < 1 || number >= PLACES || line < 1) {
            throw new ProtocolFault("a hello of an impossible table: " + header);
        }
        Hello hello =
                new Hello(
                        number, header.word3(), text.substring(0, line), text.substring(line + 1));
        synchronized (tables) {
            if (heard[number]) {
                throw new ProtocolFault("a hello that was said before: " + header);
            }
            heard[number] = true;
            ActiveTable table = tables.find(hello.name);
            if (table == null) {
                early[number] = hello;
            } else {
                answer(hello, table);
            }
        }
    }

    /** A table has been opened here. Under the monitor of the tables. */
    void opened(ActiveTable table) {
        for (int number = 0; number < PLACES; number++) {
            Hello hello = early[number];
            if (hello != null && hello.name.equals(table.name())) {
                early[number] = null;
                answer(hello, table);
            }
        }
    }

    private void answer(Hello hello, ActiveTable table) {
        if (hello.digest == table.numbering().digest()) {
            // Before anybody here can use the table: what is sent then comes behind the answer.
            outlet.control(answer(hello.number, table.number(), null));
            agree(table, hello.number);
        } else {
            String why =
                    "the tables differ: table=%s here=(%s) there=(%s) there is %s"
                            .formatted(
                                    table.name(),
                                    hello.listing,
                                    table.numbering().listing(),
                                    tables.self());
            outlet.control(answer(hello.number, 0, ControlFrame.text(why)));
        }
    }

    private static ControlFrame answer(int asker, int number, Slice text) {
        return new ControlFrame(
                Wire.TABLE_ANSWER, 0, FrameHeader.FLAG_URGENT, text, asker, 0, number);
    }

    private void agree(ActiveTable table, int remote) {
        PeerTarget known = agreed.get(table.number());
        if (known != null && known.remote() != remote) {
            throw new ProtocolFault("a table that changes its number: table=" + table.name());
        }
        if (known == null) {
            agreed.setRelease(table.number(), new PeerTarget(tables, table, peer, remote));
            tables.conditions().changed();
        }
    }

    /** The peer answers a hello; the text is empty if the tables agree. */
    void onAnswer(FrameHeader header, String text) {
        int number = header.sourceEndpoint();
        long remote = header.word3();
        synchronized (tables) {
            ActiveTable table = tables.find(number);
            if (table == null || !asked[number] || remote < 0 || remote >= PLACES) {
                throw new ProtocolFault("an answer to a question that was not asked: " + header);
            }
            if (remote > 0) {
                agree(table, (int) remote);
            } else {
                refused.set(number, text);
                tables.conditions().changed();
            }
        }
    }

    /** A table at another runtime. */
    static final class PeerTarget extends ActiveTarget {

        private final ActivePeer peer;
        private final ActiveOutput output;
        private final int remote;

        PeerTarget(ActiveTables tables, ActiveTable table, ActivePeer peer, int remote) {
            super(tables, table);
            this.peer = peer;
            this.output = peer.output();
            this.remote = remote;
        }

        int remote() {
            return remote;
        }

        @Override
        public RuntimeId peer() {
            return peer.id();
        }

        @Override
        int offer(int handler, long word0, long word1, int count) {
            return output.request(remote, handler, word0, word1, count);
        }

        @Override
        int offer(int handler, long[] words, int count) {
            return output.request(remote, handler, words, count);
        }

        @Override
        BulkOut offerBulk(int handler, Slice source, long[] words, int count) {
            return output.bulk(remote, handler, words, count, source);
        }

        @Override
        void giveBack(BulkOut bulk) {
            output.giveBack(bulk);
        }

        @Override
        Credits credits() {
            return output.credits();
        }

        @Override
        TransportException loss() {
            return peer.loss();
        }

        @Override
        String describe() {
            return peer.describe();
        }
    }
}
