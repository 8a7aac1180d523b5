package org.activeobjects.transport.shm.segment;

import org.activeobjects.transport.posix.ProcessIdentity;
import org.activeobjects.transport.posix.SealedFile;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Segments without a name in any folder, which neither side can cut off: each is a file in memory
 * that its maker has sealed, and that the peer opens as one of the maker's open files. Nothing is
 * left of them when both are gone, however they end.
 *
 * <p>Native code may be told to copy from and to them: a page of theirs is always there, or is made
 * when it is first touched. So what is never touched costs nothing. The memory behind it is that of
 * any program: where the kernel gives out no more than it has (strict overcommit), a page could be
 * refused too late, and all are made at the start.
 *
 * <p>What the peer gets as a name are the process, the number of its open file, and a random number
 * that also stands in the segment: two processes that see different processes under the same number
 * do not take one segment for another.
 *
 * <p><b>Threading:</b> safe.
 */
public final class SealedSegments {

    private static final Pattern NAME =
            Pattern.compile(
                    "sealed-([0-9]{1,18}-[0-9]{1,18}-[0-9]{1,18})-([0-9]{1,9})-([0-9a-f]{16})");
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    /** Where the random number stands: in the first page, beside the mark of the layout. */
    private static final long NONCE = 8;

    private static final SecureRandom RANDOM = new SecureRandom();

    /** Whether a page that is first touched later is always had. */
    private static final boolean PAGES_ARE_SURE =
            arePagesSure(Path.of("/proc/sys/vm/overcommit_memory"));

    private SealedSegments() {}

    /**
     * Whether a segment takes no more memory than what is touched of it.
     *
     * @return false where all of it is taken at the start
     */
    public static boolean areSparse() {
        return PAGES_ARE_SURE;
    }

    /** Whether a file says that the kernel does not count what processes may still touch. */
    static boolean arePagesSure(Path overcommit) {
        try {
            String mode = Files.readString(overcommit).strip();
            return mode.equals("0") || mode.equals("1");
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Whether this process and the maker of a segment can open each other's files.
     *
     * @param segmentOfPeer name of any segment that the peer has made in a folder
     * @return false also where such segments cannot be made at all
     */
    public static boolean areShared(String segmentOfPeer) {
        if (!SealedFile.isAvailable()) {
            return false;
        }
        try {
            String space = ProcessIdentity.current().namespace() + "-";
            return SegmentFolder.ownerOf(segmentOfPeer).startsWith(space);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Makes a segment and maps it.
     *
     * @param kind a word that whoever looks at the mappings of a process sees
     * @param length bytes, a page or more
     * @param arena arena to map it in
     * @return the segment, with its open file
     * @throws IOException if the kernel refuses; nothing is left behind
     */
    public static Segment create(String kind, long length, Arena arena) throws IOException {
        try {
            return Uninterrupted.run(() -> make(kind, length, arena));
        } catch (LinkUnavailableException e) {
            throw new AssertionError("no peer has a part in it", e);
        }
    }

    private static Segment make(String kind, long length, Arena arena) throws IOException {
        ProcessIdentity owner = ProcessIdentity.current();
        SealedFile file = SealedFile.create("activeobjects-" + kind);
        boolean isMade = false;
        try (FileChannel channel = file.channel()) {
            if (PAGES_ARE_SURE) {
                var _ = channel.write(ByteBuffer.allocate(1), length - 1);
            } else {
                SegmentFolder.fill(channel, length);
            }
            file.seal();
            MemorySegment memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, length, arena);
            long nonce = RANDOM.nextLong();
            WORD.setRelease(memory, NONCE, nonce);
            String name =
                    String.format( // in digits that peers know, whatever the user's are
                            Locale.ROOT,
                            "sealed-%s-%d-%016x",
                            owner.text(),
                            file.descriptor(),
                            nonce);
            isMade = true;
            return new Segment(name, memory, file);
        } finally {
            if (!isMade) {
                file.close();
            }
        }
    }

    /**
     * Whether a name is that of such a segment.
     *
     * @param name any text
     * @return true if it looks like one
     */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /**
     * Maps a segment of a peer, whose name is not trusted.
     *
     * @param name name that the peer has given
     * @param segmentOfPeer name of any segment that the peer has made in a folder
     * @param length length that it must have
     * @param arena arena to map it in
     * @return its bytes, of which no page can go
     * @throws LinkUnavailableException if there is no such segment
     */
    public static MemorySegment open(String name, String segmentOfPeer, long length, Arena arena)
            throws LinkUnavailableException {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()
                || !areShared(segmentOfPeer)
                || !parts.group(1).equals(SegmentFolder.ownerOf(segmentOfPeer))) {
            throw new LinkUnavailableException(
                    "peer names a file in memory that is none of its own: nameLength="
                            + name.length());
        }
        Optional<ProcessIdentity> owner = ProcessIdentity.parse(parts.group(1));
        long pid = owner.orElseThrow().pid();
        int descriptor = Integer.parseInt(parts.group(2));
        long nonce = Long.parseUnsignedLong(parts.group(3), 16);
        try {
            return Uninterrupted.run(() -> map(pid, descriptor, nonce, length, arena));
        } catch (IOException e) {
            throw new LinkUnavailableException(
                    "file in memory of the peer cannot be mapped: name=" + name + " error=" + e, e);
        }
    }

    private static MemorySegment map(long pid, int descriptor, long nonce, long length, Arena arena)
            throws IOException, LinkUnavailableException {
        try (SealedFile file = SealedFile.open(pid, descriptor);
                FileChannel channel = file.channel()) {
            long size = channel.size();
            MemorySegment memory =
                    size == length
                            ? channel.map(FileChannel.MapMode.READ_WRITE, 0, length, arena)
                            : null;
            if (memory == null || (long) WORD.getAcquire(memory, NONCE) != nonce) {
                throw new LinkUnavailableException(
                        "file in memory of the peer is not what it says: pid="
                                + pid
                                + " descriptor="
                                + descriptor
                                + " length="
                                + size
                                + " expected="
                                + length);
            }
            return memory;
        }
    }
}
