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
    private static final int ENONET = 64;
    private static final int EPROTO = 71;
    private static final int ENOPROTOOPT = 92;
    private static final int EOPNOTSUPP = 95;
    private static final int ENETDOWN = 100;
    private static final int ENETUNREACH = 101;
    private static final int ECONNABORTED = 103;
    private static final int EHOSTDOWN = 112;
    private static final int EHOSTUNREACH = 113;

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
        return Libc.text(errno) + " (errno=" + errno + ")";
    }

    /**
     * What came of a transfer that has failed, and was tried again because the number of its error
     * may have been another's. The kernel tells an error of a connection once: who asks again finds
     * the end of the stream, or a broken pipe.
     *
     * @param hint number that the first try seems to have left
     * @param result what the second one has returned
     * @param captured number of its error
     * @return bytes, if the second one has moved some; else a negative error
     */
    static int confirmed(int hint, long result, MemorySegment captured) {
        if (result > 0 || hint <= 0 && result == 0) {
            return (int) result;
        }
        int error = result < 0 ? Libc.errno(captured) : hint;
        return error == EAGAIN || hint <= 0 ? -error : -hint;
    }

    /**
     * Whether a port that does not hand a connection over may well do so the next time: none is
     * there, or the error is one of the connection itself, as accept(2) lists them.
     */
    static boolean isOfOneConnection(int errno) {
        return switch (errno) {
            case EAGAIN, EINTR, ECONNABORTED, ENETDOWN, EPROTO, ENOPROTOOPT -> true;
            case EHOSTDOWN, ENONET, EHOSTUNREACH, EOPNOTSUPP, ENETUNREACH -> true;
            default -> false;
        };
    }

    /** Gives what a call has returned, unless it is a negative error. */
    static int checked(String call, int result) throws IOException {
        if (result < 0) {
            throw failure(call, -result);
        }
        return result;
    }

    /** The exception for a call that has failed. */
    static IOException failure(String call, int errno) {
        return new IOException(call + " failed: " + text(errno));
    }
}
