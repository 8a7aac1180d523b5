package org.activeobjects.api;

import static org.activeobjects.internal.creation.ClassNames.load;

import org.activeobjects.active.Active;
import org.activeobjects.active.Body;
import org.activeobjects.active.Context;
import org.activeobjects.active.StubObject;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.creation.Order;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.runtime.CoreRuntime;
import org.activeobjects.internal.runtime.Directory;
import org.activeobjects.internal.runtime.ServiceContext;
import org.activeobjects.node.Node;
import org.activeobjects.spi.BodyHandle;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Creates, names, finds and ends active objects.
 *
 * <p>An active object is an object with a queue of requests and a thread of its own. What {@code
 * newActive} returns is a stub: each call on it becomes a request. A method without a result and
 * without declared exceptions is one-way; a result of a class that can be stood in for is a future,
 * which waits when it is used; every other call waits for its answer. Arguments and results are
 * passed by deep copy, active objects by reference; a future is passed on before its result is
 * there.
 *
 * <p>Methods that are given a stub wait for it if it is a future, and throw an {@code
 * IllegalArgumentException} if it is none of an active object.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p><b>Source:</b> {@code PAActiveObject} of ProActive. Different here: the exceptions are
 * unchecked, requests that are never served fail their futures, and idle active objects do not keep
 * their JVM alive unless they are registered.
 */
public final class PAActiveObject extends Exchanges {

    private PAActiveObject() {}

    /**
     * Creates an active object in the runtime of the caller.
     *
     * @param <T> its type
     * @param type its class
     * @param parameters arguments of its constructor, which is chosen by their run-time classes:
     *     the most specific one wins, {@code null} fits any reference
     * @return its stub
     * @throws ActiveObjectCreationException if no single constructor fits, it fails, or calls of
     *     the class cannot all be intercepted; the message lists what is in the way
     */
    public static <T> T newActive(Class<T> type, Object... parameters) {
        return create(type, null, parameters, null, null, null);
    }

    /**
     * Creates an active object on a node.
     *
     * @param <T> its type
     * @param type its class
     * @param parameters arguments of its constructor; {@code null} for none
     * @param nodeUrl URL of the node or card of its runtime; {@code null} for the caller's
     * @return its stub
     * @throws ActiveObjectCreationException if no single constructor fits, it fails, calls of the
     *     class cannot all be intercepted, or the node cannot be reached
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static <T> T newActive(Class<T> type, Object[] parameters, String nodeUrl) {
        return create(type, null, parameters, node(nodeUrl), null, null);
    }

    /**
     * Creates an active object on a node.
     *
     * @param <T> its type
     * @param type its class
     * @param parameters arguments of its constructor; {@code null} for none
     * @param node where; {@code null} for the runtime of the caller
     * @return its stub
     * @throws ActiveObjectCreationException if no single constructor fits, it fails, calls of the
     *     class cannot all be intercepted, or the node cannot be reached
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static <T> T newActive(Class<T> type, Object[] parameters, Node node) {
        return create(type, null, parameters, node, null, null);
    }

    /**
     * Creates an active object on a node, with an activity of its own.
     *
     * @param <T> its type
     * @param type its class
     * @param parameters arguments of its constructor; {@code null} for none
     * @param node where; {@code null} for the runtime of the caller
     * @param activity prepares, runs and ends it in place of the object itself, as far as it
     *     implements that; {@code null} if the object does
     * @param factory {@code null}
     * @return its stub
     * @throws ActiveObjectCreationException if no single constructor fits, it fails, calls of the
     *     class cannot all be intercepted, or the node cannot be reached
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     * @throws UnsupportedOperationException if the factory is not {@code null}
     */
    public static <T> T newActive(
            Class<T> type,
            Object[] parameters,
            Node node,
            Active activity,
            MetaObjectFactory factory) {
        return create(type, null, parameters, node, activity, factory);
    }

    /**
     * Creates an active object.
     *
     * @param <T> its type
     * @param type its class
     * @param genericParameters what the type variables of the class stand for, in their order; a
     *     result of such a type is a future then, if the class can be stood in for; {@code null} or
     *     empty to leave it open
     * @param parameters arguments of its constructor; {@code null} for none
     * @return its stub
     * @throws ActiveObjectCreationException if no single constructor fits, it fails, calls of the
     *     class cannot all be intercepted, or the node cannot be reached
     */
    public static <T> T newActive(
            Class<T> type, Class<?>[] genericParameters, Object[] parameters) {
        return create(type, genericParameters, parameters, null, null, null);
    }

