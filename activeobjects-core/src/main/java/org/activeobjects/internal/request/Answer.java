package org.activeobjects.internal.request;

/**
 * Takes the answer of one request to its caller.
 *
 * <p><b>Threading:</b> called by the thread that has the answer. The first call counts, later ones
 * are ignored.
 */
public interface Answer {

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
}
