package org.activeobjects.deployment.internal.agent;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/**
 * The standard input of a rank. It comes from the launcher as the pipe of its control lines, which
 * is no business of the program, nor of processes that inherit its standard input: they would wait
 * there for an end that does not come, and take lines that are for this JVM.
 *
 * <p><b>Threading:</b> one thread, once, before the program runs.
 *
 * <p><b>Source:</b> dup2(2). Where this is no Linux, or native access is not enabled, only the
 * program itself sees an empty input.
 */
final class StandardInput {

    private static final Logger LOG = LogManager.getLogger(StandardInput.class);

    private static final String OWN = "/proc/self/fd/0";

    /** O_RDONLY, O_CLOEXEC: the same on every architecture of Linux that Java has. */
    private static final int OPEN_FLAGS = 0x80000;

    private StandardInput() {}

    /** Empties it; gives the pipe that it was. */
    static InputStream take() {
        InputStream pipe = System.in;
        if (System.getProperty("os.name").equals("Linux")
                && StandardInput.class.getModule().isNativeAccessEnabled()) {
            try {
                // The same pipe under a number of its own, which no process inherits.
                InputStream again = new FileInputStream(OWN);
                if (connectToNothing()) {
                    pipe = again;
                } else {
                    again.close();
                }
            } catch (IOException e) {
                LOG.debug("processes that the program starts inherit the launcher's pipe", e);
            }
        }
        System.setIn(InputStream.nullInputStream());
        return pipe;
    }

    /** Descriptor 0 reads from /dev/null from now on; false if the kernel refuses. */
    private static boolean connectToNothing() {
        try (Arena arena = Arena.ofConfined()) {
            int empty = call("open", arena.allocateFrom("/dev/null").address(), OPEN_FLAGS);
            if (empty < 0) {
                return false;
            }
            boolean isDone = call("dup2", empty, 0) == 0;
            var _ = call("close", empty, 0);
            return isDone;
        }
    }

    /**
     * Calls a function of numbers. The signature is one that other parts of this JVM use: each that
     * is new takes milliseconds.
     */
    private static int call(String function, long first, long second) {
        Linker linker = Linker.nativeLinker();
        MethodHandle handle =
                linker.downcallHandle(
                        linker.defaultLookup().findOrThrow(function),
                        FunctionDescriptor.of(
                                JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                                JAVA_LONG),
                        Linker.Option.firstVariadicArg(1));
        try {
            return (int) (long) handle.invokeExact(first, second, 0L, 0L, 0L, 0L);
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a downcall throws no checked exception", e);
        }
    }
}
