package org.activeobjects.example.pipe;

import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Pipes at one runtime. A proposal is the name of two pipes that lie at their initiator until the
 * acceptor has taken them.
 *
 * <p><b>Threading:</b> safe.
 */
final class PipeLinkService implements LinkService {

    private static final Map<RuntimeId, PipeLinkService> RUNTIMES = new ConcurrentHashMap<>();

    private final RuntimeId self;
    private final Map<String, Pipe[]> proposed = new ConcurrentHashMap<>();
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile Doorbell bell;

    PipeLinkService(RuntimeId self) {
        this.self = self;
        RUNTIMES.put(self, this);
    }

    Doorbell bell() {
        return bell;
    }

    @Override
    public void useDoorbell(Doorbell newBell) {
        bell = newBell;
    }

    @Override
    public String offer() {
        return "";
    }

    @Override
    public String whyNot(RuntimeCard peer, String offer) {
        return RUNTIMES.containsKey(peer.id()) ? null : "the peer is in another JVM";
    }

    @Override
    public PendingLink propose(LinkSession session) throws LinkUnavailableException {
        PipeLinkService peer = serviceOf(session);
        String name = UUID.randomUUID().toString();
        Pipe[] pipes = {new Pipe(), new Pipe()};
        proposed.put(name, pipes);
        return new Half(name, new PipeLink(pipes[0], pipes[1], peer, session.receiver()));
    }

    @Override
    public PendingLink accept(LinkSession session, byte[] proposal)
            throws LinkUnavailableException {
        PipeLinkService peer = serviceOf(session);
        String name = new String(proposal, StandardCharsets.ISO_8859_1);
        Pipe[] pipes = peer.proposed.remove(name);
        if (pipes == null) {
            throw new LinkUnavailableException("the peer has proposed no such pipes: " + name);
        }
        return new Half(name, new PipeLink(pipes[1], pipes[0], peer, session.receiver()));
    }

    private static PipeLinkService serviceOf(LinkSession session) throws LinkUnavailableException {
        PipeLinkService service = RUNTIMES.get(session.peer().id());
        if (service == null) {
            throw new LinkUnavailableException("the peer is not in this JVM: " + session.peer());
        }
        return service;
    }

    @Override
    public void close() {
        RUNTIMES.remove(self, this);
        proposed.clear();
        links.forEach(Link::close);
        links.clear();
    }

    /** One end before both are open. */
    private final class Half implements PendingLink {

        private final String name;
        private final PipeLink link;

        Half(String name, PipeLink link) {
            this.name = name;
            this.link = link;
        }

        @Override
        public byte[] message() {
            return name.getBytes(StandardCharsets.ISO_8859_1);
        }

        @Override
        public Link complete(byte[] answer) {
            links.add(link);
            return link;
        }

        @Override
        public void abandon() {
            proposed.remove(name);
            link.close();
        }
    }
}
