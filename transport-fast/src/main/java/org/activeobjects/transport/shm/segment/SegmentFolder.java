package org.activeobjects.transport.shm.segment;

import org.activeobjects.transport.posix.ProcessIdentity;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The private folder of one job in shared memory, and the files that one runtime has in it.
 *
 * <p>The folder belongs to this user alone; a folder that others could have made or could change is
 * refused, and symbolic links are not followed. The name of a file tells the process that made it,
 * so that a later start knows what is left over.
 *
 * <p><b>Threading:</b> safe.
 */
public final class SegmentFolder {

    /** Length of a segment of which only the maker knows the length. */
    public static final long ANY_LENGTH = -1;

    /** Kind of the segments of registered buffers. */
    public static final String BUFFER = "buffer";

    private static final Logger LOG = LogManager.getLogger(SegmentFolder.class);
    private static final String PREFIX = "activeobjects-";
    static final Pattern FILE_NAME =
            Pattern.compile(
                    "(?:bell|pair|bulk|buffer)-([0-9]{1,18}-[0-9]{1,18}-[0-9]{1,18})-[0-9a-f]{33,64}");
    private static final int RUNTIME_DIGITS = 32;
    private static final int MAKE_ATTEMPTS = 20;
    private static final int PAGE = 4096;

    /** What stays free for others in a small file system, as a part of what is free now. */
    private static final int SHARE_LEFT_FREE = 4;

    private final Path path;
    private final int user;
    private final ProcessIdentity owner;
    private final String runtime;
    private final AtomicLong counter = new AtomicLong();
    private final Set<String> ownFiles = ConcurrentHashMap.newKeySet();
    private volatile boolean isLeft;

    private SegmentFolder(Path path, int user, ProcessIdentity owner, String runtime) {
        this.path = path;
        this.user = user;
        this.owner = owner;
        this.runtime = runtime;
    }

    /**
     * Removes what dead processes have left, and makes or enters the job's folder.
     *
     * @param parent file system in memory
     * @param jobId the job
     * @param runtime the runtime, hexadecimal
     * @return the folder
     * @throws LinkUnavailableException if the folder cannot be used; says why
     */
    public static SegmentFolder enter(Path parent, String jobId, String runtime)
            throws LinkUnavailableException {
        try {
            if (!Files.isDirectory(parent)) {
                throw new LinkUnavailableException(
                        "no folder for shared memory: path=" + parent + "; mount a tmpfs there");
            }
            ProcessIdentity owner = ProcessIdentity.current();
            int user = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            Leftovers.sweep(parent, PREFIX + user + "-*", user);
            Path path = parent.resolve(PREFIX + user + "-" + jobId);
            SegmentFolder folder = new SegmentFolder(path, user, owner, runtime);
            folder.make();
            return folder;
        } catch (IOException | UnsupportedOperationException e) {
            throw new LinkUnavailableException(
                    "shared memory cannot be used: path=" + parent + " error=" + e, e);
        }
    }

    private void make() throws IOException, LinkUnavailableException {
        try {
            Files.createDirectory(path, only("rwx------"));
        } catch (FileAlreadyExistsException e) {
            LOG.debug("entering a folder that is there already path={}", path);
        }
        Map<String, Object> seen;
        try {
            seen = Files.readAttributes(path, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            // Another runtime of the job has just left and removed it; create() makes it anew.
            return;
        }
        int mode = (int) seen.get("mode");
        boolean folder = (mode & 0170000) == 0040000;
        if (!folder || (int) seen.get("uid") != user || (mode & 0077) != 0) {
            throw new LinkUnavailableException(
                    "folder for shared memory is not private to this user: path="
                            + path
                            + " isFolder="
                            + folder
                            + " owner="
                            + seen.get("uid")
                            + " user="
                            + user
                            + " mode="
                            + Integer.toOctalString(mode & 07777)
                            + "; remove it");
        }
    }

    /**
     * Identifies the file system and the folder, for peers to compare.
     *
     * @return a text without spaces
     * @throws IOException if the folder is gone
     */
    public String identity() throws IOException {
        Map<String, Object> seen =
                Files.readAttributes(path, "unix:dev,ino", LinkOption.NOFOLLOW_LINKS);
        return seen.get("dev") + ":" + seen.get("ino");
    }

    /**
     * Where it is.
     *
     * @return the folder
     */
    public Path path() {
        return path;
    }

    /**
     * Makes a file and maps it. Its memory is there for good: a full file system is noticed here,
     * not at the first use.
     *
     * @param kind what it is for: {@code bell}, {@code pair}, {@code bulk} or {@code buffer}
     * @param length bytes
     * @param arena arena to map it in
     * @return the file, known by its name until {@link #remove}
     * @throws LinkUnavailableException if there is no room; nothing is left behind
     */
    public Segment create(String kind, long length, Arena arena) throws LinkUnavailableException {
        String number = runtime + Long.toHexString(counter.getAndIncrement());
        String name = "%s-%s-%s".formatted(kind, owner.text(), number);
        boolean made = false;
        try {
            for (int attempt = 1; ; attempt++) {
                try {
                    Segment segment = Uninterrupted.run(() -> createNamed(name, length, arena));
                    requireNotLeft(); // who leaves says so before it looks for what to remove
                    made = true;
                    return segment;
                } catch (NoSuchFileException e) {
                    // The last other runtime has left and removed the folder.
                    if (attempt == MAKE_ATTEMPTS) {
                        throw e;
                    }
                    make();
                }
            }
        } catch (IOException e) {
            throw new LinkUnavailableException(
                    "shared memory cannot be made: folder="
                            + path
                            + " bytes="
                            + length
                            + " error="
                            + e,
                    e);
        } finally {
            if (!made) {
                remove(name);
            }
            if (isLeft) {
                Leftovers.removeIfEmpty(path); // which this may have made anew
            }
        }
    }

    private void requireNotLeft() throws LinkUnavailableException {
        if (isLeft) {
            throw new LinkUnavailableException("this runtime is closing: folder=" + path);
        }
    }

    private Segment createNamed(String name, long length, Arena arena)
            throws IOException, LinkUnavailableException {
        Path file = path.resolve(name);
        try (FileChannel channel =
                FileChannel.open(
                        file,
                        Set.of(
                                StandardOpenOption.CREATE_NEW,
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE,
                                LinkOption.NOFOLLOW_LINKS),
                        only("rw-------"))) {
            ownFiles.add(name);
            long free = usable();
            long needed = withShareLeftFree(length);
            if (free < needed) {
                throw new LinkUnavailableException(
                        "too little shared memory is free: folder="
                                + path
                                + " free="
                                + free
                                + " needed="
                                + needed
                                + "; enlarge the file system");
            }
            fill(channel, length);
            MemorySegment memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, length, arena);
            return new Segment(name, memory, null);
        } catch (ClosedByInterruptException e) {
            remove(name); // it is made once more
            throw e;
        }
    }

