package org.activeobjects.transport.shm;

import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.posix.CoreCache;
import org.activeobjects.transport.posix.Futex;
import org.activeobjects.transport.posix.MemoryCopy;
import org.activeobjects.transport.posix.PrivatePages;
import org.activeobjects.transport.posix.SealedFile;
import org.activeobjects.transport.shm.buffer.BufferLane;
import org.activeobjects.transport.shm.buffer.SharedBuffers;
import org.activeobjects.transport.shm.direct.ShmLane;
import org.activeobjects.transport.shm.direct.ShownArrays;
import org.activeobjects.transport.shm.direct.SingleCopy;
import org.activeobjects.transport.shm.joint.JointLane;
import org.activeobjects.transport.shm.segment.SealedSegments;
import org.activeobjects.transport.shm.segment.Segment;
import org.activeobjects.transport.shm.segment.SegmentFolder;
import org.activeobjects.transport.shm.segment.SteadyDoorbell;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Shared memory at one runtime: its folder, its doorbell, its links.
 *
 * <p><b>Threading:</b> safe.
 */
final class ShmLinkService implements LinkService {

    private static final Logger LOG = LogManager.getLogger(ShmLinkService.class);

    private final LinkContext context;
    private final SegmentFolder folder;
    private final Futex futex;
    private final Segment bell;
    private final Doorbell doorbell;
    private final String offer;
    private final SharedBuffers buffers;
    private final ShownArrays arrays;
    private final SingleCopy singleCopy;
    private final long secondCache = CoreCache.secondLevel();
    private final int capacity; // of the control rings of the pairs that are made here
    private final Thread shutdownHook;
    private final Set<ShmLink> links = ConcurrentHashMap.newKeySet();
    private final Set<ShmPendingLink> pending = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();

    private ShmLinkService(
            LinkContext context,
            SegmentFolder folder,
            Segment bell,
            Arena bellArena,
            String offer,
            SingleCopy singleCopy) {
        this.context = context;
        this.folder = folder;
        this.futex = Futex.get().orElse(null);
        this.bell = bell;
        this.doorbell =
                new SteadyDoorbell(
                        new ShmDoorbell(bell.memory(), bellArena, futex), ownDoorbell(futex));
        this.offer = offer;
        this.buffers = new SharedBuffers(folder);
        this.singleCopy = singleCopy;
        this.capacity =
                SealedSegments.areSparse()
                        ? Layout.capacityFor(secondCache, context.config().ranksOnHost())
                        : Layout.LEAST_CAPACITY;
        this.arrays = new ShownArrays(Layout.shown(bell.memory()), singleCopy.isAllowed());
        // A program that ends without closing its transport leaves nothing behind either.
        this.shutdownHook = new Thread(folder::leave, "activeobjects-shm-cleanup");
    }

    /** One that no peer knows. */
    private static Doorbell ownDoorbell(Futex futex) {
        Arena arena = Arena.ofShared();
        return new ShmDoorbell(arena.allocate(Layout.PAGE, Layout.ALIGNMENT), arena, futex);
    }

    static ShmLinkService start(LinkContext context) throws LinkUnavailableException {
        SingleCopy singleCopy = SingleCopy.of(context.config().settings());
        SegmentFolder folder =
                SegmentFolder.enter(
                        context.config().sharedMemory(),
                        context.config().jobId(),
                        context.runtime().toString());
        Arena arena = Arena.ofShared();
        try {
            Segment bell = folder.create("bell", Layout.BELL_LENGTH, arena);
            Layout.LONG_WORD.setRelease(bell.memory(), Layout.MAGIC_OFFSET, Layout.MAGIC);
            String offer = Proposal.VERSION + " " + folder.identity();
            ShmLinkService service =
                    new ShmLinkService(context, folder, bell, arena, offer, singleCopy);
            Runtime.getRuntime().addShutdownHook(service.shutdownHook);
            return service;
        } catch (LinkUnavailableException | IOException | IllegalStateException e) {
            arena.close();
            folder.leave();
            if (e instanceof LinkUnavailableException unavailable) {
                throw unavailable;
            }
            throw new LinkUnavailableException("shared memory cannot be used: error=" + e, e);
        }
    }

    @Override
    public String offer() {
        return offer;
    }

    @Override
    public String whyNot(RuntimeCard peer, String peerOffer) {
        if (!peer.hostId().equals(context.hostId())) {
            return "on another host, or with shared memory of its own";
        }
        if (!peerOffer.startsWith(Proposal.VERSION + " ")) {
            return "has another version of shared memory";
        }
        return peerOffer.equals(offer) ? null : "uses another folder, user or job in shared memory";
    }

    @Override
    public ShmPendingLink propose(LinkSession session) throws LinkUnavailableException {
        Arena arena = Arena.ofShared();
        Segment pair;
        try {
            pair = makePair(arena, true);
        } catch (LinkUnavailableException e) {
            arena.close();
            throw e;
        }
        return keep(new ShmPendingLink(this, session, arena, pair, null, null));
    }

    @Override
    public ShmPendingLink accept(LinkSession session, byte[] bytes)
            throws LinkUnavailableException {
        Proposal proposal = Proposal.decode(bytes);
        String peer = session.peer().id().toString();
        Arena arena = Arena.ofShared();
        Segment pair;
        MemorySegment peerBell;
        try {
            pair = openProposed(proposal, peer, arena);
            peerBell = openBell(peer, proposal.bell(), arena);
        } catch (LinkUnavailableException e) {
            arena.close();
            throw e;
        }
        return keep(new ShmPendingLink(this, session, arena, pair, proposal.bell(), peerBell));
    }

