package org.activeobjects.deployment.internal.process;

import org.activeobjects.deployment.internal.protocol.ControlLine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/** Reads one stream of one rank to its end: prefixes lines, and takes control lines out. */
final class LineReader implements Runnable {

    private static final int BUFFER_LENGTH = 16 * 1024;

    /** A line longer than this is cut, so that a program that prints no line end stays harmless. */
    static final int MAX_LINE_LENGTH = 4 * 1024 * 1024;

    private final InputStream in;
    private final boolean isErr;
    private final byte[] prefix;
    private final LineOutput output;
    private final byte[] mark;
    private final Consumer<ControlLine> control;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final ByteArrayOutputStream ready = new ByteArrayOutputStream();
    private boolean marked;

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
        byte[] buffer = new byte[BUFFER_LENGTH];
        try (in) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                take(buffer, n);
            }
        } catch (IOException e) {
            // The process is gone and its pipe with it: the end, as far as this stream goes.
        }
        if (line.size() > 0) {
            endLine();
        }
        flush();
    }

    private void take(byte[] buffer, int length) {
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
        control.accept(
                ControlLine.parse(
                        new String(bytes, from, bytes.length - from, StandardCharsets.US_ASCII)));
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
