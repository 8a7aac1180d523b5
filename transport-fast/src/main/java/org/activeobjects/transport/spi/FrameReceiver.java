package org.activeobjects.transport.spi;

import java.lang.foreign.MemorySegment;

/**
 * Takes the frames that come over one link, header first.
 *
 * <p><b>Threading:</b> a polled link calls it within {@link Link#poll}, on the polling thread; a
 * pushing link, and a polled one that {@linkplain Link#watch watches} while nobody polls, on
 * threads of its own. One at a time per link; what one of them has done the next one sees. No
 * method blocks.
 */
public interface FrameReceiver {

    /**
     * A header is here: says where the payload goes. Called once per frame, also for a frame
     * without a payload, which is then complete. The payload may come later, and bit by bit; until
     * {@link #onPayload} nothing but the end of the link is told.
     *
     * @param header the header, valid during the call only; its length is within the link's limits
     * @param landing to be set if {@code header.payloadLength() > 0}; may be remembered, to be
     *     discarded {@linkplain Link#whileStill while the link stands still}
     */
    void onHeader(FrameHeader header, Landing landing);

    /**
     * The whole payload lies where {@code onHeader} has said. Not called for a frame without one.
     *
     * @param header the same header, valid during the call only
     */
    void onPayload(FrameHeader header);

    /**
     * A frame is here whole, in memory of the link: offered before {@link #onHeader}, so that who
     * can use it at once need not remember where its payload goes. What the copy of the payload
     * throws is thrown here, too; the link is of no use then.
     *
     * @param header the header, valid during the call only; its length is within the link's limits
     * @param memory where the payload lies during the call; the peer may change it meanwhile, so
     *     that each byte is read once
     * @param at first byte there
     * @return whether it was taken; if not, {@code onHeader} is called for it
     */
    default boolean onWhole(FrameHeader header, MemorySegment memory, long at) {
        return false;
    }

    /**
     * There is room again after {@link Link#trySend} has refused a frame, or frames were handed
     * over by which the peer may have made some. Called by a link that is not polled, on any
     * thread, at least once after a refusal; and by a polled one after it has handed frames over
     * outside of {@link Link#poll}, for no round follows in which the sender would try again.
     */
    default void onRoom() {}

    /**
     * The link is of no use any more; the last call. After its own {@link Link#close} a polled link
     * need not call it, one that calls on threads of its own does.
     *
     * @param reason what was seen, for the message of the loss
     * @param cause what was thrown, or {@code null}
     */
    void onClosed(String reason, Throwable cause);

    /**
     * Instead of {@link #onClosed}, where it was the peer, or the way to it, that has ended the
     * link: why it did so is for the peer to say, beside the link.
     *
     * @param reason what was seen, for the message of the loss if the peer says nothing
     */
    default void onPeerClosed(String reason) {
        onClosed(reason, null);
    }
}
