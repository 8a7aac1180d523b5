package org.activeobjects.transport.spi;

/**
 * Takes the frames that come over one link, header first.
 *
 * <p><b>Threading:</b> a polled link calls it within {@link Link#poll}, on the polling thread; a
 * pushing link on threads of its own, one at a time per link. No method blocks.
 */
public interface FrameReceiver {

    /**
     * A header is here: says where the payload goes. Called once per frame, also for a frame
     * without a payload, which is then complete.
     *
     * @param header the header, valid during the call only; its length is within the link's limits
     * @param landing to be set if {@code header.payloadLength() > 0}
     */
    void onHeader(FrameHeader header, Landing landing);

    /**
     * The whole payload lies where {@code onHeader} has said. Not called for a frame without one.
     *
     * @param header the same header, valid during the call only
     */
    void onPayload(FrameHeader header);

    /**
     * There is room again after {@link Link#trySend} has refused a frame. Called by a link that is
     * not polled, on any thread, once after a refusal; the sender of a polled link tries again when
     * it polls.
     */
    default void onRoom() {}

    /**
     * The link is of no use any more; the last call.
     *
     * @param reason what was seen, for the message of the loss
     * @param cause what was thrown, or {@code null}
     */
    void onClosed(String reason, Throwable cause);
}
