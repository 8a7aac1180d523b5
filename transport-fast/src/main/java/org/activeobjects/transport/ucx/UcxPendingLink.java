package org.activeobjects.transport.ucx;

import org.activeobjects.transport.posix.ProcessIdentity;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * An endpoint of UCX, or what is needed to make one.
 *
 * <p><b>Threading:</b> {@link #complete} by one thread, {@link #abandon} by any.
 */
final class UcxPendingLink implements LinkService.PendingLink {

    private static final Logger LOG = LogManager.getLogger(UcxPendingLink.class);

    private final UcxLinkService service;
    private final LinkSession session;
    private final byte[] message;
    private final AtomicBoolean settled = new AtomicBoolean();
    private UcxLink.Wire wire;

    /**
     * A half-open link.
     *
     * @param service the runtime's end
     * @param session the two sides
     * @param message what the other side is told
     */
    UcxPendingLink(UcxLinkService service, LinkSession session, byte[] message) {
        this.service = service;
        this.session = session;
        this.message = message;
    }

    @Override
    public byte[] message() {
        return message.clone();
    }

    /** Makes the endpoint. */
    void connect(Proposal theirs, boolean initiator) throws LinkUnavailableException {
        boolean isNear = service.isOnThisHost(session.peer());
        boolean tellsErrors = service.settings().watchesPeer(isNear);
        long endpoint;
        service.enter();
        try {
            endpoint = service.worker().connect(theirs.address(), tellsErrors);
        } finally {
            service.worker().unlock();
        }
        wire =
                new UcxLink.Wire(
                        endpoint,
                        Proposal.tags(session.key(), initiator),
                        Proposal.tags(session.key(), !initiator),
                        Math.min(service.settings().eagerLimit(), theirs.eagerLimit()),
                        isNear,
                        isNear && service.settings().mayShareMemory(),
                        tellsErrors);
    }

    @Override
    public Link complete(byte[] answer) throws LinkUnavailableException {
        if (!settled.compareAndSet(false, true)) {
            throw new LinkUnavailableException("this link was abandoned or opened before");
        }
        try {
            if (wire == null) {
                connect(Proposal.decode(answer, session.key()), true);
            }
            return service.open(wire, session.receiver(), peerHasEnded());
        } finally {
            service.settled(this);
        }
    }

    /**
     * For certain: UCX may still move memory of the program for a process that only cannot be seen
     * from here, such as one of another container.
     */
    private BooleanSupplier peerHasEnded() {
        String process = session.offer().substring(session.offer().lastIndexOf(' ') + 1);
        ProcessIdentity peer = ProcessIdentity.parse(process).orElse(null);
        boolean isSeen = peer != null && service.isOnThisHost(session.peer());
        return () -> isSeen && isDead(peer);
    }

    private static boolean isDead(ProcessIdentity process) {
        try {
            return process.isDead();
        } catch (IOException e) {
            LOG.debug("a process cannot be looked at process={}", process, e);
            return false;
        }
    }

    @Override
    public void abandon() {
        if (settled.compareAndSet(false, true)) {
            service.settled(this);
            if (wire != null && service.worker().enter()) {
                try {
                    // Nothing was sent: there is nothing to wait for.
                    long request = service.worker().disconnect(wire.endpoint(), wire.tellsErrors());
                    if (request > 0) {
                        service.worker().free(request);
                    }
                } finally {
                    service.worker().unlock();
                }
            }
        }
    }
}
