package org.activeobjects.internal.creation;

import org.activeobjects.active.Active;
import org.activeobjects.node.Node;

import java.util.List;

/**
 * An active object that somebody wants.
 *
 * @param <T> type of its stub
 * @param type class or interface of its stub
 * @param generics what the type variables of that type stand for; {@code null} or empty if that is
 *     left open
 * @param node where; {@code null} for the runtime of the caller
 * @param activity what prepares, runs and ends it in place of the object; {@code null} if the
 *     object does
 * @param platformThread true to give it a platform thread for life
 */
public record Order<T>(
        Class<T> type,
        List<Class<?>> generics,
        Node node,
        Active activity,
        boolean platformThread) {

    /** Takes {@code null} for no generic parameters. */
    public Order {
        generics = generics == null ? List.of() : List.copyOf(generics);
    }

    /**
     * The same active object elsewhere.
     *
     * @param other where; {@code null} for the runtime of the caller
     * @return a new order
     */
    public Order<T> on(Node other) {
        return new Order<>(type, generics, other, activity, platformThread);
    }
}
