package org.activeobjects.transport.transfer;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.message.ControlFrame;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;

import java.lang.foreign.MemorySegment;

/**
 * The elements of one send or receive: where they lie, how many of them have moved, by which
 * numbers both sides know them, and what keeps their memory meanwhile.
 *
 * <p><b>Threading:</b> whoever owns it at a time.
 */
public abstract class Transfer extends SharedWork {

    /** Stands for the thread that polls, whichever that is. */
    private static final Thread ANY_THREAD = Thread.ofPlatform().unstarted(() -> {});

    private Slice slice;

    // Bytes: for a receive, once it is matched, of what was sent.
    private long total;
    private long moved;

    private int transferId = -1;

    // Of a receive, under the peer's lock for sending.
    private boolean isCleared;
    private boolean isGivenUp;

    // Of a transfer without frames: the peer's number of its send; the handle, given or got.
    private int senderId;
    private long handle;
    private DirectLane exposedBy;
    private boolean isOffered;

    /** Of what the slice is of, if that must not be released meanwhile; made when needed. */
    private Hold hold;

    /** Of no elements yet. */
    protected Transfer() {}

    /**
     * Begins, new or after {@link #forget}.
     *
     * @param elements what is sent, or the room for what is received
     * @param isSend which of both
     * @throws IllegalArgumentException if not every thread may move them
     * @throws IllegalStateException if they are closed
     */
    protected final void begin(Slice elements, boolean isSend) {
        slice = elements;
        check(elements, isSend);
        total = isSend ? elements.byteLength() : total;
        if (isToBeHeld(elements)) {
            hold = hold == null ? new Hold() : hold;
            hold.take(elements);
        }
    }

    /**
     * Whether elements lie in a registered buffer, all or some of them, which is to be held while
     * they are moved.
     *
     * @param elements what is moved
     * @return true if so
     */
    public static boolean isToBeHeld(Slice elements) {
        if (elements.array() != null) {
            return false;
        }
        boolean isToBeHeld = elements.view() != null;
        Slice[] parts = elements.parts();
        for (int i = 0; parts != null && i < parts.length; i++) {
            isToBeHeld |= parts[i].view() != null;
        }
        return isToBeHeld;
    }

    /**
     * Lets pass elements into which {@link #begin} would have something received.
     *
     * @param room room for what is received
     * @throws IllegalArgumentException if they cannot be written, or not by every thread
     * @throws IllegalStateException if they are closed
     */
    public static void checkRoom(Slice room) {
        check(room, false);
    }

    /**
     * Lets pass elements that the calling thread copies at once.
     *
     * @param source what is sent
     * @throws IllegalStateException if some of it is closed
     */
    public static void checkThere(Slice source) {
        if (source.array() == null) {
            checkOpen(source, source, 0);
            Slice[] parts = source.parts();
            for (int i = 0; parts != null && i < parts.length; i++) {
                checkOpen(parts[i], source, i);
            }
        }
    }

    private static void check(Slice elements, boolean isSend) {
        if (elements.array() == null) {
            checkPart(elements, elements, 0, isSend);
            Slice[] parts = elements.parts();
            for (int i = 0; parts != null && i < parts.length; i++) {
                checkPart(parts[i], elements, i, isSend);
            }
        }
    }

    private static void checkPart(Slice part, Slice all, int index, boolean isSend) {
        checkOpen(part, all, index);
        MemorySegment memory = part.container();
        if (memory != null && !isSend && memory.isReadOnly()) {
            throw new IllegalArgumentException(
                    "what is read-only cannot be received into: " + name(part, all, index));
        }
        if (memory != null && !memory.isAccessibleBy(ANY_THREAD)) {
            throw new IllegalArgumentException(
                    "memory of a confined arena cannot be moved by whichever thread polls: "
                            + name(part, all, index)
                            + "; take it from Arena.ofShared() or Arena.ofAuto()");
        }
    }

    private static void checkOpen(Slice part, Slice all, int index) {
        MemorySegment memory = part.container();
        if (part.view() != null) {
            var _ = part.view().segment(); // throws if it is closed
        } else if (memory != null && !memory.scope().isAlive()) {
            throw new IllegalStateException(
                    "memory that is closed cannot be moved: "
                            + name(part, all, index)
                            + "; close its arena when its operations are complete");
        }
    }

    private static String name(Slice part, Slice all, int index) {
        return "slice=" + all + (part == all ? "" : " part=" + index + " " + part);
    }

    /**
     * A message was found for a receive.
     *
     * @param bytes its length
     * @param sender the peer's number of its send, if it was announced
     * @param shown the handle by which its elements can be read, or {@link DirectLane#NOTHING}
     */
    protected final void found(long bytes, int sender, long shown) {
        total = bytes;
        senderId = sender;
        handle = shown;
    }

