package org.activeobjects.transport.ucx;

import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.posix.HostIdentity;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.activeobjects.transport.ucx.binding.ProgramMemory;
import org.activeobjects.transport.ucx.binding.Ucp;
import org.activeobjects.transport.ucx.binding.UcpWorker;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * UCX at one runtime: its worker, which is made when the first link is opened, and its links.
 *
 * <p><b>Threading:</b> safe; what is said to be under the worker's lock, is.
 */
@SuppressWarnings("ThreadPriorityCheck") // waits for other threads and processes to leave
final class UcxLinkService implements LinkService {

    private static final Logger LOG = LogManager.getLogger(UcxLinkService.class);
    private static final String VERSION = "ucx3";
    private static final int PIECES_PER_ROUND = 4;
    private static final int ROUNDS_BEFORE_SLEEP = 16;
    private static final long GOODBYE_NS = 500_000_000;

    private final LinkContext context;
    private final UcxSettings settings;
    private final Ucp ucp;
    private final Map<Long, UcxLink> links = new ConcurrentHashMap<>();
    private final Set<UcxPendingLink> pending = ConcurrentHashMap.newKeySet();
    // Made once, with the worker and before it is named here: who has seen it sees these.
    private Lanes.Pieces pieces;
    private ProgramMemory programMemory;
    private byte[] address;
    private EventThread events;
    private Departures departures;
    private volatile UcpWorker worker;
    private volatile long round; // written under the worker's lock
    private volatile long roundOfWatch;
    private volatile boolean isBusy;
    private volatile boolean closed;
    private volatile String stopped;
    private volatile Doorbell bell;

    /**
     * A runtime without links over UCX.
     *
     * @param context the runtime
     * @param settings what the user has said
     * @param ucp the library; {@code null} if this runtime stands back
     */
    UcxLinkService(LinkContext context, UcxSettings settings, Ucp ucp) {
        this.context = context;
        this.settings = settings;
        this.ucp = ucp;
    }

    /** The version, and the process, for those who can see it. */
    @Override
    public String offer() {
        return ucp == null ? "" : VERSION + " " + ucp.version() + " " + HostIdentity.process();
    }

    @Override
    public String whyNot(RuntimeCard peer, String peerOffer) {
        if (ucp == null) {
            return "this host has no InfiniBand or RoCE device, and nobody has named ucx";
        }
        if (peerOffer.isEmpty()) {
            return "the peer's host has no InfiniBand or RoCE device, and nobody has named ucx";
        }
        String expected = VERSION + " " + ucp.version();
        return peerOffer.startsWith(expected + " ")
                ? null
                : "the peer has another version of UCX: version=%s expected=%s"
                        .formatted(peerOffer, expected);
    }

    @Override
    public UcxPendingLink propose(LinkSession session) throws LinkUnavailableException {
        byte[] message = new Proposal(settings.eagerLimit(), open()).encode(session.key());
        return keep(new UcxPendingLink(this, session, message));
    }

    @Override
    public UcxPendingLink accept(LinkSession session, byte[] bytes)
            throws LinkUnavailableException {
        Proposal proposal = Proposal.decode(bytes, session.key());
        byte[] message = new Proposal(settings.eagerLimit(), open()).encode(session.key());
        UcxPendingLink half = new UcxPendingLink(this, session, message);
        half.connect(proposal, false);
        return keep(half);
    }

    private UcxPendingLink keep(UcxPendingLink half) throws LinkUnavailableException {
        pending.add(half);
        if (closed) {
            half.abandon();
            throw closing();
        }
        return half;
    }

    private static LinkUnavailableException closing() {
        return new LinkUnavailableException("this runtime is closing");
    }

    /** Makes the worker if there is none; returns its address. */
    private synchronized byte[] open() throws LinkUnavailableException {
        if (closed) {
            throw closing();
        }
        if (stopped != null) {
            throw new LinkUnavailableException("UCX was given up: reason=" + stopped);
        }
        if (ucp == null) {
            throw new LinkUnavailableException("this runtime does not use UCX");
        }
        if (worker == null) {
            UcpWorker made = UcpWorker.open(ucp, settings.config(), this::onEndpointFailed);
            boolean isOpen = false;
            try {
                address = made.address();
                pieces = Lanes.Pieces.of(made, settings.eagerLimit());
                programMemory = new ProgramMemory(made);
                departures = new Departures(made, settings.patienceNs());
                events = new EventThread(this, made.eventDescriptor(), name());
                events.start();
                isOpen = true;
            } finally {
                if (!isOpen) {
                    made.close();
                }
            }
            worker = made;
        }
        return address;
    }

    @Override
    public Memory allocate(long bytes) {
        if (ucp == null) {
            return null;
        }
        try {
            var _ = open();
        } catch (LinkUnavailableException e) {
            LOG.debug("memory is not registered with UCX: bytes={}", bytes, e);
            return null;
        }
        return programMemory.allocate(bytes);
    }

    private String name() {
        return "activeobjects-ucx-" + context.runtime();
    }

    UcxSettings settings() {
        return settings;
    }

    UcpWorker worker() {
        return worker;
    }

    Lanes.Pieces pieces() {
        return pieces;
    }

    boolean isOnThisHost(RuntimeCard peer) {
        return peer.hostId().equals(context.hostId());
    }

    /** A half-open link is open or abandoned. */
    void settled(UcxPendingLink half) {
        pending.remove(half);
    }

