package org.activeobjects.internal.creation;

import org.activeobjects.active.Active;

import java.util.Arrays;
import java.util.List;

/**
 * An order as another runtime gets it; its texts and numbers mean the same there.
 *
 * @param node name of the node within that runtime
 * @param activity what prepares, runs and ends it in place of the object; {@code null} if the
 *     object does
 * @param platformThread true to give it a platform thread for life
 * @param threads {@link Order#threadsThere}
 * @param bound {@link Order#boundThere}
 * @param content the arguments of the constructor, or the object that is to be active
 * @param luggage {@link Luggage#pack}; {@code null} for what was not active before
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record SentOrder(
        String node,
        Active activity,
        boolean platformThread,
        String threads,
        String bound,
        Object content,
        Object[] luggage) {

    private static final int PARTS = 7;

    /**
     * An order as it leaves.
     *
     * @param order the order
     * @param node name of the node within its runtime
     * @param content the arguments of the constructor, or the object that is to be active
     * @param luggage what an object takes along that was active before; {@code null} for another
     * @return what is sent
     * @throws org.activeobjects.error.ActiveObjectCreationException if it is to have the threads of
     *     an executor
     */
    public static SentOrder of(Order<?> order, String node, Object content, Luggage luggage) {
        return new SentOrder(
                node,
                order.activity(),
                order.platformThread(),
                order.threadsThere(),
                order.boundThere(),
                content,
                luggage == null ? null : luggage.pack());
    }

    /**
     * Reads what {@link #pack} wrote.
     *
     * @param sent what was sent, of whatever origin
     * @return the order
     * @throws IllegalArgumentException if it is none
     */
    public static SentOrder of(Object[] sent) {
        if (sent.length == PARTS
                && sent[0] instanceof String node
                && (sent[1] == null || sent[1] instanceof Active)
                && sent[2] instanceof Boolean platformThread
                && (sent[3] == null || sent[3] instanceof String)
                && (sent[4] == null || sent[4] instanceof String)
                && sent[5] != null
                && (sent[6] == null || sent[6] instanceof Object[])) {
            return new SentOrder(
                    node,
                    (Active) sent[1],
                    platformThread,
                    (String) sent[3],
                    (String) sent[4],
                    sent[5],
                    (Object[]) sent[6]);
        }
        throw new IllegalArgumentException(
                "not an order for an active object: classes=" + classesOf(sent));
    }

    private static List<String> classesOf(Object[] sent) {
        return Arrays.stream(sent)
                .map(part -> part == null ? "null" : part.getClass().getName())
                .toList();
    }

    /**
     * As it is sent.
     *
     * @return its components, in order
     */
    public Object[] pack() {
        return new Object[] {node, activity, platformThread, threads, bound, content, luggage};
    }

    /**
     * The order, in the runtime that has got it.
     *
     * @param <T> type of the stub
     * @param type class or interface of its stub
     * @param generics what the type variables of that type stand for; empty if that is left open
     * @return the order, without a node: the runtime knows it by its name
     */
    public <T> Order<T> orderOf(Class<T> type, List<Class<?>> generics) {
        return new Order<>(
                type,
                generics,
                null,
                activity,
                platformThread,
                Order.threadsHere(threads),
                Order.boundHere(bound));
    }

    /**
     * The arguments of the constructor.
     *
     * @return the arguments, none or more
     * @throws IllegalArgumentException if something else was sent
     */
    public Object[] arguments() {
        if (content instanceof Object[] arguments) {
            return arguments;
        }
        throw new IllegalArgumentException(
                "not the arguments of a constructor: class=" + content.getClass().getName());
    }
}
