package org.activeobjects.transport.contract;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;

/** Two runtimes with one kind of link, and no link between them yet. */
final class Unlinked implements AutoCloseable {

    final LinkService initiating;
    final LinkService accepting;

    /** The doorbell of the runtime that accepts. */
    final Doorbell farBell;

    private final LinkProvider provider;
    private final LinkContext one;
    private final LinkContext other;

    Unlinked(LinkProvider provider, TransportConfig config, String farHost)
            throws LinkUnavailableException {
        this.provider = provider;
        one = new LinkContext(RuntimeId.random(), "this host", config);
        other = new LinkContext(RuntimeId.random(), farHost, config);
        initiating = provider.start(one);
        accepting = provider.start(other);
        giveBell(initiating);
        farBell = giveBell(accepting);
    }

    private static Doorbell giveBell(LinkService service) {
        Doorbell own = service.doorbell();
        Doorbell bell = own != null ? own : LinkPair.newBell();
        service.useDoorbell(bell);
        return bell;
    }

    LinkSession initiator(byte[] key, FrameReceiver receiver) {
        return new LinkSession(
                LinkPair.cardOf(other, provider, accepting), accepting.offer(), key, receiver);
    }

    LinkSession acceptor(byte[] key, FrameReceiver receiver) {
        return new LinkSession(
                LinkPair.cardOf(one, provider, initiating), initiating.offer(), key, receiver);
    }

    @Override
    public void close() {
        initiating.close();
        accepting.close();
    }
}
