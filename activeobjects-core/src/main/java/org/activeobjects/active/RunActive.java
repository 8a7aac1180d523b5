package org.activeobjects.active;

/** Implemented by a class that decides itself which request is served when. */
public interface RunActive extends Active {

    /**
     * The whole activity. Runs once, in the thread of the active object, and usually loops while
     * {@link Body#isActive()}. When it returns, the requests that are in the queue are served in
     * their order, and the active object ends.
     *
     * @param body body of this active object
     */
    void runActivity(Body body);
}