    /**
     * Creates an active object on a node.
     *
     * @param <T> its type
     * @param type its class
     * @param genericParameters what the type variables of the class stand for, in their order; a
     *     result of such a type is a future then, if the class can be stood in for; {@code null} or
     *     empty to leave it open
     * @param parameters arguments of its constructor; {@code null} for none
     * @param nodeUrl URL of the node or card of its runtime; {@code null} for the caller's
     * @return its stub
     * @throws ActiveObjectCreationException if no single constructor fits, it fails, calls of the
     *     class cannot all be intercepted, or the node cannot be reached
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static <T> T newActive(
            Class<T> type, Class<?>[] genericParameters, Object[] parameters, String nodeUrl) {
        return create(type, genericParameters, parameters, node(nodeUrl), null, null);
    }

    /**
     * Creates an active object on a node.
     *
     * @param <T> its type
     * @param type its class
     * @param genericParameters what the type variables of the class stand for, in their order; a
     *     result of such a type is a future then, if the class can be stood in for; {@code null} or
     *     empty to leave it open
     * @param parameters arguments of its constructor; {@code null} for none
     * @param node where; {@code null} for the runtime of the caller
     * @return its stub
     * @throws ActiveObjectCreationException if no single constructor fits, it fails, calls of the
     *     class cannot all be intercepted, or the node cannot be reached
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static <T> T newActive(
            Class<T> type, Class<?>[] genericParameters, Object[] parameters, Node node) {
        return create(type, genericParameters, parameters, node, null, null);
    }

    /**
     * Creates an active object on a node, with an activity of its own.
     *
     * @param <T> its type
     * @param type its class
     * @param genericParameters what the type variables of the class stand for, in their order; a
     *     result of such a type is a future then, if the class can be stood in for; {@code null} or
     *     empty to leave it open
     * @param parameters arguments of its constructor; {@code null} for none
     * @param node where; {@code null} for the runtime of the caller
     * @param activity prepares, runs and ends it in place of the object itself, as far as it
     *     implements that; {@code null} if the object does
     * @param factory {@code null}
     * @return its stub
     * @throws ActiveObjectCreationException if no single constructor fits, it fails, calls of the
     *     class cannot all be intercepted, or the node cannot be reached
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     * @throws UnsupportedOperationException if the factory is not {@code null}
     */
    public static <T> T newActive(
            Class<T> type,
            Class<?>[] genericParameters,
            Object[] parameters,
            Node node,
            Active activity,
            MetaObjectFactory factory) {
        return create(type, genericParameters, parameters, node, activity, factory);
    }

    /**
     * Creates an active object of a class that is known by name.
     *
     * @param className name of its class
     * @param parameters arguments of its constructor; {@code null} for none
     * @return its stub
     * @throws ActiveObjectCreationException as for the form with a class, or if there is none of
     *     that name
     */
    public static Object newActive(String className, Object[] parameters) {
        return create(load(className), null, parameters, null, null, null);
    }

    /**
     * Creates an active object of a class that is known by name.
     *
     * @param className name of its class
     * @param parameters arguments of its constructor; {@code null} for none
     * @param nodeUrl URL of the node or card of its runtime; {@code null} for the caller's
     * @return its stub
     * @throws ActiveObjectCreationException as for the form with a class, or if there is none of
     *     that name
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static Object newActive(String className, Object[] parameters, String nodeUrl) {
        return create(load(className), null, parameters, node(nodeUrl), null, null);
    }

    /**
     * Creates an active object of a class that is known by name.
     *
     * @param className name of its class
     * @param parameters arguments of its constructor; {@code null} for none
     * @param node where; {@code null} for the runtime of the caller
     * @return its stub
     * @throws ActiveObjectCreationException as for the form with a class, or if there is none of
     *     that name
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static Object newActive(String className, Object[] parameters, Node node) {
        return create(load(className), null, parameters, node, null, null);
    }

    /**
     * Creates an active object of a class that is known by name.
     *
     * @param className name of its class
     * @param parameters arguments of its constructor; {@code null} for none
     * @param node where; {@code null} for the runtime of the caller
     * @param activity prepares, runs and ends it in place of the object itself, as far as it
     *     implements that; {@code null} if the object does
     * @param factory {@code null}
     * @return its stub
     * @throws ActiveObjectCreationException as for the form with a class, or if there is none of
     *     that name
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     * @throws UnsupportedOperationException if the factory is not {@code null}
     */
    public static Object newActive(
            String className,
            Object[] parameters,
            Node node,
            Active activity,
            MetaObjectFactory factory) {
        return create(load(className), null, parameters, node, activity, factory);
    }

    /**
     * Creates an active object of a class that is known by name.
     *
     * @param className name of its class
     * @param genericParameters what the type variables of the class stand for; {@code null} or
     *     empty to leave it open
     * @param parameters arguments of its constructor; {@code null} for none
     * @return its stub
     * @throws ActiveObjectCreationException as for the form with a class, or if there is none of
     *     that name
     */
    public static Object newActive(
            String className, Class<?>[] genericParameters, Object[] parameters) {
        return create(load(className), genericParameters, parameters, null, null, null);
    }

