package org.activeobjects.internal.service;

import org.activeobjects.active.Active;
import org.activeobjects.node.Node;

/**
 * How one active object differs from others of its class; most do not, and share {@link #USUAL}.
 *
 * @param type type of its stubs; {@code null} for the class of the object
 * @param node the node it lives on; {@code null} for that of its runtime
 * @param activity what prepares, runs and ends it in place of the object itself; {@code null} if
 *     the object does
 * @param platformThread true for a platform thread of its own for life
 */
public record Traits(Class<?> type, Node node, Active activity, boolean platformThread) {

    /** An active object that has nothing special. */
    public static final Traits USUAL = new Traits(null, null, null, false);

    /** An active object on a platform thread. */
    public static final Traits ON_PLATFORM_THREAD = new Traits(null, null, null, true);

    /**
     * Finds who does something in the life of the active object.
     *
     * @param <H> what is to be done
     * @param kind what is to be done
     * @param target the object itself
     * @return the activity if it does that, else the object if it does, else {@code null}
     */
    <H extends Active> H doer(Class<H> kind, Object target) {
        if (kind.isInstance(activity)) {
            return kind.cast(activity);
        }
        return kind.isInstance(target) ? kind.cast(target) : null;
    }
}
