package org.activeobjects.active;

/**
 * What a thread of an active object does at one moment.
 *
 * <p><b>Threading:</b> a view of the moment in which it was taken, for the thread that took it.
 *
 * <p><b>Source:</b> {@code Context} of ProActive.
 *
 * <p>Not for implementation outside this module.
 */
public interface Context {

    /**
     * The body of the active object.
     *
     * @return its body
     */
    Body getBody();

    /**
     * The request that is being served.
     *
     * @return the request, or {@code null} in an activity outside of any
     */
    Request getCurrentRequest();

    /**
     * The active object that sent the request.
     *
     * @return a stub of it; {@code null} outside of any request, or if the caller was a thread of
     *     no active object
     * @throws org.activeobjects.error.BodyTerminatedException if it has ended
     * @throws org.activeobjects.error.NodeException if its runtime does not answer
     */
    StubObject getStubOnCaller();
}