    /**
     * Creates an active object of a class that is known by name.
     *
     * @param className name of its class
     * @param genericParameters what the type variables of the class stand for; {@code null} or
     *     empty to leave it open
     * @param parameters arguments of its constructor; {@code null} for none
     * @param nodeUrl URL of the node or card of its runtime; {@code null} for the caller's
     * @return its stub
     * @throws ActiveObjectCreationException as for the form with a class, or if there is none of
     *     that name
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static Object newActive(
            String className, Class<?>[] genericParameters, Object[] parameters, String nodeUrl) {
        return create(load(className), genericParameters, parameters, node(nodeUrl), null, null);
    }

    /**
     * Creates an active object of a class that is known by name.
     *
     * @param className name of its class
     * @param genericParameters what the type variables of the class stand for; {@code null} or
     *     empty to leave it open
     * @param parameters arguments of its constructor; {@code null} for none
     * @param node where; {@code null} for the runtime of the caller
     * @return its stub
     * @throws ActiveObjectCreationException as for the form with a class, or if there is none of
     *     that name
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static Object newActive(
            String className, Class<?>[] genericParameters, Object[] parameters, Node node) {
        return create(load(className), genericParameters, parameters, node, null, null);
    }

    /**
     * Creates an active object of a class that is known by name.
     *
     * @param className name of its class
     * @param genericParameters what the type variables of the class stand for; {@code null} or
     *     empty to leave it open
     * @param parameters arguments of its constructor; {@code null} for none
     * @param node where; {@code null} for the runtime of the caller
     * @param activity prepares, runs and ends it in place of the object itself, as far as it
     *     implements that; {@code null} if the object does
     * @param factory {@code null}
     * @return its stub
     * @throws ActiveObjectCreationException as for the form with a class, or if there is none of
     *     that name
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     * @throws UnsupportedOperationException if the factory is not {@code null}
     */
    public static Object newActive(
            String className,
            Class<?>[] genericParameters,
            Object[] parameters,
            Node node,
            Active activity,
            MetaObjectFactory factory) {
        return create(load(className), genericParameters, parameters, node, activity, factory);
    }

    /**
     * Creates active objects, all at the same time.
     *
     * @param className name of their class
     * @param parameters per object the arguments of its constructor
     * @param nodes where; object {@code i} goes to node {@code i} modulo their number; {@code
     *     null}, also for one of them, or none for the runtime of the caller
     * @return their stubs, in order
     * @throws ActiveObjectCreationException if one could not be created; those that could are
     *     terminated
     */
    public static Object[] newActiveInParallel(
            String className, Object[][] parameters, Node[] nodes) {
        return createAll(load(className), null, parameters, nodes);
    }

    /**
     * Creates active objects, all at the same time.
     *
     * @param className name of their class
     * @param genericParameters what the type variables of the class stand for; {@code null} or
     *     empty to leave it open
     * @param parameters per object the arguments of its constructor
     * @param nodes where; object {@code i} goes to node {@code i} modulo their number; {@code
     *     null}, also for one of them, or none for the runtime of the caller
     * @return their stubs, in order
     * @throws ActiveObjectCreationException if one could not be created; those that could are
     *     terminated
     */
    public static Object[] newActiveInParallel(
            String className, Class<?>[] genericParameters, Object[][] parameters, Node[] nodes) {
        return createAll(load(className), genericParameters, parameters, nodes);
    }

    /**
     * Makes an object active. Its class is that of the stub.
     *
     * @param <T> its type
     * @param target the object; from now on only its stub may be used
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub
     * @throws ActiveObjectCreationException if calls of its type cannot all be intercepted; the
     *     message lists them
     */
    public static <T> T turnActive(T target) {
        return turn(target, null, null, null, null, null);
    }

    /**
     * Makes an object active. Its class is that of the stub.
     *
     * @param <T> its type
     * @param target the object; from now on only its stub may be used. To a node of another runtime
     *     it is copied
     * @param nodeUrl URL of the node or card of its runtime; {@code null} for the caller's
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub
     * @throws ActiveObjectCreationException if calls of its type cannot all be intercepted
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static <T> T turnActive(T target, String nodeUrl) {
        return turn(target, null, null, node(nodeUrl), null, null);
    }

    /**
     * Makes an object active. Its class is that of the stub.
     *
     * @param <T> its type
     * @param target the object; from now on only its stub may be used. To a node of another runtime
     *     it is copied
     * @param node where; {@code null} for the runtime of the caller
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub
     * @throws ActiveObjectCreationException if calls of its type cannot all be intercepted
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static <T> T turnActive(T target, Node node) {
        return turn(target, null, null, node, null, null);
    }

    /**
     * Makes an object active. Its class is that of the stub.
     *
     * @param <T> its type
     * @param target the object; from now on only its stub may be used. To a node of another runtime
     *     it is copied
     * @param node where; {@code null} for the runtime of the caller
     * @param activity prepares, runs and ends it in place of the object itself, as far as it
     *     implements that; {@code null} if the object does
     * @param factory {@code null}
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub
     * @throws ActiveObjectCreationException if calls of its type cannot all be intercepted
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     * @throws UnsupportedOperationException if the factory is not {@code null}
     */
    public static <T> T turnActive(
            T target, Node node, Active activity, MetaObjectFactory factory) {
        return turn(target, null, null, node, activity, factory);
    }