    /**
     * Chooses another room for what is received.
     *
     * @param room room
     */
    protected final void into(Slice room) {
        slice = room;
    }

    /**
     * Takes over the numbers of another transfer, which the peer knows still.
     *
     * @param other the other one
     */
    protected final void standFor(Transfer other) {
        total = other.total;
        moved = other.moved;
        transferId = other.transferId;
    }

    /**
     * Of a send that {@link #begin} was told no elements of: announces as many as another.
     *
     * @param other the other one
     */
    protected final void announceAs(Transfer other) {
        total = other.total;
        isOffered = true; // there is nothing to be read
    }

    /** Lets go of the elements: it is as one that has not begun. */
    protected final void forget() {
        slice = null;
        moved = 0;
        transferId = -1;
        isCleared = false;
        isGivenUp = false;
        handle = DirectLane.NOTHING;
        isOffered = false;
        renew();
    }

    /**
     * Where the elements lie.
     *
     * @return the slice
     */
    public final Slice slice() {
        return slice;
    }

    /**
     * How much is to move.
     *
     * @return bytes; for a receive, once it is matched, of what was sent
     */
    public final long total() {
        return total;
    }

    /**
     * How much has moved in frames.
     *
     * @return bytes
     */
    public final long moved() {
        return moved;
    }

    /**
     * A frame has come; {@link #isSent} is true if it was the last one.
     *
     * @param bytes its payload
     */
    public final void cameFurther(int bytes) {
        moved += bytes;
    }

    /**
     * By which number the receiver knows it.
     *
     * @return the number, less than 0 while it has none
     */
    public final int transferId() {
        return transferId;
    }

    /**
     * Sets the number by which the receiver knows it.
     *
     * @param id for a send that of the peer, for a receive the own one
     */
    public final void transferId(int id) {
        transferId = id;
    }

    /**
     * The sender is about to be told to send. Under the peer's lock for sending.
     *
     * @return false if the receive was given up before: the sender is to be told that instead
     */
    public final boolean letSend() {
        isCleared = !isGivenUp;
        return isCleared;
    }

    /**
     * No more of what is sent is taken. Under the peer's lock for sending.
     *
     * @return whether the sender was told to send, and so is to be told this; else whoever calls
     *     {@link #letSend} sees it
     */
    public final boolean giveUp() {
        isGivenUp = true;
        return isCleared;
    }

    /**
     * By which number the sender of a message that was announced knows it.
     *
     * @return the number
     */
    public final int senderId() {
        return senderId;
    }

    /**
     * By what the receiver can read the elements by itself.
     *
     * @return a handle, or {@link DirectLane#NOTHING}
     */
    public final long handle() {
        return handle;
    }

    /** The receiver does not read the elements by itself, whatever was shown to it. */
    public final void comesInFrames() {
        handle = DirectLane.NOTHING;
    }

    /**
     * Lets the peer read the elements by itself, if a lane can; once, however often it is asked.
     *
     * @param lane the lane, or {@code null}
     * @param ahead announced messages to the same peer that are not over
     */
    public final void expose(DirectLane lane, int ahead) {
        if (!isOffered && lane != null && total > 0) {
            isOffered = true;
            handle = lane.expose(slice, ahead);
            exposedBy = handle == DirectLane.NOTHING ? null : lane;
        }
    }

    @Override
    public final void conceal() {
        DirectLane lane = exposedBy;
        if (lane != null) {
            exposedBy = null;
            lane.conceal(handle);
        }
    }

    /** Ends it once the peer has said that it has read, or does not: nobody reads any more. */
    public final void wasRead() {
        DirectLane lane = exposedBy;
        if (lane != null) {
            exposedBy = null;
            lane.wasRead(handle);
        }
    }

    /**
     * Whether the peer can read the elements.
     *
     * @return true between {@link #expose} and {@link #conceal}, if a lane could
     */
    public final boolean isExposed() {
        return exposedBy != null;
    }

    @Override
    public final boolean sendChunk(Link link, FrameHeader header) {
        int length = (int) Math.min(total - moved, link.chunkLength(total));
        header.set(Wire.DATA, 0, FrameHeader.FLAG_DATA, length, transferId, 0, 0, 0, moved);
        if (!link.trySend(header, slice, moved, length)) {
            return false;
        }
        moved += length;
        return true;
    }

    @Override
    public final ControlFrame abortion() {
        return new ControlFrame(Wire.ABORT, FrameHeader.FLAG_DATA, transferId, 0);
    }

    @Override
    public final boolean isSent() {
        return moved == total;
    }

    @Override
    protected final void beforeComplete() {
        letGo();
    }

    /** Keeps nothing for it any more: it ends, or could not be begun. */
    public final void letGo() {
        if (exposedBy != null) {
            conceal();
        }
        if (hold != null) {
            hold.letGo();
        }
    }
}
