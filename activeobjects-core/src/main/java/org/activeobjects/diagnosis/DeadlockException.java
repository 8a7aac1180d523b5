package org.activeobjects.diagnosis;

import org.activeobjects.error.ActiveObjectException;

import java.io.Serial;

/**
 * The calling active object waits for a result that cannot come: the object that is to give it
 * waits, over any number of others, for the caller. Thrown to one of them only, and only under
 * {@link DeadlockPolicy#FAIL}; the call goes on and its future stays usable. What others wait for
 * comes when the method that got this exception ends.
 */
public class DeadlockException extends ActiveObjectException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With the report.
     *
     * @param report who waits for whom, one paragraph per active object
     */
    public DeadlockException(String report) {
        super(report);
    }
}
