package org.activeobjects.spi;

import java.util.List;

/**
 * Gets every call that is made on one stub.
 *
 * <p><b>Threading:</b> called by whatever thread calls the stub, by several at once.
 */
@FunctionalInterface
public interface CallHandler {

    /**
     * Answers one call, in place of the method.
     *
     * @param method the method that was called; {@code equals}, {@code hashCode} and {@code
     *     toString} come here too
     * @param arguments its arguments, primitive ones boxed, an array of length 0 if it has none;
     *     the handler may keep the array but must not change one of length 0
     * @return the result, primitive ones boxed; ignored if the method is {@code void}
     * @throws Throwable what the caller shall see: unchecked exceptions and those that the method
     *     declares reach it unchanged, others as the cause of an {@code ActiveObjectException}
     */
    Object call(StubMethod method, Object[] arguments) throws Throwable;

    /**
     * Answers one call whose arguments are packed: that of a one-way method some of whose
     * parameters are primitive.
     *
     * @param method the method that was called
     * @param arguments its arguments
     * @return ignored
     * @throws Throwable as {@link #call} does, which is what this is by default
     */
    default Object callPacked(StubMethod method, PackedArguments arguments) throws Throwable {
        return call(method, arguments.toArray());
    }

    /**
     * What those wait for who wait for the stub: it has arrived when all of this has.
     *
     * @return futures, and any other objects, which count as arrived; none if the stub itself does
     */
    default List<?> standsFor() {
        return List.of();
    }
}
