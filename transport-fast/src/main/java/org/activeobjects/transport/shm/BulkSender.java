package org.activeobjects.transport.shm;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.shm.segment.Segment;
import org.activeobjects.transport.shm.segment.SegmentFolder;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/**
 * One direction's ring for large transfers, made when the first one comes.
 *
 * <p>The sender makes the segment and names it in a record of the control ring; the receiver maps
 * it, removes its name, and answers in the ring head of the control ring. Until then data waits; if
 * either side cannot have the segment, data goes through the control ring for good.
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

    private final SegmentFolder folder;
    private final Arena arena;
    private final RingWriter control;
    private final MemorySegment controlHead;
    private final FrameHeader offerHeader = new FrameHeader();
    private volatile int state = WANTED;
    private Segment segment;
    private RingWriter ring;

    /**
     * A direction without a ring yet.
     *
     * @param folder where the segment is made
     * @param arena arena of the link
     * @param control control ring of the same direction
     * @param controlHead the words beside it
     */
    BulkSender(SegmentFolder folder, Arena arena, RingWriter control, MemorySegment controlHead) {
        this.folder = folder;
        this.arena = arena;
        this.control = control;
        this.controlHead = controlHead;
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
            segment = folder.create("bulk", Layout.PAGE + (long) capacity(), arena);
            Layout.LONG_WORD.setRelease(segment.memory(), Layout.MAGIC_OFFSET, Layout.MAGIC);
            ring =
                    new RingWriter(
                            Layout.bulkData(segment.memory()),
                            Layout.bulkHead(segment.memory()),
                            Layout.ALIGNMENT);
            state = MADE;
        } catch (LinkUnavailableException | IOException e) {
            LOG.warn(
                    "large transfers share the small ring, and are slower: no bulk ring reason={}",
                    e.getMessage());
            state = UNAVAILABLE;
        }
    }

    /** The largest ring that takes no more than an eighth of what is free. */
    private int capacity() throws IOException {
        long limit = folder.usable() / 8;
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
        int answer = (int) Layout.INT_WORD.getAcquire(controlHead, Layout.BULK_ANSWER);
        switch (answer) {
            case Layout.BULK_UNANSWERED -> {
                return RingWriter.FULL;
            }
            case Layout.BULK_MAPPED -> state = UP;
            case Layout.BULK_REFUSED -> {
                LOG.warn("large transfers share the small ring: the peer has no bulk ring");
                state = UNAVAILABLE;
            }
            default -> {
                return RingWriter.CORRUPT;
            }
        }
        folder.remove(segment.name());
        // Tried again at once by the caller's next call, now with a lane to go through.
        return RingWriter.FULL;
    }

    /** Whether data that was refused would go now. A hint, for any thread. */
    boolean hasRoomAgain() {
        return switch (state) {
            case UP -> ring.hasRoomAgain();
            case OFFERED ->
                    (int) Layout.INT_WORD.getAcquire(controlHead, Layout.BULK_ANSWER)
                            != Layout.BULK_UNANSWERED;
            default -> false;
        };
    }

    /** After the link is closed: removes the segment's name if the peer has not. */
    void forget() {
        Segment made = segment;
        if (made != null) {
            folder.remove(made.name());
        }
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
