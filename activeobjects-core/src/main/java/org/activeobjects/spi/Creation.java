package org.activeobjects.spi;

import org.activeobjects.node.Node;

import java.util.List;
import java.util.Objects;

/**
 * Creates active objects with more say than the user API gives.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Creation {

    private Creation() {}

    /**
     * Loads a class that a program or a message names by text, and does not initialize it: with the
     * context class loader of the calling thread, or with that of the library where it has none, or
     * one that does not know the class. Threads of the common pool have that of the JVM's class
     * path, which sees nothing of a program that is started from within one jar.
     *
     * @param className name as {@link Class#getName} has it
     * @return the class
     * @throws ClassNotFoundException if there is none of that name
     * @throws NullPointerException if the name is {@code null}
     */
    public static Class<?> classOf(String className) throws ClassNotFoundException {
        Objects.requireNonNull(className, "the name of a class is null");
        ClassLoader own = Creation.class.getClassLoader();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context == null || context == own) {
            return Class.forName(className, false, own);
        }
        try {
            return Class.forName(className, false, context);
        } catch (ClassNotFoundException e) {
            return Class.forName(className, false, own);
        }
    }

    /**
     * Creates active objects, all at the same time.
     *
     * @param <T> their type
     * @param type their class
     * @param parameters per object the arguments of its constructor; {@code null} for none
     * @param nodes where; object {@code i} goes to node {@code i} modulo their number
     * @param platformThreads true to give each a platform thread of its own for its whole life
     * @return their stubs, in order
     * @throws org.activeobjects.error.ActiveObjectCreationException if one could not be created;
     *     those that could are terminated
     */
    public static <T> List<T> createAll(
            Class<T> type, Object[][] parameters, List<Node> nodes, boolean platformThreads) {
        return RuntimeServices.current().createAll(type, parameters, nodes, platformThreads);
    }
}
