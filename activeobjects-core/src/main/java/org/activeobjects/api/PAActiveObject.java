package org.activeobjects.api;

import org.activeobjects.active.Body;
import org.activeobjects.active.StubObject;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.runtime.CoreRuntime;
import org.activeobjects.internal.runtime.Directory;
import org.activeobjects.node.Node;
import org.activeobjects.spi.BodyHandle;

import java.io.IOException;
import java.util.Arrays;

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
 * <p><b>Threading:</b> safe.
 *
 * <p><b>Source:</b> {@code PAActiveObject} of ProActive. Different here: the exceptions are
 * unchecked, requests that are never served fail their futures, and active objects do not keep
 * their JVM alive unless they are registered.
 */
public final class PAActiveObject extends ImmediateServices {

    private PAActiveObject() {}

    /**
     * Creates an active object in the runtime of the caller.
     *
     * @param <T> its type
     * @param type its class
     * @param parameters arguments of its constructor, which is chosen by their run-time classes:
     *     the most specific one wins, {@code null} fits any reference
     * @return its stub
     * @throws ActiveObjectCreationException if no single constructor fits, or it fails
     * @throws org.activeobjects.error.ClassNotReifiableException if calls of the class cannot all
     *     be intercepted; the message lists them
     */
    public static <T> T newActive(Class<T> type, Object... parameters) {
        return CoreRuntime.current().creator().create(type, parameters, null, false);
    }

    /**
     * Creates an active object on a node.
     *
     * @param <T> its type
     * @param type its class
     * @param parameters arguments of its constructor; {@code null} for none
     * @param node where; {@code null} for the runtime of the caller
     * @return its stub
     * @throws ActiveObjectCreationException if no single constructor fits, it fails, or the node
     *     cannot be reached
     */
    public static <T> T newActive(Class<T> type, Object[] parameters, Node node) {
        return CoreRuntime.current().creator().create(type, parameters, node, false);
    }

    /**
     * Creates an active object on a node.
     *
     * @param <T> its type
     * @param type its class
     * @param parameters arguments of its constructor; {@code null} for none
     * @param nodeUrl URL of the node, or the card of its runtime
     * @return its stub
     * @throws ActiveObjectCreationException if no single constructor fits, it fails, or the node
     *     cannot be reached
     * @throws org.activeobjects.error.NodeException if there is no such node
     */
    public static <T> T newActive(Class<T> type, Object[] parameters, String nodeUrl) {
        return newActive(type, parameters, CoreRuntime.current().connect(nodeUrl));
    }

    /**
     * Creates an active object in the runtime of the caller.
     *
     * @param className name of its class
     * @param parameters arguments of its constructor; {@code null} for none
     * @return its stub
     * @throws ActiveObjectCreationException as for the form with a class, or if there is none of
     *     that name
     */
    public static Object newActive(String className, Object[] parameters) {
        return newActive(load(className), parameters, (Node) null);
    }

    /**
     * Creates an active object on a node.
     *
     * @param className name of its class
     * @param parameters arguments of its constructor; {@code null} for none
     * @param node where; {@code null} for the runtime of the caller
     * @return its stub
     * @throws ActiveObjectCreationException as for the form with a class, or if there is none of
     *     that name
     */
    public static Object newActive(String className, Object[] parameters, Node node) {
        return newActive(load(className), parameters, node);
    }

    /**
     * Creates an active object on a node.
     *
     * @param className name of its class
     * @param parameters arguments of its constructor; {@code null} for none
     * @param nodeUrl URL of the node, or the card of its runtime
     * @return its stub
     * @throws ActiveObjectCreationException as for the form with a class, or if there is none of
     *     that name
     */
    public static Object newActive(String className, Object[] parameters, String nodeUrl) {
        return newActive(load(className), parameters, nodeUrl);
    }

    /**
     * Creates active objects, all at the same time.
     *
     * @param className name of their class
     * @param parameters per object the arguments of its constructor
     * @param nodes where; object {@code i} goes to node {@code i} modulo their number
     * @return their stubs, in order
     * @throws ActiveObjectCreationException if one could not be created; those that could are
     *     terminated
     */
    public static Object[] newActiveInParallel(
            String className, Object[][] parameters, Node[] nodes) {
        return CoreRuntime.current()
                .creator()
                .createAll(load(className), parameters, Arrays.asList(nodes), false)
                .toArray();
    }

