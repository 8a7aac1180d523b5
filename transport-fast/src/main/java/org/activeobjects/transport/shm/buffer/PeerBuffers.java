package org.activeobjects.transport.shm.buffer;

import org.activeobjects.transport.memory.FileMemory;
import org.activeobjects.transport.shm.segment.SegmentFolder;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/**
 * The registered buffers of one peer that this runtime has mapped: each when it is first read,
 * until its owner has released it.
 *
 * <p><b>Threading:</b> safe.
 */
final class PeerBuffers {

    private static final Logger LOG = LogManager.getLogger(PeerBuffers.class);

    private final SegmentFolder folder;
    private final String peer;
    private final String prefix;
    private final Map<Long, Mapping> mappings = new HashMap<>();
    private volatile Mapping last;
    private volatile boolean isAny;
    private boolean isClosed;
    private boolean hasWarned;

    /** A buffer of the peer. */
    record Mapping(long number, MemorySegment memory, Arena arena) {

        /** One that was cut off is of no use any more, either. */
        boolean isReleased() {
            try {
                long word = (long) BufferLayout.WORD.getAcquire(memory, BufferLayout.RELEASED);
                FileMemory.askForFault();
                return word != 0;
            } catch (InternalError e) {
                LOG.debug("a buffer of a peer was cut off number={}", number, e);
                return true;
            }
        }
    }

    /**
     * Nothing mapped yet.
     *
     * @param folder the job's folder
     * @param peer the peer's runtime, hexadecimal
     * @param segmentOfPeer name of any segment that the peer has made
     */
    PeerBuffers(SegmentFolder folder, String peer, String segmentOfPeer) {
        this.folder = folder;
        this.peer = peer;
        this.prefix = SegmentFolder.prefixOf(SegmentFolder.BUFFER, segmentOfPeer, peer);
    }

    /** The buffer of a number that may be any; {@code null} if there is none that can be mapped. */
    MemorySegment get(long number) {
        Mapping recent = last;
        if (recent != null && recent.number() == number) {
            return recent.memory();
        }
        synchronized (this) {
            Mapping found = mappings.get(number);
            if (found == null && !isClosed) {
                found = map(number);
            }
            last = found;
            return found == null ? null : found.memory();
        }
    }

    private Mapping map(long number) {
        dropReleased();
        Arena arena = Arena.ofShared();
        try {
            String name = prefix + Long.toHexString(number);
            MemorySegment memory =
                    folder.open(SegmentFolder.BUFFER, peer, name, SegmentFolder.ANY_LENGTH, arena);
            long magic =
                    memory.byteSize() < BufferLayout.DATA
                            ? 0
                            : (long)
                                    BufferLayout.WORD.getAcquire(memory, BufferLayout.MAGIC_OFFSET);
            if (magic != BufferLayout.MAGIC) {
                throw new LinkUnavailableException(
                        "segment of the peer is no buffer: magic=" + Long.toHexString(magic));
            }
            Mapping made = new Mapping(number, memory, arena);
            mappings.put(number, made);
            isAny = true;
            return made;
        } catch (LinkUnavailableException | InternalError e) {
            arena.close();
            if (!hasWarned) {
                hasWarned = true;
                LOG.warn(
                        "a buffer of a peer cannot be mapped, and its elements are copied; told"
                                + " once peer={} reason={}",
                        peer,
                        e.getMessage());
            }
            return null;
        }
    }

    /** Unmaps what its owner has released; cheap if nothing is mapped. */
    void sweep() {
        if (isAny) {
            synchronized (this) {
                dropReleased();
            }
        }
    }

    private void dropReleased() {
        last = null;
        mappings.values()
                .removeIf(
                        mapping -> {
                            boolean isReleased = mapping.isReleased();
                            if (isReleased) {
                                mapping.arena().close();
                            }
                            return isReleased;
                        });
        isAny = !mappings.isEmpty();
    }

    synchronized void close() {
        isClosed = true;
        last = null;
        mappings.values().forEach(mapping -> mapping.arena().close());
        mappings.clear();
    }
}
