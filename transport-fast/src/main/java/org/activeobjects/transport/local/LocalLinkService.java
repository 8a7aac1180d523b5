package org.activeobjects.transport.local;

import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Opens links to the other runtimes of this JVM.
 *
 * <p>Runtimes of one JVM find each other in the one static of this module; a proposal is the id of
 * a pair of queues that lies at its initiator until the acceptor has taken it.
 *
 * <p><b>Threading:</b> safe.
 */
final class LocalLinkService implements LinkService {

    /** The open runtimes of this JVM; each removes itself when it closes. */
    private static final Map<RuntimeId, LocalLinkService> RUNTIMES = new ConcurrentHashMap<>();

    private final RuntimeId self;
    private final Map<RuntimeId, LocalLink> proposed = new ConcurrentHashMap<>();
    private final Set<LocalLink> open = ConcurrentHashMap.newKeySet();
    private volatile Doorbell bell;
    private volatile boolean closed;

    LocalLinkService(RuntimeId self) {
        this.self = self;
        RUNTIMES.put(self, this);
    }

    @Override
    public String offer() {
        return "";
    }

    @Override
    public void useDoorbell(Doorbell newBell) {
        bell = newBell;
    }

    @Override
    public String whyNot(RuntimeCard peer, String offer) {
        return RUNTIMES.containsKey(peer.id()) ? null : "the peer is in another JVM";
    }

    @Override
    public PendingLink propose(LinkSession session) throws LinkUnavailableException {
        LocalLinkService other = serviceOf(session);
        FrameQueue there = new FrameQueue();
        FrameQueue here = new FrameQueue();
        LocalLink mine = new LocalLink(there, here, other.bell);
        LocalLink theirs = new LocalLink(here, there, bell);
        proposed.put(session.peer().id(), theirs);
        return new Half(
                mine.belongTo(session.receiver(), open::remove),
                () -> proposed.remove(session.peer().id(), theirs));
    }

    @Override
    public PendingLink accept(LinkSession session, byte[] proposal)
            throws LinkUnavailableException {
        LocalLink mine = serviceOf(session).proposed.remove(self);
        if (mine == null) {
            throw new LinkUnavailableException("the proposal is gone: peer=" + session.peer());
        }
        return new Half(mine.belongTo(session.receiver(), open::remove), () -> {});
    }

    private static LocalLinkService serviceOf(LinkSession session) throws LinkUnavailableException {
        LocalLinkService service = RUNTIMES.get(session.peer().id());
        if (service == null) {
            throw new LinkUnavailableException("the peer is not in this JVM: " + session.peer());
        }
        return service;
    }

    /** Number of links that are open. */
    int openLinks() {
        return open.size();
    }

    @Override
    public void close() {
        closed = true;
        RUNTIMES.remove(self, this);
        proposed.clear();
        open.forEach(LocalLink::close);
    }

    /** One end before both are open. */
    private final class Half implements PendingLink {

        private final LocalLink link;
        private final Runnable withdraw;

        Half(LocalLink link, Runnable withdraw) {
            this.link = link;
            this.withdraw = withdraw;
        }

        @Override
        public byte[] message() {
            return new byte[0];
        }

        @Override
        public Link complete(byte[] answer) throws LinkUnavailableException {
            open.add(link);
            if (closed) { // who closes says so before it looks what is open
                link.close();
                throw new LinkUnavailableException("this runtime is closing");
            }
            return link;
        }

        @Override
        public void abandon() {
            withdraw.run();
            link.close();
        }
    }
}
