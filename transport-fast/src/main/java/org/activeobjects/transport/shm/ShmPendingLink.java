package org.activeobjects.transport.shm;

import org.activeobjects.transport.shm.segment.SealedSegments;
import org.activeobjects.transport.shm.segment.Segment;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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
    private final MemorySegment peerBell;
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
     * @param peerBell the segment of the peer's doorbell, or {@code null} too
     */
    ShmPendingLink(
            ShmLinkService service,
            LinkSession session,
            Arena arena,
            Segment pair,
            String peerBellName,
            MemorySegment peerBell) {
        this.service = service;
        this.session = session;
        this.arena = arena;
        this.pair = pair;
        this.peerBellName = peerBellName;
        this.peerBell = peerBell;
    }

    @Override
    public byte[] message() {
        int capacity = Layout.capacity(pair.memory().byteSize());
        return new Proposal(service.bellName(), pair.name(), capacity).encode();
    }

    @Override
    public Link complete(byte[] answer) throws LinkUnavailableException {
        if (!settled.compareAndSet(false, true)) {
            throw new LinkUnavailableException("this link was abandoned or opened before");
        }
        boolean initiator = peerBell == null;
        String peer = session.peer().id().toString();
        ShmLink link = null; // to which what it joins belongs from then on
        boolean open = false;
        try {
            Proposal theirs = initiator ? Proposal.decode(answer) : null;
            String bellName = initiator ? theirs.bell() : peerBellName;
            Segment used = initiator ? agreed(theirs, peer) : pair;
            MemorySegment bell = initiator ? service.openBell(peer, bellName, arena) : peerBell;
            ShmLink.Ends ends =
                    new ShmLink.Ends(
                            service.folder(),
                            arena,
                            used.memory(),
                            SealedSegments.isName(used.name()),
                            service.doorbellIn(bell, arena),
                            bellName,
                            service.lane(peer, bellName, bell, used.memory(), initiator),
                            peer,
                            initiator);
            link = new ShmLink(ends, session.receiver(), service::remove);
            open = service.add(link);
        } finally {
            service.settled(this);
            letGo(initiator || !open);
            if (link == null) {
                arena.close();
            }
        }
        if (!open) {
            throw ShmLinkService.closing();
        }
        return link;
    }

    @Override
    public void abandon() {
        if (settled.compareAndSet(false, true)) {
            service.settled(this);
            letGo(true);
            arena.close();
        }
    }

    /** The segment that the acceptor has mapped: mine, or a file of its own. */
    private Segment agreed(Proposal theirs, String peer) throws LinkUnavailableException {
        return theirs.pair().equals(pair.name()) ? pair : service.openPair(peer, theirs, arena);
    }

    /** Nobody opens the segment any more; but the initiator may, a file of the acceptor's. */
    private void letGo(boolean nobody) {
        if (pair.file() != null) {
            pair.file().close();
        }
        if (nobody) {
            service.folder().remove(pair.name());
        }
    }
}
