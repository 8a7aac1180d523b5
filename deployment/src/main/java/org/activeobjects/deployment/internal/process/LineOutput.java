package org.activeobjects.deployment.internal.process;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where the lines of all ranks go; a line is never torn by another.
 *
 * <p>Once one of the two streams cannot be written any more, its lines are dropped: the ranks must
 * not stand still because nobody reads them.
 */
public final class LineOutput {

    private final OutputStream out;
    private final OutputStream err;
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * An output.
     *
     * @param out takes what ranks print on standard output
     * @param err takes what ranks print on standard error
     */
    public LineOutput(OutputStream out, OutputStream err) {
        this.out = Objects.requireNonNull(out, "the stream for standard output is null");
        this.err = Objects.requireNonNull(err, "the stream for standard error is null");
    }

    /** Writes whole lines at once. */
    void write(boolean toErr, byte[] bytes, int length) {
        OutputStream stream = toErr ? err : out;
        // One lock for both streams: often they are one terminal.
        lock.lock();
        try {
            stream.write(bytes, 0, length);
            stream.flush();
        } catch (IOException | RuntimeException e) {
            // See above: dropped.
        } finally {
            lock.unlock();
        }
    }
}
