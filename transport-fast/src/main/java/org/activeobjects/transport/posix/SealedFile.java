package org.activeobjects.transport.posix;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file in memory without a name, whose length nobody can change any more once it is sealed, not
 * even its owner: who has mapped it never meets a page that is gone. It lives as long as a process
 * has it open or mapped.
 *
 * <p><b>Threading:</b> safe, but for {@link #close} beside other calls.
 *
 * <p><b>Source:</b> memfd_create(2), and the seals of fcntl(2).
 */
public final class SealedFile implements AutoCloseable {

    private static final int CLOSE_ON_EXEC = 1;
    private static final int ALLOW_SEALING = 2;
    private static final int ADD_SEALS = 1033;
    private static final int GET_SEALS = 1034;
    private static final int SEAL_SEAL = 1;
    private static final int SEAL_SHRINK = 2;
    private static final int SEAL_GROW = 4;
    private static final int SEALS = SEAL_SEAL | SEAL_SHRINK | SEAL_GROW;

    /** O_RDWR, O_NONBLOCK, O_CLOEXEC: the same on every architecture of Linux that Java has. */
    private static final int OPEN_FLAGS = 2 | 0x800 | 0x80000;

    private static final boolean AVAILABLE =
            System.getProperty("os.name").equals("Linux")
                    && SealedFile.class.getModule().isNativeAccessEnabled()
                    && Linker.nativeLinker().defaultLookup().find("memfd_create").isPresent();

    private final int descriptor;

    private SealedFile(int descriptor) {
        this.descriptor = descriptor;
    }

    /** The functions, linked when the first file is made or opened. */
    private static final class Functions {

        static final MethodHandle CREATE = Downcalls.words("memfd_create").orElseThrow();
        static final MethodHandle OPEN = Downcalls.words("open").orElseThrow();
        static final MethodHandle CONTROL = Downcalls.words("fcntl").orElseThrow();
        static final MethodHandle CLOSE = Downcalls.words("close").orElseThrow();

        static int call(MethodHandle function, long first, long second, long third) {
            try {
                return (int) (long) function.invokeExact(first, second, third, 0L, 0L, 0L);
            } catch (Throwable e) {
                throw Downcalls.unexpected(e);
            }
        }
    }

    /**
     * Whether such files can be made without a warning.
     *
     * @return false where this is no Linux, or native access is not enabled
     */
    public static boolean isAvailable() {
        return AVAILABLE;
    }

    /**
     * Makes an empty file, not sealed yet.
     *
     * @param label what {@code /proc} shows
     * @return the file
     * @throws IOException if the kernel refuses
     */
    public static SealedFile create(String label) throws IOException {
        int made;
        try (Arena arena = Arena.ofConfined()) {
            long name = arena.allocateFrom(label).address();
            made = Functions.call(Functions.CREATE, name, CLOSE_ON_EXEC | ALLOW_SEALING, 0);
        }
        return checked(made, "memfd_create " + label);
    }

    /**
     * Opens a file of a process of the same user and the same process namespace.
     *
     * @param pid the process
     * @param descriptor number of the open file there
     * @return the file, with a number of its own
     * @throws IOException if there is none, or it may not be opened, or somebody can still cut it
     *     off
     */
    public static SealedFile open(long pid, int descriptor) throws IOException {
        String path = "/proc/" + pid + "/fd/" + descriptor;
        int opened;
        try (Arena arena = Arena.ofConfined()) {
            long name = arena.allocateFrom(path).address();
            opened = Functions.call(Functions.OPEN, name, OPEN_FLAGS, 0);
        }
        SealedFile file = checked(opened, "open " + path);
        if (!file.isSealed()) {
            file.close();
            throw new IOException("file can still be cut off: path=" + path);
        }
        return file;
    }

    private static SealedFile checked(int result, String call) throws IOException {
        if (result < 0) {
            throw new IOException("the kernel refuses a file in memory: call=" + call);
        }
        return new SealedFile(result);
    }

    /**
     * Number of the open file in this process.
     *
     * @return the number
     */
    public int descriptor() {
        return descriptor;
    }

    /**
     * Opens a channel to read, write and map it.
     *
     * @return a new channel, to be closed
     * @throws IOException if it cannot be opened
     */
    public FileChannel channel() throws IOException {
        return FileChannel.open(
                Path.of("/proc/self/fd/" + descriptor),
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
    }

    /**
     * Fixes the length for good.
     *
     * @throws IOException if the kernel refuses
     */
    public void seal() throws IOException {
        if (control(ADD_SEALS, SEALS) != 0 || !isSealed()) {
            throw new IOException("the kernel refuses to seal a file: descriptor=" + descriptor);
        }
    }

    /**
     * Whether the length is fixed for good.
     *
     * @return true if so
     */
    public boolean isSealed() {
        int seals = control(GET_SEALS, 0);
        return seals >= 0 && (seals & SEALS) == SEALS;
    }

    private int control(int command, int argument) {
        return Functions.call(Functions.CONTROL, descriptor, command, argument);
    }

    @Override
    public void close() {
        // Nothing can be done where a close fails.
        var _ = Functions.call(Functions.CLOSE, descriptor, 0, 0);
    }
}
