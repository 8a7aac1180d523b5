package org.activeobjects.transport.shm;

import org.activeobjects.transport.shm.segment.SealedSegments;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;

/**
 * The receiver's end of the ring for large transfers, mapped when the sender offers it.
 *
 * <p><b>Threading:</b> the thread that polls; {@link #ring} any thread.
 */
final class BulkReceiver {

    private static final Logger LOG = LogManager.getLogger(BulkReceiver.class);

    private final ShmLink.Ends ends;
    private final MemorySegment controlHead;
    private volatile RingReader ring;
    private int offers;

    /**
     * No ring yet.
     *
     * @param ends what the link joins
     * @param controlHead the words beside the control ring of the same direction
     */
    BulkReceiver(ShmLink.Ends ends, MemorySegment controlHead) {
        this.ends = ends;
        this.controlHead = controlHead;
    }

    /** The ring; {@code null} while there is none. */
    RingReader ring() {
        return ring;
    }

    /** Whether the peer may offer a ring now. */
    boolean mayBeOffered() {
        return ring == null && offers < Layout.BULK_OFFERS;
    }

    /** Takes an offer, whose record is open, and answers. */
    void take(RingReader control) {
        int answer = Layout.BULK_REFUSED;
        String name = new String(control.payloadBytes(), StandardCharsets.US_ASCII);
        try {
            open(name, control.argument());
            answer = Layout.BULK_MAPPED;
        } catch (LinkUnavailableException e) {
            // In the place of memory without a name the peer offers a file of the folder next.
            LOG.log(
                    SealedSegments.isName(name) ? Level.DEBUG : Level.WARN,
                    "large transfers from a peer are slower: a bulk ring cannot be mapped peer={}"
                            + " reason={}",
                    ends.peer(),
                    e.getMessage());
        }
        Layout.INT_WORD.setRelease(controlHead, Layout.bulkAnswer(offers++), answer);
        VarHandle.fullFence();
    }

    private void open(String name, long length) throws LinkUnavailableException {
        long capacity = length - Layout.PAGE;
        if (Long.bitCount(capacity) != 1
                || capacity < Layout.MIN_BULK_CAPACITY
                || capacity > Layout.MOST_CAPACITY) {
            throw new LinkUnavailableException("bulk ring of a wrong length: capacity=" + capacity);
        }
        MemorySegment bulk;
        if (SealedSegments.isName(name)) {
            bulk = SealedSegments.open(name, ends.peerSegment(), length, ends.arena());
        } else {
            bulk = ends.folder().open("bulk", ends.peer(), name, length, ends.arena());
            ends.folder().remove(name);
        }
        ring =
                new RingReader(
                        Layout.bulkData(bulk),
                        Layout.bulkHead(bulk),
                        Layout.ALIGNMENT,
                        Layout.BULK_PAYLOAD,
                        Layout.ALIGNMENT,
                        null);
    }
}
