package org.activeobjects.internal.pending;

import org.activeobjects.internal.future.Promise;

import java.util.List;

/**
 * A call that has been made, and is sent when another one is over.
 *
 * <p><b>Threading:</b> safe.
 */
public interface Unsent {

    /**
     * Tells calls that wait for the same from others; these may be many, and are looked at as one.
     *
     * @return a number that no others of this runtime have
     */
    long number();

    /**
     * What it waits for.
     *
     * @return the results of which one has to be there first; none if that is not known, or if it
     *     waits no more
     */
    List<Promise> before();
}
