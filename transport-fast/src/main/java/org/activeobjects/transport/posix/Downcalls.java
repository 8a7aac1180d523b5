package org.activeobjects.transport.posix;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Functions of the C library.
 *
 * <p>For each signature the JVM makes a dozen classes, which takes five milliseconds of a start,
 * and keeps its compilers from what the program does. So functions that a start calls have one: six
 * words, of which a function takes as many as it has, and a word that is returned. Numbers and
 * addresses are words; of what a function returns as {@code int} only the lower half counts.
 * Nothing keeps the memory behind an address: where somebody may close or drop it before the call
 * has returned, a signature of its own does, or a fence.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p><b>Source:</b> System V ABI for AMD64 and AAPCS64, where numbers go in registers whatever the
 * function takes, also if it takes any number of them.
 */
public final class Downcalls {

    private static final FunctionDescriptor WORDS =
            FunctionDescriptor.of(
                    JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

    private static final Linker.Option ANY_NUMBER = Linker.Option.firstVariadicArg(1);

    private Downcalls() {}

    /**
     * A function of words.
     *
     * @param name its name
     * @return takes six of {@code long} and returns one; empty where this is no Linux, native
     *     access is not enabled, or there is no such function
     */
    public static Optional<MethodHandle> words(String name) {
        return link(name, ANY_NUMBER);
    }

    /**
     * As {@link #words}, and keeps the error.
     *
     * @param name its name
     * @return takes the memory for {@code errno} before the words
     */
    public static Optional<MethodHandle> telling(String name) {
        return link(name, ANY_NUMBER, Linker.Option.captureCallState("errno"));
    }

    private static Optional<MethodHandle> link(String name, Linker.Option... options) {
        if (!System.getProperty("os.name").equals("Linux")
                || !Downcalls.class.getModule().isNativeAccessEnabled()) {
            return Optional.empty();
        }
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find(name)
                .map(address -> linker.downcallHandle(address, WORDS, options));
    }

    /**
     * What the invocation of a downcall has thrown, to be thrown on: its handle is declared to
     * throw anything, and throws nothing that is checked.
     *
     * @param thrown no checked exception
     * @return never; for the compiler, which cannot know that
     */
    public static RuntimeException unexpected(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
        throw new AssertionError("a downcall throws no checked exception", thrown);
    }
}