    /** Takes an open link in. */
    UcxLink open(UcxLink.Wire wire, FrameReceiver receiver, BooleanSupplier peerHasEnded)
            throws LinkUnavailableException {
        UcxLink link;
        enter();
        try {
            link = new UcxLink(this, wire, receiver, peerHasEnded);
            links.put(wire.endpoint(), link);
            events.wake();
        } finally {
            worker.unlock();
        }
        if (closed) {
            link.close();
            throw closing();
        }
        return link;
    }

    /** Takes the worker's lock for a link that is not open yet: refused from when this closes. */
    void enter() throws LinkUnavailableException {
        if (!worker.enter()) {
            throw closing();
        } else if (closed) {
            worker.unlock();
            throw closing();
        }
    }

    /** Under the worker's lock, which is held by whoever moves it. */
    private void onEndpointFailed(long endpoint, int status) {
        UcxLink link = links.get(endpoint);
        if (link != null) {
            link.fail("UCX has lost the peer: status=" + Ucp.describe(status));
        }
    }

    /** Moves the worker, once for every round over the links; under its lock. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // written under the lock
    void move(UcxLink link) {
        if (link.round == round) {
            round++;
            boolean hasMoved = progress();
            // Bulk moves in pieces: a look at everything else for each of them takes its time. But
            // the sender waits if none of what it may send is asked for meanwhile.
            for (int i = 1; i < PIECES_PER_ROUND && hasMoved && link.isMovingMemory(); i++) {
                hasMoved = progress();
            }
        }
        link.round = round;
    }

    private boolean progress() {
        isBusy = false;
        return stopped == null && worker.progress() != 0;
    }

    /** Moves the worker for something else than a poll; under its lock. */
    void moveAlone() {
        if (progress()) {
            ring(); // it may be for who sleeps
        }
    }

    /** The number of rounds so far; it stands still while nobody polls. */
    long rounds() {
        return round;
    }

    boolean hasLinks() {
        return !links.isEmpty();
    }

    /** Whether something has come that the worker has not been moved for. */
    boolean isBusy() {
        return isBusy;
    }

    /** Has what comes from now on be noticed; false if something may be here already. */
    boolean watch() {
        boolean hasMoved = false;
        if (!worker.enter()) {
            return true;
        }
        try {
            int status = stopped == null ? worker.arm() : Ucp.OK;
            for (int i = 0; i < ROUNDS_BEFORE_SLEEP && status == Ucp.BUSY; i++) {
                // What UCX does for itself is done here; a frame is seen by who looks for input.
                hasMoved |= worker.progress() != 0;
                status = worker.arm();
            }
            isBusy = status == Ucp.BUSY;
            roundOfWatch = round;
        } finally {
            worker.unlock();
        }
        if (!isBusy) {
            events.rearm();
        }
        return !isBusy && !hasMoved;
    }

    /** Something has come after a {@link #watch}; who polls now sees it without being rung for. */
    void onEvent() {
        if (round == roundOfWatch || !isPolledNow()) {
            isBusy = true;
            ring();
        }
    }

    /** Whether the worker is moved meanwhile, by who may need this very core for that. */
    private boolean isPolledNow() {
        long before = round;
        Thread.yield();
        return round != before;
    }

    void ring() {
        Doorbell known = bell;
        if (known != null && known.level() != Doorbell.AWAKE) {
            known.ring();
        }
    }

    boolean isMoving() {
        return stopped == null;
    }

    /** A link is torn down; under the worker's lock. */
    void closed(UcxLink link) {
        links.remove(link.wire().endpoint());
    }

    /** The endpoint of a link is of no use any more; under the worker's lock. */
    void depart(UcxLink link, boolean force) {
        departures.add(link, force);
        events.wake();
    }

    /** Endpoints on their way out, for which the worker is to be moved. */
    Departures departures() {
        return departures;
    }

    /** Sees endpoints out. */
    void moveDepartures() {
        if (!worker.enter()) {
            return;
        }
        try {
            moveAlone();
            departures.step();
        } finally {
            worker.unlock();
        }
    }

    /**
     * Ends the use of the worker at this runtime: somebody may still move memory that the program
     * gets back now. Nothing is read or written as long as nobody moves the worker.
     */
    void stop(String reason) {
        if (stopped == null) {
            stopped = reason;
            LOG.warn("ucx is given up, and its peers with it: reason={}", reason);
            links.values().forEach(link -> link.fail("UCX was given up: reason=" + reason));
        }
    }

    @Override
    public void useDoorbell(Doorbell runtimeBell) {
        bell = runtimeBell;
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        if (worker == null) {
            return;
        }
        worker.lock(); // who has come in before has left, and a link that is open is known
        worker.unlock();
        new ArrayList<>(pending).forEach(UcxPendingLink::abandon);
        new ArrayList<>(links.values()).forEach(UcxLink::close);
        while (!links.isEmpty()) {
            Thread.yield(); // whoever is inside a link leaves it without waiting for anything
        }
        long deadline = System.nanoTime() + GOODBYE_NS;
        while (departures.isAny() && stopped == null && System.nanoTime() - deadline < 0) {
            moveDepartures();
            Thread.yield();
        }
        events.close();
        if (stopped == null) {
            free();
        }
    }

    private void free() {
        programMemory.end();
        worker.lock(); // for good
        departures.close();
        pieces.closeWith(worker);
    }
}
