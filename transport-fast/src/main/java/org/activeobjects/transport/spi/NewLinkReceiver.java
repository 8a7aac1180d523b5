package org.activeobjects.transport.spi;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Takes the frames of one link that is being opened, for whoever takes those of the link in use. A
 * link may end before it is in use, and another one be opened in its place: so its end is told only
 * once it is in use, and never if it does not come to that.
 *
 * <p><b>Threading:</b> as {@link FrameReceiver}; {@link #inUse} by any thread.
 */
public final class NewLinkReceiver implements FrameReceiver {

    private final FrameReceiver receiver;

    /** Whether the use or the end has come; the later of both has the end told. */
    private final AtomicBoolean hasCome = new AtomicBoolean();

    private volatile Runnable end;

    /**
     * One for a link that is not in use.
     *
     * @param receiver what takes the frames
     */
    public NewLinkReceiver(FrameReceiver receiver) {
        this.receiver = receiver;
    }

    /** The link is in use from now on; tells of its end, if that has come before. Once. */
    public void inUse() {
        if (!hasCome.compareAndSet(false, true)) {
            end.run();
        }
    }

    private void end(Runnable telling) {
        end = telling;
        if (!hasCome.compareAndSet(false, true)) {
            telling.run();
        }
    }

    @Override
    public void onHeader(FrameHeader header, Landing landing) {
        receiver.onHeader(header, landing);
    }

    @Override
    public void onPayload(FrameHeader header) {
        receiver.onPayload(header);
    }

    @Override
    public boolean onWhole(FrameHeader header, MemorySegment memory, long at) {
        return receiver.onWhole(header, memory, at);
    }

    @Override
    public void onRoom() {
        receiver.onRoom();
    }

    @Override
    public void onClosed(String reason, Throwable cause) {
        end(() -> receiver.onClosed(reason, cause));
    }

    @Override
    public void onPeerClosed(String reason) {
        end(() -> receiver.onPeerClosed(reason));
    }
}
