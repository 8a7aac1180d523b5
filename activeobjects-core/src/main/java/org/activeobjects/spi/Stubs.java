package org.activeobjects.spi;

import java.util.Objects;

/**
 * Stubs with a handler of one's own.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Stubs {

    private Stubs() {}

    /**
     * Makes a stub.
     *
     * @param <T> type to stand in for
     * @param type class or interface
     * @param handler gets every call
     * @return a new stub
     * @throws org.activeobjects.error.ClassNotReifiableException if the type cannot be stood in for
     */
    public static <T> T create(Class<T> type, CallHandler handler) {
        Objects.requireNonNull(type, "the type of a stub is null");
        Objects.requireNonNull(handler, "the handler of a stub is null");
        return RuntimeServices.current().createStub(type, handler);
    }

    /**
     * The handler of a stub.
     *
     * @param stub any object
     * @return what was given to {@link #create}, or {@code null} if the object is no stub
     */
    public static CallHandler handlerOf(Object stub) {
        return RuntimeServices.current().handlerOf(stub);
    }

    /**
     * Whether an object is a stub of an active object.
     *
     * @param stub any object
     * @return true if calls of it are requests to an active object
     */
    public static boolean isActive(Object stub) {
        return RuntimeServices.current().isActive(stub);
    }

    /**
     * Whether a type can be stood in for.
     *
     * @param type any type
     * @return false for final classes, primitives, arrays and the like
     */
    public static boolean canStandInFor(Class<?> type) {
        Objects.requireNonNull(type, "the type of a stub is null");
        return RuntimeServices.current().canStandInFor(type);
    }

    /**
     * Takes stubs with a handler of one's own along in calls and their results, where they would be
     * refused. Found by {@link java.util.ServiceLoader}; the receiver needs it too.
     *
     * <p><b>Threading:</b> safe.
     */
    public interface Carrier {

        /**
         * Name that sender and receiver know it by.
         *
         * @return its name; never change it
         */
        String name();

        /**
         * What is sent in place of a stub. Stubs and awaited futures among it travel as they always
         * do, the rest is copied.
         *
         * @param handler handler of the stub
         * @return the parts, or {@code null} if the handler is none of this carrier's
         */
        Object[] pack(CallHandler handler);

        /**
         * What takes the place of the handler at the receiver.
         *
         * @param type type of the stub
         * @param parts what {@link #pack} of the sender gave; a hostile sender may send anything
         * @return the handler of the new stub
         * @throws RuntimeException if these are no such parts; the message is refused
         */
        CallHandler unpack(Class<?> type, Object[] parts);
    }
}