    /**
     * Makes an object active. Its class is that of the stub.
     *
     * @param <T> its type
     * @param target the object; from now on only its stub may be used
     * @param genericParameters what the type variables of the class stand for; {@code null} or
     *     empty to leave it open
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub
     * @throws ActiveObjectCreationException if calls of its type cannot all be intercepted
     */
    public static <T> T turnActive(T target, Class<?>[] genericParameters) {
        return turn(target, null, genericParameters, null, null, null);
    }

    /**
     * Makes an object active. Its class is that of the stub.
     *
     * @param <T> its type
     * @param target the object; from now on only its stub may be used. To a node of another runtime
     *     it is copied
     * @param genericParameters what the type variables of the class stand for; {@code null} or
     *     empty to leave it open
     * @param node where; {@code null} for the runtime of the caller
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub
     * @throws ActiveObjectCreationException if calls of its type cannot all be intercepted
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static <T> T turnActive(T target, Class<?>[] genericParameters, Node node) {
        return turn(target, null, genericParameters, node, null, null);
    }

    /**
     * Makes an object active. Its class is that of the stub.
     *
     * @param <T> type of the stub
     * @param target the object; from now on only its stub may be used. To a node of another runtime
     *     it is copied
     * @param genericParameters what the type variables of the class stand for; {@code null} or
     *     empty to leave it open
     * @param nodeUrl URL of the node or card of its runtime; {@code null} for the caller's
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub
     * @throws ActiveObjectCreationException if calls of its type cannot all be intercepted
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static <T> T turnActive(T target, Class<?>[] genericParameters, String nodeUrl) {
        return turn(target, null, genericParameters, node(nodeUrl), null, null);
    }

    /**
     * Makes an object active. Its class is that of the stub.
     *
     * @param <T> its type
     * @param target the object; from now on only its stub may be used. To a node of another runtime
     *     it is copied
     * @param genericParameters what the type variables of the class stand for; {@code null} or
     *     empty to leave it open
     * @param node where; {@code null} for the runtime of the caller
     * @param activity prepares, runs and ends it in place of the object itself, as far as it
     *     implements that; {@code null} if the object does
     * @param factory {@code null}
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub
     * @throws ActiveObjectCreationException if calls of its type cannot all be intercepted
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     * @throws UnsupportedOperationException if the factory is not {@code null}
     */
    public static <T> T turnActive(
            T target,
            Class<?>[] genericParameters,
            Node node,
            Active activity,
            MetaObjectFactory factory) {
        return turn(target, null, genericParameters, node, activity, factory);
    }

    /**
     * Makes an object active under a type of its own choice.
     *
     * @param <T> type of the stub
     * @param target the object; from now on only its stub may be used
     * @param type class or interface of the stub
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub, or no instance of the type
     * @throws ActiveObjectCreationException if calls of its type cannot all be intercepted
     */
    public static <T> T turnActive(T target, Class<T> type) {
        return turn(target, type, null, null, null, null);
    }

    /**
     * Makes an object active under a type of its own choice.
     *
     * @param <T> type of the stub
     * @param target the object; from now on only its stub may be used. To a node of another runtime
     *     it is copied
     * @param type class or interface of the stub
     * @param node where; {@code null} for the runtime of the caller
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub, or no instance of the type
     * @throws ActiveObjectCreationException if calls of its type cannot all be intercepted
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static <T> T turnActive(T target, Class<T> type, Node node) {
        return turn(target, type, null, node, null, null);
    }

    /**
     * Makes an object active under a type of its own choice.
     *
     * @param <T> type of the stub
     * @param target the object; from now on only its stub may be used. To a node of another runtime
     *     it is copied
     * @param type class or interface of the stub
     * @param nodeUrl URL of the node or card of its runtime; {@code null} for the caller's
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub, or no instance of the type
     * @throws ActiveObjectCreationException if calls of its type cannot all be intercepted
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static <T> T turnActive(T target, Class<T> type, String nodeUrl) {
        return turn(target, type, null, node(nodeUrl), null, null);
    }

    /**
     * Makes an object active under a type of its own choice.
     *
     * @param <T> type of the stub
     * @param target the object; from now on only its stub may be used. To a node of another runtime
     *     it is copied
     * @param type class or interface of the stub
     * @param node where; {@code null} for the runtime of the caller
     * @param activity prepares, runs and ends it in place of the object itself, as far as it
     *     implements that; {@code null} if the object does
     * @param factory {@code null}
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub, or no instance of the type
     * @throws ActiveObjectCreationException if calls of its type cannot all be intercepted
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     * @throws UnsupportedOperationException if the factory is not {@code null}
     */
    public static <T> T turnActive(
            T target, Class<T> type, Node node, Active activity, MetaObjectFactory factory) {
        return turn(target, type, null, node, activity, factory);
    }

