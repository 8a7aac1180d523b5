package org.activeobjects.active;

/** Chooses requests. */
@FunctionalInterface
public interface RequestFilter {

    /**
     * Looks at one request; called by the thread of the active object.
     *
     * @param request a request in the queue
     * @return true to choose it
     */
    boolean acceptRequest(Request request);
}
