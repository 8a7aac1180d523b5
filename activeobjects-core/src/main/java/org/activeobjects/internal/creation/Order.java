package org.activeobjects.internal.creation;

import org.activeobjects.active.Active;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.node.Node;
import org.activeobjects.threads.ThreadModel;

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
 * @param platformThread true to give it a platform thread for life, and never to collect it
 * @param threads what its threads are else; {@code null} to leave it to its class and its runtime
 */
public record Order<T>(
        Class<T> type,
        List<Class<?>> generics,
        Node node,
        Active activity,
        boolean platformThread,
        ThreadModel threads) {

    /** Takes {@code null} for no generic parameters. */
    public Order {
        generics = generics == null ? List.of() : List.copyOf(generics);
    }

    /**
     * An active object with the thread model that the calling thread has set.
     *
     * @param type class or interface of its stub
     * @param generics what the type variables of that type stand for; may be {@code null}
     * @param node where; {@code null} for the runtime of the caller
     * @param activity in place of that of the object; may be {@code null}
     * @param platformThread true to give it a platform thread for life, and never to collect it
     */
    public Order(
            Class<T> type,
            List<Class<?>> generics,
            Node node,
            Active activity,
            boolean platformThread) {
        this(type, generics, node, activity, platformThread, ThreadModel.current());
    }

    /**
     * What another runtime is told of the threads.
     *
     * @return name of the thread model, or {@code null} if nobody has chosen one
     * @throws ActiveObjectCreationException if they are those of an executor
     */
    public String threadsThere() {
        if (threads != null && threads.executor() != null) {
            throw new ActiveObjectCreationException(
                    "an executor does not travel: class="
                            + type.getName()
                            + " node="
                            + node
                            + "; create the object in this runtime, or by an active object there");
        }
        return threads == null ? null : threads.name();
    }

    /**
     * What another runtime has told of the threads.
     *
     * @param sent what {@link #threadsThere} gave
     * @return the thread model; {@code null} to leave it to class and runtime
     */
    public static ThreadModel threadsHere(Object sent) {
        return sent == null ? null : ThreadModel.ofName((String) sent);
    }

    /**
     * The same active object elsewhere.
     *
     * @param other where; {@code null} for the runtime of the caller
     * @return a new order
     */
    public Order<T> on(Node other) {
        return new Order<>(type, generics, other, activity, platformThread, threads);
    }
}
