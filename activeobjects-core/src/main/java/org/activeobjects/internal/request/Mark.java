package org.activeobjects.internal.request;

import org.activeobjects.active.UniqueID;
import org.activeobjects.spi.StubMethod;

/**
 * Follows what a caller has sent through a place that an active object has left; its answer, when
 * it has caught up with the object, says where that is, and that nothing is left on the old way.
 */
public final class Mark extends QueuedRequest {

    private static final Object[] NONE = {};

    /**
     * For one caller.
     *
     * @param answer gets the text of a reference to the object
     */
    public Mark(Answer answer) {
        super(answer);
    }

    @Override
    public StubMethod method() {
        throw new IllegalStateException("a mark has no method");
    }

    @Override
    public String getMethodName() {
        return "mark";
    }

    @Override
    public Object[] arguments() {
        return NONE;
    }

    @Override
    public int getParameterCount() {
        return 0;
    }

    @Override
    public UniqueID getSourceBodyID() {
        throw new IllegalStateException("a mark has no sender");
    }

    @Override
    public String getSenderNodeURL() {
        throw new IllegalStateException("a mark has no sender");
    }

    @Override
    public String source() {
        return "a runtime whose references follow";
    }
}