    /**
     * Makes an object active under a type of its own choice.
     *
     * @param <T> type of the stub
     * @param target the object; from now on only its stub may be used
     * @param type class or interface of the stub
     * @param genericParameters what the type variables of the class stand for; {@code null} or
     *     empty to leave it open
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub, or no instance of the type
     * @throws ActiveObjectCreationException if calls of its type cannot all be intercepted
     */
    public static <T> T turnActive(T target, Class<T> type, Class<?>[] genericParameters) {
        return turn(target, type, genericParameters, null, null, null);
    }

    /**
     * Makes an object active under a type of its own choice.
     *
     * @param <T> type of the stub
     * @param target the object; from now on only its stub may be used. To a node of another runtime
     *     it is copied
     * @param type class or interface of the stub
     * @param genericParameters what the type variables of the class stand for; {@code null} or
     *     empty to leave it open
     * @param node where; {@code null} for the runtime of the caller
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub, or no instance of the type
     * @throws ActiveObjectCreationException if calls of its type cannot all be intercepted
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static <T> T turnActive(
            T target, Class<T> type, Class<?>[] genericParameters, Node node) {
        return turn(target, type, genericParameters, node, null, null);
    }

    /**
     * Makes an object active under a type of its own choice.
     *
     * @param <T> type of the stub
     * @param target the object; from now on only its stub may be used. To a node of another runtime
     *     it is copied
     * @param type class or interface of the stub
     * @param genericParameters what the type variables of the class stand for; {@code null} or
     *     empty to leave it open
     * @param nodeUrl URL of the node or card of its runtime; {@code null} for the caller's
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub, or no instance of the type
     * @throws ActiveObjectCreationException if calls of its type cannot all be intercepted
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static <T> T turnActive(
            T target, Class<T> type, Class<?>[] genericParameters, String nodeUrl) {
        return turn(target, type, genericParameters, node(nodeUrl), null, null);
    }

    /**
     * Makes an object active under a type of its own choice.
     *
     * @param <T> type of the stub
     * @param target the object; from now on only its stub may be used. To a node of another runtime
     *     it is copied
     * @param type class or interface of the stub
     * @param genericParameters what the type variables of the class stand for; {@code null} or
     *     empty to leave it open
     * @param node where; {@code null} for the runtime of the caller
     * @param activity prepares, runs and ends it in place of the object itself, as far as it
     *     implements that; {@code null} if the object does
     * @param factory {@code null}
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub, or no instance of the type
     * @throws ActiveObjectCreationException if calls of its type cannot all be intercepted
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     * @throws UnsupportedOperationException if the factory is not {@code null}
     */
    public static <T> T turnActive(
            T target,
            Class<T> type,
            Class<?>[] genericParameters,
            Node node,
            Active activity,
            MetaObjectFactory factory) {
        return turn(target, type, genericParameters, node, activity, factory);
    }

    /**
     * Makes an object active under a type that is known by name.
     *
     * @param target the object; from now on only its stub may be used. To a node of another runtime
     *     it is copied
     * @param nameOfTargetType name of the class or interface of the stub
     * @param node where; {@code null} for the runtime of the caller
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub, or no instance of the type
     * @throws ActiveObjectCreationException if there is no type of that name, or calls of it cannot
     *     all be intercepted; the message lists them
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static Object turnActive(Object target, String nameOfTargetType, Node node) {
        return turn(target, load(nameOfTargetType), null, node, null, null);
    }

    /**
     * Makes an object active under a type that is known by name.
     *
     * @param target the object; from now on only its stub may be used. To a node of another runtime
     *     it is copied
     * @param nameOfTargetType name of the class or interface of the stub
     * @param nodeUrl URL of the node or card of its runtime; {@code null} for the caller's
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub, or no instance of the type
     * @throws ActiveObjectCreationException if there is no type of that name, or calls of it cannot
     *     all be intercepted
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static Object turnActive(Object target, String nameOfTargetType, String nodeUrl) {
        return turn(target, load(nameOfTargetType), null, node(nodeUrl), null, null);
    }

    /**
     * Makes an object active under a type that is known by name.
     *
     * @param target the object; from now on only its stub may be used. To a node of another runtime
     *     it is copied
     * @param nameOfTargetType name of the class or interface of the stub
     * @param node where; {@code null} for the runtime of the caller
     * @param activity prepares, runs and ends it in place of the object itself, as far as it
     *     implements that; {@code null} if the object does
     * @param factory {@code null}
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub, or no instance of the type
     * @throws ActiveObjectCreationException if there is no type of that name, or calls of it cannot
     *     all be intercepted; the message lists them
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     * @throws UnsupportedOperationException if the factory is not {@code null}
     */
    public static Object turnActive(
            Object target,
            String nameOfTargetType,
            Node node,
            Active activity,
            MetaObjectFactory factory) {
        return turn(target, load(nameOfTargetType), null, node, activity, factory);
    }

