package org.activeobjects.internal.migration;

import org.activeobjects.active.Body;
import org.activeobjects.active.InitActive;

import java.io.Serial;
import java.io.Serializable;

/** Begins nothing: an object that arrives from elsewhere has begun its life there. */
public final class Arrived implements InitActive, Serializable {

    @Serial private static final long serialVersionUID = 1;

    /** For one object. */
    public Arrived() {}

    @Override
    public void initActivity(Body body) {}
}
