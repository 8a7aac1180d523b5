package org.activeobjects.transport.active;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.message.ProtocolFault;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.transfer.Hold;

/**
 * The bulk requests of one peer whose elements come, by the peer's numbers. What one needs is used
 * again for a later one, so that a request allocates nothing.
 *
 * <p><b>Threading:</b> the thread that moves the link; {@link #isEmpty} by any, as a hint.
 */
final class BulksIn {

    private final RuntimeId from;

    /** Those under way, then spare ones. No peer may have more under way. */
    private final BulkIn[] entries = new BulkIn[ActiveMessages.WINDOW];

    private int size;

    BulksIn(RuntimeId from) {
        this.from = from;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The request of a number; null if there is none. */
    BulkIn find(int number) {
        for (int i = 0; i < size; i++) {
            if (entries[i].number == number) {
                return entries[i];
            }
        }
        return null;
    }

    /** A request of a new number, of which the peer may have one more under way. */
    BulkIn add(int number) {
        BulkIn bulk = entries[size];
        if (bulk == null) {
            bulk = new BulkIn(new ShortMessage(from));
            entries[size] = bulk;
        }
        size++;
        bulk.number = number;
        return bulk;
    }

    /** Its handler has run, or it was refused. */
    void remove(BulkIn bulk) {
        bulk.end();
        int at = 0;
        while (entries[at] != bulk) {
            at++;
        }
        size--;
        entries[at] = entries[size];
        entries[size] = bulk;
    }

    /** One that is under way; null if none is. */
    BulkIn any() {
        return size == 0 ? null : entries[0];
    }

    /** One bulk request whose elements come. */
    static final class BulkIn {

        private final ShortMessage message;
        private final Hold hold = new Hold();
        private int number;
        private Agreements.PeerTarget table;
        private Numbering.Handler handler;
        private long total;
        private long received;
        private Landing landing;
        private RuntimeException fault;

        private BulkIn(ShortMessage message) {
            this.message = message;
        }

        /** What keeps its room, until nothing more is written to it. */
        Hold hold() {
            return hold;
        }

        /** It was accepted: its elements come. */
        void begin(Agreements.PeerTarget newTable, Numbering.Handler newHandler, long bytes) {
            table = newTable;
            handler = newHandler;
            total = bytes;
            received = 0;
            fault = null;
        }

        private void end() {
            hold.letGo();
            table = null;
            handler = null;
            landing = null;
            message.elements(null, 0, null);
        }

        Agreements.PeerTarget table() {
            return table;
        }

        Numbering.Handler handler() {
            return handler;
        }

        /** What the handler sees of it. */
        ShortMessage message() {
            return message;
        }

        boolean isComplete() {
            return received == total;
        }

        /** Why its elements have lost their place; null if they have not. */
        RuntimeException fault() {
            return fault;
        }

        /** Says where a piece goes. */
        void onHeader(FrameHeader header, Landing itsLanding) {
            int length = header.payloadLength();
            if (length <= 0 || header.word3() != received || length > total - received) {
                throw new ProtocolFault(
                        "a piece of a bulk request that does not follow: offset=%s length=%s expectedOffset=%s total=%s"
                                .formatted(header.word3(), length, received, total));
            }
            landing = itsLanding;
            landing.into(fault == null ? message.room() : null, received);
        }

        /** A piece is here. Returns whether the elements lose their place, and others follow. */
        boolean received(int bytes) {
            boolean hadPlace = fault == null;
            received += bytes;
            fault = hadPlace ? landing.fault() : fault;
            landing = null;
            return hadPlace && fault != null && !isComplete();
        }
    }
}