    private static long withShareLeftFree(long length) {
        long share = Math.ceilDiv(length, SHARE_LEFT_FREE - 1);
        return share <= Long.MAX_VALUE / SHARE_LEFT_FREE ? share * SHARE_LEFT_FREE : Long.MAX_VALUE;
    }

    /**
     * What is free.
     *
     * @return bytes
     * @throws IOException if the folder is gone
     */
    public long usable() throws IOException {
        return Files.getFileStore(path).getUsableSpace();
    }

    /** Writes zeros, so that every page exists: a page that is missing later would be a fault. */
    static void fill(FileChannel channel, long length) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(length, 64 * 1024));
        for (long done = 0; done < length; ) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), length - done));
            done += channel.write(zeros, done);
        }
    }

    /**
     * Maps a file of a peer, whose name is not trusted.
     *
     * @param kind kind that the file must be of
     * @param runtime the peer: it must have made the file itself
     * @param name name that the peer has given
     * @param length length that the file must have; {@link #ANY_LENGTH} for a page or more
     * @param arena arena to map it in
     * @return its bytes
     * @throws LinkUnavailableException if there is no such file of this user
     */
    public MemorySegment open(String kind, String runtime, String name, long length, Arena arena)
            throws LinkUnavailableException {
        if (!FILE_NAME.matcher(name).matches()
                || !name.startsWith(kind + "-")
                || !name.contains("-" + runtime)) {
            throw new LinkUnavailableException(
                    "peer names a file that is no segment of its own: kind="
                            + kind
                            + " peer="
                            + runtime
                            + " nameLength="
                            + name.length());
        }
        try {
            return Uninterrupted.run(() -> map(path.resolve(name), length, arena));
        } catch (IOException e) {
            throw new LinkUnavailableException(
                    "segment of the peer cannot be mapped: file="
                            + path.resolve(name)
                            + " error="
                            + e,
                    e);
        }
    }

    private MemorySegment map(Path file, long length, Arena arena)
            throws IOException, LinkUnavailableException {
        try (FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS)) {
            Map<String, Object> seen =
                    Files.readAttributes(file, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
            boolean regular = ((int) seen.get("mode") & 0170000) == 0100000;
            long size = channel.size();
            boolean fits = length == ANY_LENGTH ? size >= PAGE : size == length;
            if (!regular || (int) seen.get("uid") != user || !fits) {
                throw new LinkUnavailableException(
                        "segment of the peer is not what it says: file="
                                + file
                                + " regular="
                                + regular
                                + " owner="
                                + seen.get("uid")
                                + " length="
                                + size
                                + " expected="
                                + length);
            }
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, size, arena);
        }
    }

    /**
     * Removes a file, of this runtime or of a peer who has given its name; quiet if it is gone.
     *
     * @param name name of the file
     */
    public void remove(String name) {
        if (!FILE_NAME.matcher(name).matches()) {
            return;
        }
        try {
            Files.deleteIfExists(path.resolve(name));
            ownFiles.remove(name);
        } catch (IOException e) {
            LOG.warn("cannot remove shared memory file={} error={}", path.resolve(name), e);
        }
    }

    /** The process that has made a segment, as its name tells; empty if it tells none. */
    static String ownerOf(String name) {
        Matcher matcher = FILE_NAME.matcher(name);
        return matcher.matches() ? matcher.group(1) : "";
    }

    /**
     * The number in the name of a segment of this process.
     *
     * @param name the name
     * @return a number that no other of this runtime has
     */
    public static long numberOf(String name) {
        return Long.parseLong(name.substring(name.lastIndexOf('-') + 1 + RUNTIME_DIGITS), 16);
    }

    /**
     * What the names of a peer's segments of a kind begin with.
     *
     * @param kind the kind
     * @param name name of any other segment of that peer
     * @param runtime the peer, hexadecimal
     * @return the start of the names, which the number follows
     */
    public static String prefixOf(String kind, String name, String runtime) {
        int end = name.indexOf("-" + runtime) + 1 + runtime.length();
        return kind + name.substring(name.indexOf('-'), end);
    }

    /**
     * Removes all files of this runtime, and the folder if it was the last. What others are making
     * meanwhile is refused.
     */
    public void leave() {
        isLeft = true;
        ownFiles.forEach(this::remove);
        Leftovers.removeIfEmpty(path);
    }

    private static FileAttribute<Set<PosixFilePermission>> only(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }
}