    /**
     * Makes an object active under a type that is known by name.
     *
     * @param target the object; from now on only its stub may be used
     * @param nameOfTargetType name of the class or interface of the stub
     * @param genericParameters what the type variables of the class stand for; {@code null} or
     *     empty to leave it open
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub, or no instance of the type
     * @throws ActiveObjectCreationException if there is no type of that name, or calls of it cannot
     *     all be intercepted; the message lists them
     */
    public static Object turnActive(
            Object target, String nameOfTargetType, Class<?>[] genericParameters) {
        return turn(target, load(nameOfTargetType), genericParameters, null, null, null);
    }

    /**
     * Makes an object active under a type that is known by name.
     *
     * @param target the object; from now on only its stub may be used. To a node of another runtime
     *     it is copied
     * @param nameOfTargetType name of the class or interface of the stub
     * @param genericParameters what the type variables of the class stand for; {@code null} or
     *     empty to leave it open
     * @param node where; {@code null} for the runtime of the caller
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub, or no instance of the type
     * @throws ActiveObjectCreationException if there is no type of that name, or calls of it cannot
     *     all be intercepted
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static Object turnActive(
            Object target, String nameOfTargetType, Class<?>[] genericParameters, Node node) {
        return turn(target, load(nameOfTargetType), genericParameters, node, null, null);
    }

    /**
     * Makes an object active under a type that is known by name.
     *
     * @param target the object; from now on only its stub may be used. To a node of another runtime
     *     it is copied
     * @param nameOfTargetType name of the class or interface of the stub
     * @param genericParameters what the type variables of the class stand for; {@code null} or
     *     empty to leave it open
     * @param nodeUrl URL of the node or card of its runtime; {@code null} for the caller's
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub, or no instance of the type
     * @throws ActiveObjectCreationException if there is no type of that name, or calls of it cannot
     *     all be intercepted
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static Object turnActive(
            Object target, String nameOfTargetType, Class<?>[] genericParameters, String nodeUrl) {
        return turn(target, load(nameOfTargetType), genericParameters, node(nodeUrl), null, null);
    }

    /**
     * Makes an object active under a type that is known by name.
     *
     * @param target the object; from now on only its stub may be used. To a node of another runtime
     *     it is copied
     * @param nameOfTargetType name of the class or interface of the stub
     * @param genericParameters what the type variables of the class stand for; {@code null} or
     *     empty to leave it open
     * @param node where; {@code null} for the runtime of the caller
     * @param activity prepares, runs and ends it in place of the object itself, as far as it
     *     implements that; {@code null} if the object does
     * @param factory {@code null}
     * @return its stub
     * @throws IllegalArgumentException if the object is a stub, or no instance of the type
     * @throws ActiveObjectCreationException if there is no type of that name, or calls of it cannot
     *     all be intercepted; the message lists them
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     * @throws UnsupportedOperationException if the factory is not {@code null}
     */
    public static Object turnActive(
            Object target,
            String nameOfTargetType,
            Class<?>[] genericParameters,
            Node node,
            Active activity,
            MetaObjectFactory factory) {
        return turn(target, load(nameOfTargetType), genericParameters, node, activity, factory);
    }

    private static <T> T create(
            Class<T> type,
            Class<?>[] generics,
            Object[] parameters,
            Node node,
            Active activity,
            MetaObjectFactory factory) {
        refuse(factory);
        Order<T> order = new Order<>(type, list(generics), node, activity, false);
        return CoreRuntime.current().creator().create(order, parameters);
    }

    private static <T> Object[] createAll(
            Class<T> type, Class<?>[] generics, Object[][] parameters, Node[] nodes) {
        Order<T> order = new Order<>(type, list(generics), null, null, false);
        return CoreRuntime.current()
                .creator()
                .createAll(order, parameters, nodes == null ? List.of() : Arrays.asList(nodes))
                .toArray();
    }

    @SuppressWarnings("unchecked") // the class of a T is a class of T
    private static <T> T turn(
            T target,
            Class<? extends T> type,
            Class<?>[] generics,
            Node node,
            Active activity,
            MetaObjectFactory factory) {
        refuse(factory);
        Objects.requireNonNull(target, "the object to turn active is null");
        Class<T> stubType = (Class<T>) (type != null ? type : target.getClass());
        Order<T> order = new Order<>(stubType, list(generics), node, activity, false);
        return CoreRuntime.current().creator().turnActive(order, target);
    }

    private static List<Class<?>> list(Class<?>[] generics) {
        if (generics == null) {
            return List.of();
        }
        for (Class<?> generic : generics) {
            Objects.requireNonNull(generic, "a generic parameter is null");
        }
        return List.of(generics);
    }

