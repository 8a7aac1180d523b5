package org.activeobjects.internal.traits;

import org.activeobjects.active.Active;
import org.activeobjects.active.Body;
import org.activeobjects.active.EndActive;
import org.activeobjects.active.InitActive;
import org.activeobjects.active.UniqueID;
import org.activeobjects.internal.alive.Fresh;
import org.activeobjects.node.Node;
import org.activeobjects.queue.QueueBound;
import org.activeobjects.threads.ThreadModel;

import java.util.List;

/**
 * How one active object differs from others of its class; most do not, and share {@link #USUAL}.
 *
 * @param type type of its stubs; {@code null} for the class of the object
 * @param generics what the type variables of that type stand for; empty if that is left open
 * @param node the node it lives on; {@code null} for that of its runtime
 * @param activity what prepares, runs and ends it in place of the object itself; {@code null} if
 *     the object does
 * @param threads what its threads are
 * @param bound how many requests its queue takes; {@code null} for any number
 * @param permanent true if it is never collected
 * @param past what it was before it came here; {@code null} if it began here
 */
public record Traits(
        Class<?> type,
        List<Class<?>> generics,
        Node node,
        Active activity,
        ThreadModel threads,
        QueueBound bound,
        boolean permanent,
        Past past) {

    /** An active object that has nothing special. */
    public static final Traits USUAL =
            new Traits(null, List.of(), null, null, ThreadModel.VIRTUAL, null, false, null);

    /**
     * What stays of an active object that has moved.
     *
     * @param id what it is
     * @param moves how often it has moved, 1 or more
     */
    public record Past(UniqueID id, int moves) {}

    /**
     * How often it has moved.
     *
     * @return 0 or more
     */
    public int moves() {
        return past == null ? 0 : past.moves;
    }

    /**
     * Finds who does something in the life of the active object.
     *
     * @param <H> what is to be done
     * @param kind what is to be done
     * @param target the object itself
     * @return the activity if it does that, else the object if it does, else {@code null}
     */
    public <H extends Active> H doer(Class<H> kind, Object target) {
        if (kind.isInstance(activity)) {
            return kind.cast(activity);
        }
        return kind.isInstance(target) ? kind.cast(target) : null;
    }

    /**
     * Whether somebody does something in the life of the active object.
     *
     * @param kind what is to be done
     * @param target the object itself
     * @return false if that is nobody
     */
    public boolean does(Class<? extends Active> kind, Object target) {
        return doer(kind, target) != null;
    }

    /**
     * Prepares an active object that begins here, if somebody does that.
     *
     * @param body its body
     * @param target the object itself
     */
    public void init(Body body, Object target) {
        InitActive initial = past == null ? doer(InitActive.class, target) : null;
        if (initial != null) {
            initial.initActivity(body);
        }
    }

    /**
     * Does what an active object has to do at its end, if somebody does that.
     *
     * @param body its body
     * @param target the object itself
     */
    public void end(Body body, Object target) {
        EndActive last = doer(EndActive.class, target);
        if (last != null) {
            last.endActivity(body);
        }
    }

    /**
     * Begins a thread of the kind that it has, unless that is one of an executor.
     *
     * @param name name of the thread
     * @param code what it runs
     */
    public void startThread(String name, Runnable code) {
        boolean isPlatform = threads == ThreadModel.PLATFORM;
        var builder = isPlatform ? Thread.ofPlatform().daemon() : Thread.ofVirtual();
        Fresh.thread(builder.name(name), code).start();
    }
}
