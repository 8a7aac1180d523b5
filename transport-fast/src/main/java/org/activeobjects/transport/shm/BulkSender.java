package org.activeobjects.transport.shm;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.posix.MemoryCopy;
import org.activeobjects.transport.posix.SealedFile;
import org.activeobjects.transport.shm.segment.SealedSegments;
import org.activeobjects.transport.shm.segment.Segment;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/**
 * One direction's ring for large transfers, made when the first one comes.
 *
 * <p>The sender makes the segment and names it in a record of the control ring; the receiver maps
 * it, removes its name, and answers in the ring head of the control ring. Until then data waits; if
 * either side cannot have the segment, data goes through the control ring for good.
 *
 * <p>Where both sides may open each other's files, the segment is sealed memory, which is copied to
 * and from by native code; a peer that cannot map it is offered a file of the folder instead.
 *
 * <p><b>Threading:</b> the sending thread; {@link #isUp} any thread.
 */
final class BulkSender {

    /** The result of {@link #tryWrite} when there is no bulk ring and will be none. */
    static final int NO_RING = 2;

    private static final Logger LOG = LogManager.getLogger(BulkSender.class);

    private static final int WANTED = 0;
    private static final int MADE = 1;
    private static final int OFFERED = 2;
    private static final int UP = 3;
    private static final int UNAVAILABLE = 4;

    private final ShmLink.Ends ends;
    private final RingWriter control;
    private final MemorySegment controlHead;
    private final CopyGuard guard;
    private final FrameHeader offerHeader = new FrameHeader();
    private volatile int state = WANTED;
    private Segment segment;
    private SealedFile sealed;
    private boolean isForgotten;
    private int offers;
    private RingWriter ring;

    /**
     * A direction without a ring yet.
     *
     * @param ends what the link joins
     * @param control control ring of the same direction
     * @param controlHead the words beside it
     * @param guard of the memory of the link
     */
    BulkSender(ShmLink.Ends ends, RingWriter control, MemorySegment controlHead, CopyGuard guard) {
        this.ends = ends;
        this.control = control;
        this.controlHead = controlHead;
        this.guard = guard;
    }

    boolean isUp() {
        return state == UP;
    }

    /** Writes one frame of data; like {@link RingWriter#tryWrite}, or {@link #NO_RING}. */
    int tryWrite(long commitWord, FrameHeader header, Slice payload, long offset, int length) {
        return switch (state) {
            case UP -> ring.tryWrite(commitWord, header, payload, offset, length);
            case UNAVAILABLE -> NO_RING;
            default -> prepare();
        };
    }

    /** One step towards the ring. */
    private int prepare() {
        if (state == WANTED) {
            make();
        }
        if (state == MADE) {
            return offer();
        }
        if (state == OFFERED) {
            return readAnswer();
        }
        return state == UNAVAILABLE ? NO_RING : RingWriter.FULL;
    }

    private void make() {
        try {
            boolean isSealed = offers == 0 && makeSealed();
            if (!isSealed) {
                keep(ends.folder().create("bulk", Layout.PAGE + (long) room(), ends.arena()));
            }
            Layout.LONG_WORD.setRelease(segment.memory(), Layout.MAGIC_OFFSET, Layout.MAGIC);
            ring =
                    new RingWriter(
                            Layout.bulkData(segment.memory()),
                            Layout.bulkHead(segment.memory()),
                            Layout.ALIGNMENT,
                            isSealed ? guard : null,
                            null);
            state = MADE;
        } catch (LinkUnavailableException | IOException e) {
            LOG.warn(
                    "large transfers share the small ring, and are slower: no bulk ring reason={}",
                    e.getMessage());
            state = UNAVAILABLE;
        }
    }

    private boolean makeSealed() {
        if (!MemoryCopy.isAvailable() || !SealedSegments.areShared(ends.peerSegment())) {
            return false;
        }
        try {
            // As long as a control ring at least, for the same reason.
            int capacity = Layout.capacity(ends.pair().byteSize());
            long length = Layout.PAGE + (long) Math.max(Layout.BULK_CAPACITY, capacity);
            keep(SealedSegments.create("bulk", length, ends.arena()));
            return true;
        } catch (IOException e) {
            LOG.debug("no sealed memory for a bulk ring, a file takes its place", e);
            return false;
        }
    }

    /** The largest ring that takes no more than an eighth of what is free in the folder. */
    private int room() throws IOException {
        long limit = ends.folder().usable() / 8;
        int capacity = Layout.BULK_CAPACITY;
        while (capacity > Layout.MIN_BULK_CAPACITY && capacity > limit) {
            capacity /= 2;
        }
        return capacity;
    }

    private int offer() {
        byte[] name = segment.name().getBytes(StandardCharsets.US_ASCII);
        offerHeader.setWords(0, segment.memory().byteSize(), 0, 0);
        int result =
                control.tryWrite(
                        Layout.internalWord(Layout.BULK_OFFER, name.length),
                        offerHeader,
                        Slice.of(name),
                        0,
                        name.length);
        if (result == RingWriter.WRITTEN) {
            state = OFFERED;
            return RingWriter.FULL;
        }
        return result;
    }

    private int readAnswer() {
        int answer = (int) Layout.INT_WORD.getAcquire(controlHead, Layout.bulkAnswer(offers));
        if (answer == Layout.BULK_UNANSWERED) {
            return RingWriter.FULL;
        }
        if (answer != Layout.BULK_MAPPED && answer != Layout.BULK_REFUSED) {
            return RingWriter.CORRUPT;
        }
        boolean wasSealed = sealed != null;
        letGo();
        offers++;
        if (answer == Layout.BULK_MAPPED) {
            state = UP;
        } else if (wasSealed) {
            // It may not look at this process's files; one in the folder is left to try.
            state = WANTED;
        } else {
            LOG.warn("large transfers share the small ring: the peer has no bulk ring");
            state = UNAVAILABLE;
        }
        // Tried again at once by the caller's next call, now with a lane to go through.
        return RingWriter.FULL;
    }

    /** The link may be closed meanwhile, by another thread. */
    private synchronized void keep(Segment made) {
        segment = made;
        sealed = made.file();
        if (isForgotten) {
            letGo();
        }
    }

    /** Nobody opens the segment any more. */
    private synchronized void letGo() {
        if (sealed != null) {
            sealed.close();
            sealed = null;
        } else if (segment != null) {
            ends.folder().remove(segment.name());
        }
    }

    /** Whether data that was refused would go now. A hint, for any thread. */
    boolean hasRoomAgain() {
        return switch (state) {
            case UP -> ring.hasRoomAgain();
            case OFFERED ->
                    (int) Layout.INT_WORD.getAcquire(controlHead, Layout.bulkAnswer(offers))
                            != Layout.BULK_UNANSWERED;
            default -> false;
        };
    }

    /** After the link is closed: lets go of a segment for which the peer has not answered. */
    synchronized void forget() {
        isForgotten = true;
        letGo();
    }

    String describe() {
        return switch (state) {
            case UP -> "up backlog=" + ring.backlog();
            case UNAVAILABLE -> "none";
            case WANTED -> "not yet";
            default -> "offered";
        };
    }
}