    private static Class<?> load(String className) {
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            return Class.forName(
                    className,
                    true,
                    loader != null ? loader : PAActiveObject.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new ActiveObjectCreationException("no such class: class=" + className, e);
        }
    }

    /**
     * Makes an object active. Its class is that of the stub.
     *
     * @param <T> its type
     * @param target the object; from now on only its stub may be used
     * @return its stub
     * @throws org.activeobjects.error.ClassNotReifiableException if calls of its class cannot all
     *     be intercepted
     */
    @SuppressWarnings("unchecked") // the class of a T is a class of T
    public static <T> T turnActive(T target) {
        return CoreRuntime.current().creator().turnActive((Class<T>) target.getClass(), target);
    }

    /**
     * Makes an object active under a type of its own choice.
     *
     * @param <T> type of the stub
     * @param target the object; from now on only its stub may be used
     * @param type class or interface of the stub
     * @return its stub
     * @throws org.activeobjects.error.ClassNotReifiableException if calls of the type cannot all be
     *     intercepted
     */
    public static <T> T turnActive(T target, Class<T> type) {
        return CoreRuntime.current().creator().turnActive(type, target);
    }

    /**
     * Gives an active object a name under which others can look it up. While there is a name, its
     * runtime keeps its JVM alive.
     *
     * @param activeObject stub
     * @param name not empty, no {@code /}, not beginning with {@code @}
     * @return the URL to look it up with
     * @throws ActiveObjectException if the name is taken
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
     * @throws ActiveObjectException if the name is taken and {@code rebind} is false
     */
    public static String registerByName(Object activeObject, String name, boolean rebind) {
        return Directory.register(handler(activeObject), name, rebind);
    }

    /**
     * Finds an active object by its URL.
     *
     * @param <T> type of the stub
     * @param type class or interface of the stub, which the active object is an instance of
     * @param url what {@link #registerByName} or {@link #getUrl} gave
     * @return a stub
     * @throws IOException if nobody answers there, or there is no active object of that name
     */
    public static <T> T lookupActive(Class<T> type, String url) throws IOException {
        return Directory.lookup(CoreRuntime.current(), type, url);
    }

    /**
     * Takes a name away.
     *
     * @param url what {@link #registerByName} gave
     * @throws IOException if nobody answers there, or there is no such name
     */
    public static void unregister(String url) throws IOException {
        Directory.unregister(CoreRuntime.current(), url);
    }

    /**
     * Lists the names of a runtime.
     *
     * @param url URL of its node
     * @return the URLs of its registered active objects, by name
     * @throws IOException if nobody answers there
     */
    public static String[] listActive(String url) throws IOException {
        return Directory.list(CoreRuntime.current(), url);
    }

    /**
     * The URL of an active object, with a name or without.
     *
     * @param activeObject stub
     * @return a URL that {@link #lookupActive} understands as long as the active object lives
     */
    public static String getUrl(Object activeObject) {
        return Directory.url(handler(activeObject));
    }

    /**
     * Ends an active object. Requests that are not served fail their futures with {@code
     * BodyTerminatedReplyException}; later calls throw {@code BodyTerminatedRequestException}.
     *
     * @param activeObject stub
     * @param immediate true to end after the request that is being served now; false to serve those
     *     first that were sent before
     */
    public static void terminateActiveObject(Object activeObject, boolean immediate) {
        handler(activeObject).route().terminate(immediate);
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
                    "this thread serves no active object: thread="
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
     * The node of the calling thread.
     *
     * @return the node of the active object that it serves, else that of the default runtime
     */
    public static Node getNode() {
        return CoreRuntime.current().node();
    }

    /**
     * The node that an active object lives on.
     *
     * @param activeObject stub
     * @return its node
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
                    "not a stub of an active object: class="
                            + (value == null ? "null" : value.getClass().getName()));
        }
        return handler;
    }
}