    private static void refuse(MetaObjectFactory factory) {
        if (factory != null) {
            throw new UnsupportedOperationException(
                    "the parts of active objects cannot be replaced: factory="
                            + factory.getClass().getName()
                            + "; pass null, and an activity for what the object does on its own");
        }
    }

    private static Node node(String url) {
        return url == null ? null : CoreRuntime.current().connect(url);
    }

    /**
     * Gives an active object a name under which others can look it up. While there is a name, its
     * runtime keeps its JVM alive.
     *
     * @param activeObject stub
     * @param name not empty, no {@code /}, not beginning with {@code @}
     * @return the URL to look it up with
     * @throws ActiveObjectException if the name is that of another, or of a node, or the object has
     *     ended
     * @throws IllegalArgumentException if it can be no name
     */
    public static String registerByName(Object activeObject, String name) {
        return registerByName(activeObject, name, false);
    }

    /**
     * Gives an active object a name under which others can look it up.
     *
     * @param activeObject stub
     * @param name not empty, no {@code /}, not beginning with {@code @}
     * @param rebind true to take the name from whoever has it
     * @return the URL to look it up with
     * @throws ActiveObjectException if it is another's and {@code rebind} is false, or a node's, or
     *     the object has ended
     * @throws IllegalArgumentException if it can be no name
     */
    public static String registerByName(Object activeObject, String name, boolean rebind) {
        return Directory.register(handler(activeObject), name, rebind);
    }

    /**
     * Gives an active object a name under which others can look it up.
     *
     * @param activeObject stub
     * @param name not empty, no {@code /}, not beginning with {@code @}
     * @param protocol {@code ao}, or {@code null}: there is one form of URL, whatever links are
     *     used
     * @return the URL to look it up with
     * @throws ActiveObjectException as without a protocol
     * @throws IllegalArgumentException if the protocol is another one, or it can be no name
     */
    public static String registerByName(Object activeObject, String name, String protocol) {
        return registerByName(activeObject, name, false, protocol);
    }

    /**
     * Gives an active object a name under which others can look it up.
     *
     * @param activeObject stub
     * @param name not empty, no {@code /}, not beginning with {@code @}
     * @param rebind true to take the name from whoever has it
     * @param protocol {@code ao}, or {@code null}: there is one form of URL, whatever links are
     *     used
     * @return the URL to look it up with
     * @throws ActiveObjectException as without a protocol
     * @throws IllegalArgumentException if the protocol is another one, or it can be no name
     */
    public static String registerByName(
            Object activeObject, String name, boolean rebind, String protocol) {
        if (protocol != null && !protocol.equals("ao")) {
            throw new IllegalArgumentException(
                    "names are registered under ao:// only: protocol="
                            + protocol
                            + " name="
                            + name
                            + "; leave the protocol out");
        }
        return registerByName(activeObject, name, rebind);
    }

    /**
     * Finds an active object by its URL.
     *
     * @param <T> type of the stub
     * @param type class or interface of the stub, which the active object is an instance of
     * @param url what {@link #registerByName} or {@link #getUrl} gave
     * @return a stub
     * @throws IOException if nobody of this job answers, or there is no active object of that name,
     *     or it is of another type
     * @throws org.activeobjects.error.SerializationException if its class is needed here, since its
     *     creator has not made it active as one of this type, and is not on the class path
     */
    public static <T> T lookupActive(Class<T> type, String url) throws IOException {
        return Directory.lookup(CoreRuntime.current(), type, url);
    }

    /**
     * Finds an active object by its URL, under a class that is known by name.
     *
     * @param className name of its class, or of a type it has
     * @param url what {@link #registerByName} or {@link #getUrl} gave
     * @return a stub
     * @throws IOException as for the form with a class
     * @throws ActiveObjectCreationException if there is no class of that name
     */
    public static Object lookupActive(String className, String url) throws IOException {
        return lookupActive(load(className), url);
    }

    /**
     * Takes a name away.
     *
     * @param url what {@link #registerByName} gave
     * @throws IOException if nobody of this job answers, or there is no such name
     */
    public static void unregister(String url) throws IOException {
        Directory.unregister(CoreRuntime.current(), url);
    }

    /**
     * Lists the names of a runtime.
     *
     * @param url URL of its node
     * @return the URLs of its registered active objects, by name
     * @throws IOException if nobody of this job answers
     */
    public static String[] listActive(String url) throws IOException {
        return Directory.list(CoreRuntime.current(), url);
    }

    /**
     * The URL of an active object, with a name or without. Nobody can know who reads it: from now
     * on the active object lives until it ends, as one with a name does.
     *
     * @param activeObject stub
     * @return a URL that {@link #lookupActive} understands as long as the active object lives
     * @throws ActiveObjectException if it lives in another runtime and has ended
     */
    public static String getUrl(Object activeObject) {
        return Directory.url(handler(activeObject));
    }

