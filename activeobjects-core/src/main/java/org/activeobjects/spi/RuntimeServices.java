package org.activeobjects.spi;

import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What a runtime does for the static methods of this package; every runtime is one.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p>Not for implementation outside this module.
 */
public interface RuntimeServices extends NodeRuntime {

    /**
     * The runtime of the calling thread.
     *
     * @return its services
     */
    static RuntimeServices current() {
        return (RuntimeServices) NodeRuntime.current();
    }

    /**
     * See {@link Extensions#call}.
     *
     * @param stub stub of an active object
     * @param extension name of the extension
     * @param argument its argument
     * @return the answer
     */
    CompletableFuture<Object> callExtension(Object stub, String extension, Object argument);

    /**
     * See {@link GroupCalls}.
     *
     * @param method method
     * @param arguments per member its arguments; the same array for all is encoded once
     * @param members stubs or plain objects
     * @return per member a future or a value
     */
    Object[] callAll(StubMethod method, Object[][] arguments, List<?> members);

    /**
     * See {@link GroupCalls#defer}.
     *
     * @param method method
     * @param arguments per call its arguments
     * @return the calls, or {@code null}
     */
    GroupCalls.Deferred defer(StubMethod method, Object[][] arguments);

    /**
     * See {@link Stubs#create}.
     *
     * @param <T> type to stand in for
     * @param type class or interface
     * @param handler gets every call
     * @return a new stub
     */
    <T> T createStub(Class<T> type, CallHandler handler);

    /**
     * See {@link Stubs#handlerOf}.
     *
     * @param stub any object
     * @return its handler, or {@code null}
     */
    CallHandler handlerOf(Object stub);

    /**
     * See {@link Stubs#isActive}.
     *
     * @param stub any object
     * @return true if it is a stub of an active object
     */
    boolean isActive(Object stub);

    /**
     * See {@link Stubs#canStandInFor}.
     *
     * @param type any type
     * @return false if it cannot be stood in for
     */
    boolean canStandInFor(Class<?> type);

    /**
     * See {@link Creation#createAll}.
     *
     * @param <T> their type
     * @param type their class
     * @param parameters per object its arguments
     * @param nodes where
     * @param platformThreads true for a platform thread each
     * @return their stubs
     */
    <T> List<T> createAll(
            Class<T> type, Object[][] parameters, List<Node> nodes, boolean platformThreads);

    /** Knows the body that a thread serves. */
    final class Holder {

        private static final ScopedValue<BodyHandle> CURRENT = ScopedValue.newInstance();

        private Holder() {}

        static BodyHandle currentBody() {
            return CURRENT.isBound() ? CURRENT.get() : null;
        }

        /**
         * Where the thread of a body binds it.
         *
         * @return the scoped value that all runtimes share
         */
        public static ScopedValue<BodyHandle> scope() {
            return CURRENT;
        }
    }
}
