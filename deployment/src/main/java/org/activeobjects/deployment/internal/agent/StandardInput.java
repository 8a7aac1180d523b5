package org.activeobjects.deployment.internal.agent;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

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
        FunctionDescriptor ofOpen = FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
        MethodHandle open = function("open", ofOpen, Linker.Option.firstVariadicArg(2));
        MethodHandle dup2 = function("dup2", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
        MethodHandle close = function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        try (Arena arena = Arena.ofConfined()) {
            int empty = (int) open.invokeExact(arena.allocateFrom("/dev/null"), OPEN_FLAGS, 0);
            if (empty < 0) {
                return false;
            }
            boolean isDone = (int) dup2.invokeExact(empty, 0) == 0;
            var _ = (int) close.invokeExact(empty);
            return isDone;
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a downcall throws no checked exception", e);
        }
    }

    private static MethodHandle function(
            String name, FunctionDescriptor signature, Linker.Option... options) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().find(name).orElseThrow(), signature, options);
    }
}
