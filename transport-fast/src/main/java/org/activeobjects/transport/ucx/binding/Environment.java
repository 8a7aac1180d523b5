package org.activeobjects.transport.ucx.binding;

import org.activeobjects.transport.posix.Downcalls;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * What UCX must find in the environment of the process when it is loaded. It reads it once, in its
 * constructors, and what the user has set stays.
 *
 * <p>UCX would install handlers for signals that the JVM needs for itself, and print to the
 * standard output, which is the program's: what fails here is told by exceptions.
 *
 * <p><b>Threading:</b> {@link #prepare} by one thread at a time.
 */
final class Environment {

    private static final String[][] VALUES = {
        {"UCX_ERROR_SIGNALS", ""},
        {"UCX_HANDLE_ERRORS", "none"},
        {"UCX_LOG_LEVEL", "fatal"},
        {"UCX_WARN_UNUSED_ENV_VARS", "n"},
    };

    private Environment() {}

    /** Sets what is not set. */
    static void prepare() {
        MethodHandle setenv =
                Downcalls.words("setenv")
                        .orElseThrow(() -> new IllegalStateException("libc has no setenv"));
        try (Arena arena = Arena.ofConfined()) {
            for (String[] value : VALUES) {
                set(setenv, arena.allocateFrom(value[0]), arena.allocateFrom(value[1]));
            }
        }
    }

    private static void set(MethodHandle setenv, MemorySegment name, MemorySegment value) {
        int result;
        try {
            long done = (long) setenv.invokeExact(name.address(), value.address(), 0L, 0L, 0L, 0L);
            result = (int) done;
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
        if (result != 0) {
            throw new IllegalStateException("setenv failed: name=" + name.getString(0));
        }
    }
}