    /** The segment that a peer has proposed, or one that takes its place. */
    private Segment openProposed(Proposal proposal, String peer, Arena arena)
            throws LinkUnavailableException {
        String name = proposal.pair();
        if (!SealedSegments.isName(name)) {
            return openPair(peer, proposal, arena);
        }
        MemorySegment memory;
        try {
            long length = Layout.pairLength(proposal.capacity());
            memory = SealedSegments.open(name, proposal.bell(), length, arena);
        } catch (LinkUnavailableException e) {
            LOG.debug("a file of the folder takes the place of memory of the peer's", e);
            return makePair(arena, false);
        }
        requireMagic(memory);
        return new Segment(name, memory, null);
    }

    /** A new segment: sealed memory if there may be such and is, else a file of the folder. */
    private Segment makePair(Arena arena, boolean maySeal) throws LinkUnavailableException {
        Segment pair = maySeal ? sealedPair(arena) : null;
        if (pair == null) {
            long length = Layout.pairLength(Layout.LEAST_CAPACITY);
            pair = folder.create("pair", length, arena);
        }
        Layout.LONG_WORD.setRelease(pair.memory(), Layout.MAGIC_OFFSET, Layout.MAGIC);
        return pair;
    }

    private Segment sealedPair(Arena arena) {
        if (!MemoryCopy.isAvailable() || !SealedFile.isAvailable()) {
            return null;
        }
        try {
            long length = Layout.pairLength(capacity);
            return SealedSegments.create("pair", length, arena);
        } catch (IOException e) {
            LOG.debug("no sealed memory for a pair, a file takes its place", e);
            return null;
        }
    }

    /** Maps a pair's segment that is a file of a peer; from then on it has no name. */
    Segment openPair(String peer, Proposal proposal, Arena arena) throws LinkUnavailableException {
        String name = proposal.pair();
        long length = Layout.pairLength(proposal.capacity());
        MemorySegment memory = folder.open("pair", peer, name, length, arena);
        folder.remove(name);
        requireMagic(memory);
        return new Segment(name, memory, null);
    }

    private ShmPendingLink keep(ShmPendingLink half) throws LinkUnavailableException {
        pending.add(half);
        if (closed.get()) {
            half.abandon();
            throw closing();
        }
        return half;
    }

    static LinkUnavailableException closing() {
        return new LinkUnavailableException("this runtime is closing");
    }

    /** The segment of a peer's doorbell, in which it shows its arrays, too. */
    MemorySegment openBell(String peer, String name, Arena arena) throws LinkUnavailableException {
        MemorySegment memory = folder.open("bell", peer, name, Layout.BELL_LENGTH, arena);
        requireMagic(memory);
        return memory;
    }

    Doorbell doorbellIn(MemorySegment bellOfPeer, Arena arena) {
        return new ShmDoorbell(bellOfPeer, arena, futex);
    }

    private static void requireMagic(MemorySegment memory) throws LinkUnavailableException {
        long magic = (long) Layout.LONG_WORD.getAcquire(memory, Layout.MAGIC_OFFSET);
        if (magic != Layout.MAGIC) {
            throw new LinkUnavailableException(
                    "segment of the peer has another layout: magic="
                            + Long.toHexString(magic)
                            + " expected="
                            + Long.toHexString(Layout.MAGIC));
        }
    }

    @Override
    public Memory allocate(long bytes) {
        return closed.get() ? null : buffers.allocate(bytes);
    }

    /** The lane of a link to a peer with a bell, of which the segment has the given name. */
    ShmLane lane(
            String peer,
            String bellName,
            MemorySegment bellOfPeer,
            MemorySegment pair,
            boolean isInitiator) {
        JointLane joint =
                new JointLane(
                        Layout.pulls(pair, isInitiator),
                        Layout.pulls(pair, !isInitiator),
                        hasCoreForEachRank() && PrivatePages.isAvailable());
        return new ShmLane(
                new BufferLane(buffers, folder, peer, bellName, joint),
                joint,
                arrays,
                Layout.shown(bellOfPeer),
                Layout.laneWords(pair, isInitiator),
                Layout.laneWords(pair, !isInitiator),
                hasRoomForRings(pair) ? singleCopy : singleCopy.atAnyDistance());
    }

    /**
     * Whether long arrays may go through rings without harm: these do not fit into a second cache,
     * and each rank may have a core of its own, to copy at the same time as its peer.
     */
    private boolean hasRoomForRings(MemorySegment pair) {
        return Layout.capacity(pair.byteSize()) > secondCache && hasCoreForEachRank();
    }

    private boolean hasCoreForEachRank() {
        return context.config().ranksOnHost() <= Runtime.getRuntime().availableProcessors();
    }

    SegmentFolder folder() {
        return folder;
    }

    String bellName() {
        return bell.name();
    }

    /** A half-open link is open or abandoned. */
    void settled(ShmPendingLink half) {
        pending.remove(half);
    }

    /** Takes an open link in; false, and it is closed, if this runtime closes. */
    boolean add(ShmLink link) {
        links.add(link);
        if (closed.get()) {
            link.close();
            return false;
        }
        return true;
    }

    /** A link of this runtime was closed. */
    void remove(ShmLink link) {
        links.remove(link);
    }

    @Override
    public Doorbell doorbell() {
        return doorbell;
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        new ArrayList<>(pending).forEach(ShmPendingLink::abandon);
        new ArrayList<>(links).forEach(ShmLink::close);
        doorbell.close();
        folder.leave();
        try {
            Runtime.getRuntime().removeShutdownHook(shutdownHook);
        } catch (IllegalStateException e) {
            LOG.debug("closed while the process ends", e);
        }
    }
}
