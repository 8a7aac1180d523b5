package org.activeobjects.deployment.internal.agent;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The standard error of a rank, for the program, its logger and the launcher alike. What the
 * launcher is told is one write, into which no line of the program cuts, and needs no lock that a
 * program can hold: one of its threads may print what it waits for, for ever, while another one
 * fails. A program may close the stream: the rank still needs it.
 *
 * <p><b>Threading:</b> safe.
 */
final class SharedErrors extends PrintStream {

    private final Pieces pieces;

    SharedErrors() {
        this(new FileOutputStream(FileDescriptor.err), System.err.charset());
    }

    SharedErrors(OutputStream to, Charset charset) {
        this(new Pieces(to), charset);
    }

    private SharedErrors(Pieces pieces, Charset charset) {
        super(new BufferedOutputStream(pieces), true, charset);
        this.pieces = pieces;
    }

    /** Another stream to the same place: who keeps this one locked does not hold up that one. */
    SharedErrors twin() {
        return new SharedErrors(pieces, charset());
    }

    /**
     * Writes at once, whoever is printing.
     *
     * @param lines whole lines, with their ends
     */
    void writeWhole(byte[] lines) {
        try {
            pieces.write(lines, 0, lines.length);
        } catch (IOException e) {
            // The launcher is gone, which its link notices.
        }
    }

    /** In one write. */
    @Override
    public void print(String text) {
        byte[] bytes = String.valueOf(text).getBytes(charset());
        write(bytes, 0, bytes.length);
    }

    /** With its end in the same write. */
    @Override
    public void println(String line) {
        print(line + System.lineSeparator());
    }

    /** With its end in the same write. */
    @Override
    public void println(Object line) {
        println(String.valueOf(line));
    }

    @Override
    public void close() {
        flush();
    }

    /** Writes one piece after the other, under a lock that no program can hold. */
    private static final class Pieces extends OutputStream {

        private final OutputStream to;
        private final ReentrantLock lock = new ReentrantLock();

        Pieces(OutputStream to) {
            this.to = to;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            lock.lock();
            try {
                to.write(bytes, offset, length);
            } finally {
                lock.unlock();
            }
        }
    }
}
