package org.activeobjects.deployment.internal.process;

import org.activeobjects.deployment.internal.protocol.ControlLine;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Reads one stream of one rank to its end: prefixes lines, and takes control lines out.
 *
 * <p><b>Threading:</b> runs on a thread of its own; any other may look how far it is, and give it
 * up.
 */
final class LineReader implements Runnable {

    private static final Logger LOG = LogManager.getLogger(LineReader.class);

    private static final int BUFFER_LENGTH = 16 * 1024;

    /** A line longer than this is cut, so that a program that prints no line end stays harmless. */
    static final int MAX_LINE_LENGTH = 4 * 1024 * 1024;

    private final InputStream in;
    private final boolean isErr;
    private final byte[] prefix;
    private final LineOutput output;
    private final byte[] mark;
    private final Consumer<ControlLine> control;
    private ByteArrayOutputStream line = new ByteArrayOutputStream();
    private ByteArrayOutputStream ready = new ByteArrayOutputStream();
    private boolean marked;

    /** Held while lines are passed on, never while one waits for them. */
    private final ReentrantLock passing = new ReentrantLock();

    private boolean isGivenUp;

    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicInteger moves = new AtomicInteger();
    private volatile boolean isReading;

    /**
     * A reader.
     *
     * @param token what stands in front of control lines, after {@link ControlLine#MARK}
     * @param control takes control lines, on the thread of this reader
     */
    LineReader(
            InputStream in,
            boolean isErr,
            String prefix,
            LineOutput output,
            String token,
            Consumer<ControlLine> control) {
        this.in = in;
        this.isErr = isErr;
        this.prefix = prefix.getBytes(StandardCharsets.UTF_8);
        this.output = output;
        this.mark = ((char) ControlLine.MARK + token + " ").getBytes(StandardCharsets.US_ASCII);
        this.control = control;
    }

    @Override
    public void run() {
        try {
            readAll();
            passing.lock();
            try {
                passBegunLine();
            } finally {
                passing.unlock();
            }
        } finally {
            over.countDown();
        }
    }

    private void readAll() {
        byte[] buffer = new byte[BUFFER_LENGTH];
        try (in) {
            for (int n = read(buffer); n >= 0; n = read(buffer)) {
                take(buffer, n);
            }
        } catch (IOException e) {
            // The process is gone and its pipe with it: the end, as far as this stream goes.
        }
    }

    /** Waits until it has passed all on, or cannot; false if the time was over before. */
    boolean awaitOver(Duration limit) throws InterruptedException {
        return over.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    boolean isOver() {
        return over.getCount() == 0;
    }

    /** Whether it has passed on all that it has, and there is nothing to read. */
    boolean isWaiting() {
        return isReading || isOver();
    }

    /** Changes whenever it gets on. */
    int moves() {
        return moves.get();
    }

    /**
     * Passes a line on that has begun and drops all that comes from now on, unless lines are being
     * passed on.
     *
     * @return false if they are, and nothing has changed
     */
    boolean tryGiveUp() {
        if (!passing.tryLock()) {
            return false;
        }
        try {
            passBegunLine();
            isGivenUp = true;
            return true;
        } finally {
            passing.unlock();
        }
    }

    private int read(byte[] buffer) throws IOException {
        isReading = true;
        try {
            return in.read(buffer);
        } finally {
            isReading = false;
            moves.incrementAndGet();
        }
    }

    private void take(byte[] buffer, int length) {
        passing.lock();
        try {
            if (!isGivenUp) {
                split(buffer, length);
                flush();
            }
        } catch (OutOfMemoryError e) {
            drop();
        } finally {
            passing.unlock();
        }
    }

    /** Goes on without what it holds: nobody else hears what the rank says to its launcher. */
    private void drop() {
        int length = line.size() + ready.size();
        line = new ByteArrayOutputStream();
        ready = new ByteArrayOutputStream();
        marked = false;
        LOG.error(
                "what a rank has printed is dropped for want of memory length={}; let ranks print"
                        + " shorter lines, or give the launcher more: AO_JAVA_OPTS=-Xmx2g",
                length);
    }

    private void split(byte[] buffer, int length) {
        for (int i = 0; i < length; i++) {
            byte b = buffer[i];
            if (b == '\n') {
                endLine();
                continue;
            }
            marked |= b == ControlLine.MARK;
            line.write(b);
            if (line.size() == MAX_LINE_LENGTH) {
                endLine();
            }
        }
    }

    private void passBegunLine() {
        if (line.size() > 0) {
            endLine();
        }
        flush();
    }

    private void endLine() {
        byte[] bytes = line.toByteArray();
        line.reset();
        int start = marked ? indexOf(bytes, mark) : -1;
        marked = false;
        if (start < 0) {
            add(bytes, bytes.length);
            return;
        }
        if (start > 0) {
            // The rank had begun a line of its own.
            add(bytes, start);
        }
        flush();
        int from = start + mark.length;
        tell(new String(bytes, from, bytes.length - from, StandardCharsets.US_ASCII));
    }

    /**
     * A process may be ended in the midst of what it says, and what it has started may print into
     * it: nothing but this line is lost then.
     */
    private void tell(String text) {
        try {
            control.accept(ControlLine.parse(text));
        } catch (RuntimeException broken) {
            LOG.debug("what a rank says is not understood: length={}", text.length(), broken);
        }
    }

    private void add(byte[] bytes, int length) {
        ready.writeBytes(prefix);
        ready.write(bytes, 0, length);
        ready.write('\n');
    }

    private void flush() {
        if (ready.size() > 0) {
            output.write(isErr, ready.toByteArray(), ready.size());
            ready.reset();
        }
    }

    private static int indexOf(byte[] bytes, byte[] wanted) {
        for (int i = 0; i + wanted.length <= bytes.length; i++) {
            if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        return -1;
    }
}
