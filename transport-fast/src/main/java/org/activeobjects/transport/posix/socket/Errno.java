package org.activeobjects.transport.posix.socket;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** Numbers of errors, as Linux has them on every processor that is served here. */
public final class Errno {

    /** A signal came first. */
    static final int EINTR = 4;

    /** Nothing is there, or nothing fits, right now. */
    public static final int EAGAIN = 11;

    /** This process has as many descriptors as it may have. */
    public static final int EMFILE = 24;

    /** Never a number of the kernel's: the socket was closed by this side. */
    public static final int CLOSED_HERE = 4096;

    static final int EINPROGRESS = 115;
    static final int ECONNABORTED = 103;
    private static final long LONGEST_TEXT = 256;

    private Errno() {}

    /**
     * What an error means.
     *
     * @param errno number
     * @return the C library's words and the number
     */
    public static String text(int errno) {
        if (errno == CLOSED_HERE) {
            return "closed by this side";
        }
        try {
            MemorySegment text = (MemorySegment) Libc.STRERROR.invokeExact(errno);
            return text.reinterpret(LONGEST_TEXT).getString(0) + " (errno=" + errno + ")";
        } catch (Throwable e) {
            throw Libc.unexpected(e);
        }
    }

    /** The exception for a call that has failed. */
    static IOException failure(String call, int errno) {
        return new IOException(call + " failed: " + text(errno));
    }
}
