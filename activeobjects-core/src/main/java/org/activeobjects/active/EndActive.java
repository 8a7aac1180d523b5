package org.activeobjects.active;

/** Implemented by a class that wants to clean up after its last request. */
public interface EndActive extends Active {

    /**
     * Runs once, in the thread of the active object, after its last request. What it throws is
     * logged.
     *
     * @param body body of this active object
     */
    void endActivity(Body body);
}
