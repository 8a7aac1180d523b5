package org.activeobjects.active;

/** Implemented by a class that wants to prepare itself before its first request is served. */
public interface InitActive extends Active {

    /**
     * Runs once, in the thread of the active object, before anything else does. If it throws, the
     * active object ends, and whoever waits for it gets the exception.
     *
     * @param body body of this active object
     */
    void initActivity(Body body);
}
