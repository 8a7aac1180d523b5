package org.activeobjects.spi;

import java.util.concurrent.CompletableFuture;

/**
 * Calls the extensions of bodies.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Extensions {

    private Extensions() {}

    /**
     * Calls an extension of the body of an active object. The call is handled in order with the
     * requests that the same sender sends to it.
     *
     * @param stub stub of an active object
     * @param extension name of the extension
     * @param argument what the extension is to get; encoded before this method returns
     * @return the answer; fails with what the extension threw, or when the active object or its
     *     runtime is gone. Its dependents run on a thread of their own and may block
     * @throws IllegalArgumentException if the object is no stub of an active object
     * @throws org.activeobjects.error.BodyTerminatedException if it is known here that the active
     *     object has ended
     * @throws org.activeobjects.transport.error.PeerLostException if it is known here that its
     *     runtime is gone
     */
    public static CompletableFuture<Object> call(Object stub, String extension, Object argument) {
        return RuntimeServices.current().callExtension(stub, extension, argument);
    }
}
