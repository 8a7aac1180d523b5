package org.activeobjects.internal.future;

/**
 * An answer that has arrived but not been decoded yet; the first thread that needs it does.
 *
 * <p><b>Threading:</b> decoded once, under a lock of the promise.
 */
@FunctionalInterface
public interface Undecoded {

    /**
     * Decodes.
     *
     * @return the value; {@code null} if the method returned {@code null}
     * @throws Throwable what the method threw, or why the answer cannot be decoded
     */
    Object decode() throws Throwable;

    /**
     * Whether the answer says that the call has failed.
     *
     * @return true if the decoding throws in any case; false if it may
     */
    default boolean isFailure() {
        return false;
    }
}