    /**
     * Ends an active object. Requests that are not served fail their futures with {@code
     * BodyTerminatedReplyException}; later calls throw {@code BodyTerminatedRequestException}. No
     * effect on one that has ended.
     *
     * @param activeObject stub
     * @param immediate true to end after the request that is being served now; false to serve those
     *     first that were sent before
     */
    public static void terminateActiveObject(Object activeObject, boolean immediate) {
        handler(activeObject).terminate(immediate);
    }

    /**
     * Ends the active object that the calling thread serves.
     *
     * @param immediate true to end after this request; false to serve those first that are in the
     *     queue
     * @throws IllegalStateException if the thread serves none
     */
    public static void terminateActiveObject(boolean immediate) {
        if (immediate) {
            body().terminate();
        } else {
            terminateActiveObject(body().stub(), false);
        }
    }

    /**
     * Whether an active object lives and can be reached.
     *
     * @param activeObject stub
     * @return false if it has ended or its runtime is gone
     */
    public static boolean pingActiveObject(Object activeObject) {
        return handler(activeObject).route().ping();
    }

    /**
     * The body of the active object that the calling thread serves.
     *
     * @return its body
     * @throws IllegalStateException if the thread serves none
     */
    public static Body getBodyOnThis() {
        return body();
    }

    /**
     * A stub of the active object that the calling thread serves, to be given to others in place of
     * {@code this}.
     *
     * @return a stub of its class
     * @throws IllegalStateException if the thread serves none
     */
    public static StubObject getStubOnThis() {
        return (StubObject) body().stub();
    }

    private static BodyHandle body() {
        BodyHandle body = BodyHandle.current();
        if (body == null) {
            throw new IllegalStateException(
                    "this thread serves no active object; call it in a method of one: thread="
                            + Thread.currentThread().getName());
        }
        return body;
    }

    /**
     * Whether the calling thread serves an active object.
     *
     * @return true if it does
     */
    public static boolean isInActiveObject() {
        return BodyHandle.current() != null;
    }

    /**
     * What the calling thread serves: its body, the request, and who sent that.
     *
     * @return a view of now
     * @throws IllegalStateException if the thread serves no active object
     */
    public static Context getContext() {
        return new ServiceContext(CoreRuntime.current(), body());
    }

    /**
     * The node of the calling thread.
     *
     * @return the node of the active object that it serves, else the first one of the default
     *     runtime
     */
    public static Node getNode() {
        return Directory.nodeOfThread(CoreRuntime.current());
    }

    /**
     * Lets another thread send the calls of a method that are made on this stub, so that the caller
     * goes on even while the other runtime takes nothing. The arguments are copied before the call
     * returns, and calls of one caller on this stub stay in order: one of another method, or after
     * the object has come here, waits until those before it have left. At most 1024 wait. What
     * cannot be sent fails its future; of a one-way call the log tells. No effect within a runtime.
     *
     * @param activeObject stub
     * @param methodName name of its methods
     * @throws IllegalArgumentException if there is no method of that name
     */
    public static void setForgetOnSend(Object activeObject, String methodName) {
        handler(activeObject).forgetOnSend(methodName, true);
    }

    /**
     * Leaves the sending to the caller again.
     *
     * @param activeObject stub
     * @param methodName name of its methods
     * @throws IllegalArgumentException if there is no method of that name
     */
    public static void removeForgetOnSend(Object activeObject, String methodName) {
        handler(activeObject).forgetOnSend(methodName, false);
    }

    /**
     * The node that an active object lives on.
     *
     * @param activeObject stub
     * @return its node
     * @throws org.activeobjects.error.NodeException if it lives in another runtime and has ended,
     *     or that is gone
     */
    public static Node getActiveObjectNode(Object activeObject) {
        return Directory.node(handler(activeObject));
    }

    /**
     * URL of the node that an active object lives on.
     *
     * @param activeObject stub
     * @return the URL
     */
    public static String getActiveObjectNodeUrl(Object activeObject) {
        return getActiveObjectNode(activeObject).url();
    }

    /**
     * Has an active object pass awaited futures on at once, in its requests and its answers; their
     * receivers get the results when they are there. This is how it begins.
     *
     * @param activeObject stub
     * @throws IOException if its runtime cannot be reached
     */
    public static void enableAC(Object activeObject) throws IOException {
        Directory.continuations(handler(activeObject), true);
    }

    /**
     * Has an active object wait for the results of futures before it passes them on.
     *
     * @param activeObject stub
     * @throws IOException if its runtime cannot be reached
     */
    public static void disableAC(Object activeObject) throws IOException {
        Directory.continuations(handler(activeObject), false);
    }

    private static ActiveHandler handler(Object activeObject) {
        Object value = PAFuture.getFutureValue(activeObject);
        ActiveHandler handler = ActiveHandler.of(value);
        if (handler == null) {
            throw new IllegalArgumentException(
                    "not a stub of an active object; give what newActive returned: class="
                            + (value == null ? "null" : value.getClass().getName()));
        }
        return handler;
    }
}
