package org.activeobjects.transport.posix;

/**
 * What calls to code outside of the JVM have in common: the handle of one is declared to throw
 * anything, and throws nothing that is checked.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Downcalls {

    private Downcalls() {}

    /**
     * What the invocation of a downcall has thrown, to be thrown on.
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
