package org.activeobjects.held;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;

/** One end of a local link, blind to what its peer sends as long as that is held. */
final class HeldLink implements Link {

    private final Link local;
    private final RuntimeId peer;
    private final RuntimeId self;

    HeldLink(Link local, RuntimeId peer, RuntimeId self) {
        this.local = local;
        this.peer = peer;
        this.self = self;
    }

    @Override
    public String name() {
        return HeldLinkProvider.NAME;
    }

    @Override
    public int maxPayload() {
        return local.maxPayload();
    }

    @Override
    public int chunkLength(long messageLength) {
        return local.chunkLength(messageLength);
    }

    @Override
    public boolean trySend(FrameHeader header, Slice payload, long offset, int length) {
        return local.trySend(header, payload, offset, length);
    }

    @Override
    public void flush() {
        local.flush();
    }

    @Override
    public boolean isPolled() {
        return true;
    }

    @Override
    public int poll(int limit) {
        return HeldLinkProvider.isHeld(peer, self) ? 0 : local.poll(limit);
    }

    @Override
    public boolean hasInput() {
        return !HeldLinkProvider.isHeld(peer, self) && local.hasInput();
    }

    @Override
    public String describe() {
        return "held " + local.describe();
    }

    @Override
    public void close() {
        local.close();
    }
}
