package org.activeobjects.internal.request;

/**
 * Takes the answer of one request to its caller.
 *
 * <p><b>Threading:</b> called by the thread that has the answer. The first call counts, later ones
 * are ignored.
 */
public interface Answer {

    /** Stands for what is not given by the own thread of the active object that was called. */
    Object ELSEWHERE = "a result of another kind";

    /**
     * The method returned.
     *
     * @param value what it returned, not yet copied
     */
    void value(Object value);

    /**
     * The method threw, or could not be run.
     *
     * @param failure why there is no value
     */
    void failure(Throwable failure);

    /**
     * The method has returned a result that is itself awaited: the active object goes on, and the
     * answer follows later.
     *
     * @param to the promise that it depends on, or {@link #ELSEWHERE}
     */
    default void handedOn(Object to) {}
}
