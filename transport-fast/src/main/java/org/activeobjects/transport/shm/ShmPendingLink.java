package org.activeobjects.transport.shm;

import org.activeobjects.transport.shm.segment.Segment;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A pair's segment that one or both sides have mapped.
 *
 * <p><b>Threading:</b> {@link #complete} by one thread, {@link #abandon} by any.
 */
final class ShmPendingLink implements LinkService.PendingLink {

    private final ShmLinkService service;
    private final LinkSession session;
    private final Arena arena;
    private final Segment pair;
    private final String peerBellName;
    private final Doorbell peerBell;
    private final AtomicBoolean settled = new AtomicBoolean();

    /**
     * A half-open link.
     *
     * @param service the runtime's end
     * @param session the two sides
     * @param arena what the segment is mapped in; owned by this from now on
     * @param pair the segment
     * @param peerBellName name of the peer's doorbell; {@code null} at the initiator, who does not
     *     know it yet
     * @param peerBell the peer's doorbell, or {@code null} too
     */
    ShmPendingLink(
            ShmLinkService service,
            LinkSession session,
            Arena arena,
            Segment pair,
            String peerBellName,
            Doorbell peerBell) {
        this.service = service;
        this.session = session;
        this.arena = arena;
        this.pair = pair;
        this.peerBellName = peerBellName;
        this.peerBell = peerBell;
    }

    @Override
    public byte[] message() {
        return new Proposal(service.bellName(), pair.name()).encode();
    }

    @Override
    public Link complete(byte[] answer) throws LinkUnavailableException {
        if (!settled.compareAndSet(false, true)) {
            throw new LinkUnavailableException("this link was abandoned or opened before");
        }
        boolean initiator = peerBell == null;
        String peer = session.peer().id().toString();
        boolean open = false;
        try {
            String bellName = initiator ? Proposal.decode(answer).bell() : peerBellName;
            Doorbell bell = initiator ? service.openBell(peer, bellName, arena) : peerBell;
            ShmLink.Ends ends =
                    new ShmLink.Ends(
                            service.folder(),
                            arena,
                            pair.memory(),
                            bell,
                            bellName,
                            service.lane(peer, bellName),
                            peer,
                            initiator);
            Link link = service.open(ends, session);
            open = true;
            return link;
        } finally {
            service.settled(this);
            service.folder().remove(pair.name());
            if (!open && arena.scope().isAlive()) {
                arena.close();
            }
        }
    }

    @Override
    public void abandon() {
        if (settled.compareAndSet(false, true)) {
            service.settled(this);
            service.folder().remove(pair.name());
            arena.close();
        }
    }
}
