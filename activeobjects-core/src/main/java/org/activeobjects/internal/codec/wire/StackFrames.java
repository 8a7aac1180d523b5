package org.activeobjects.internal.codec.wire;

import com.esotericsoftware.kryo.io.Output;

/** The lines of stack traces. */
public final class StackFrames {

    /** Bytes that a line takes at least. */
    private static final int LEAST = 6;

    private StackFrames() {}

    /**
     * Writes a stack trace.
     *
     * @param output where to
     * @param frames its lines
     */
    public static void writeAll(Output output, StackTraceElement[] frames) {
        output.writeVarInt(frames.length, true);
        for (StackTraceElement frame : frames) {
            write(output, frame);
        }
    }

    /**
     * Reads a stack trace.
     *
     * @param in where from
     * @return its lines
     */
    public static StackTraceElement[] readAll(WireInput in) {
        StackTraceElement[] frames = new StackTraceElement[in.readCount(LEAST)];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = read(in);
        }
        return frames;
    }

    /**
     * Writes one line of a stack trace.
     *
     * @param output where to
     * @param frame the line
     */
    public static void write(Output output, StackTraceElement frame) {
        output.writeString(frame.getClassLoaderName());
        output.writeString(frame.getModuleName());
        output.writeString(frame.getModuleVersion());
        output.writeString(frame.getClassName());
        output.writeString(frame.getMethodName());
        output.writeString(frame.getFileName());
        output.writeVarInt(frame.getLineNumber(), false);
    }

    /**
     * Reads one line of a stack trace.
     *
     * @param in where from
     * @return the line
     */
    public static StackTraceElement read(WireInput in) {
        return new StackTraceElement(
                in.readString(),
                in.readString(),
                in.readString(),
                in.readText(),
                in.readText(),
                in.readString(),
                in.readVarInt(false));
    }
}
