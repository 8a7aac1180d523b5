package org.activeobjects.spi;

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
        return RuntimeServices.current().canStandInFor(type);
    }
}
