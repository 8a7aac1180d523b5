package org.activeobjects.internal.creation;

import org.activeobjects.active.Active;
import org.activeobjects.annotation.BoundedQueue;
import org.activeobjects.annotation.PlatformThread;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.internal.admission.Bounds;
import org.activeobjects.internal.future.Futures;
import org.activeobjects.internal.traits.Traits;
import org.activeobjects.node.Node;
import org.activeobjects.queue.QueueBound;
import org.activeobjects.threads.ThreadModel;

import java.time.Duration;
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
 * @param bound how many requests its queue takes; {@code null} to leave it to its class
 */
public record Order<T>(
        Class<T> type,
        List<Class<?>> generics,
        Node node,
        Active activity,
        boolean platformThread,
        ThreadModel threads,
        QueueBound bound) {

    /** Takes {@code null} for no generic parameters, and waits for a node that is a future. */
    public Order {
        node = Futures.valueOf(node, 0);
        generics = generics == null ? List.of() : List.copyOf(generics);
    }

    /**
     * An active object with the thread model and the bound that the calling thread has set.
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
        this(
                type,
                generics,
                node,
                activity,
                platformThread,
                ThreadModel.current(),
                QueueBound.current());
    }

    /**
     * What another runtime is told of the threads.
     *
     * @return name of the thread model, or {@code null} if nobody has chosen one
     * @throws ActiveObjectCreationException if they are those of an executor
     */
    String threadsThere() {
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
    static ThreadModel threadsHere(String sent) {
        return sent == null ? null : ThreadModel.ofName(sent);
    }

    /**
     * What another runtime is told of the bound.
     *
     * @return its text, or {@code null} if nobody has chosen one
     */
    String boundThere() {
        return bound == null ? null : Bounds.encode(bound);
    }

    /**
     * What another runtime has told of the bound.
     *
     * @param sent what {@link #boundThere} gave
     * @return the bound; {@code null} to leave it to the class
     */
    static QueueBound boundHere(String sent) {
        return sent == null ? null : Bounds.decode(sent);
    }

    /**
     * How the active object is.
     *
     * @param target the object
     * @param place node that it is to say it lives on; {@code null} for the first of its runtime
     * @param usual threads of the runtime, for whoever has said nothing
     * @param past what it was before it came here; {@code null} if it begins here
     * @return what is shared, if nothing is special about it
     */
    public Traits traits(Object target, Node place, ThreadModel usual, Traits.Past past) {
        Class<?> own = target.getClass();
        Class<?> stubs = type == own ? null : type;
        ThreadModel model = threadsOf(own, usual);
        QueueBound limit = boundOf(own);
        boolean isUsual =
                place == null
                        && stubs == null
                        && generics.isEmpty()
                        && activity == null
                        && past == null
                        && limit == null
                        && model == ThreadModel.VIRTUAL
                        && !platformThread;
        return isUsual
                ? Traits.USUAL
                : new Traits(stubs, generics, place, activity, model, limit, platformThread, past);
    }

    private ThreadModel threadsOf(Class<?> own, ThreadModel usual) {
        if (platformThread) {
            return ThreadModel.PLATFORM;
        }
        if (threads != null) {
            return threads;
        }
        return own.isAnnotationPresent(PlatformThread.class) ? ThreadModel.PLATFORM : usual;
    }

    private QueueBound boundOf(Class<?> own) {
        if (bound != null) {
            return bound.length() == 0 ? null : bound;
        }
        BoundedQueue said = own.getAnnotation(BoundedQueue.class);
        try {
            return said == null
                    ? null
                    : QueueBound.of(said.value(), Duration.ofMillis(said.timeoutMs()));
        } catch (IllegalArgumentException e) {
            throw new ActiveObjectCreationException(
                    "@BoundedQueue cannot hold: class=" + own.getName() + "; " + e.getMessage(), e);
        }
    }

    /**
     * The same active object elsewhere.
     *
     * @param other where; {@code null} for the runtime of the caller
     * @return a new order
     */
    public Order<T> on(Node other) {
        return new Order<>(type, generics, other, activity, platformThread, threads, bound);
    }
}
