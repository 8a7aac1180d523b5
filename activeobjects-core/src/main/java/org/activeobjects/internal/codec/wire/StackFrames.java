package org.activeobjects.internal.codec.wire;

import com.esotericsoftware.kryo.io.Output;

import java.util.Set;

/** The lines of stack traces. */
public final class StackFrames {

    /** Bytes that a line takes at least. */
    private static final int LEAST = 6;

    /** Names of the JVM's own class loaders. */
    private static final Set<String> BUILT_IN = Set.of("boot", "platform", "app");

    private StackFrames() {}

    /**
     * Writes a stack trace, without what the JVM leaves out where it prints one of its own.
     *
     * @param output where to
     * @param frames its lines
     */
    public static void writeAll(Output output, StackTraceElement[] frames) {
        output.writeVarInt(frames.length, true);
        for (StackTraceElement frame : frames) {
            boolean isOfJdk = isOfJdk(frame.getModuleName());
            write(
                    output,
                    isOfJdk || BUILT_IN.contains(String.valueOf(frame.getClassLoaderName()))
                            ? null
                            : frame.getClassLoaderName(),
                    isOfJdk ? null : frame.getModuleVersion(),
                    frame);
        }
    }

    private static boolean isOfJdk(String module) {
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
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
        write(output, frame.getClassLoaderName(), frame.getModuleVersion(), frame);
    }

    private static void write(
            Output output, String loader, String moduleVersion, StackTraceElement frame) {
        output.writeString(loader);
        output.writeString(frame.getModuleName());
        output.writeString(moduleVersion);
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
