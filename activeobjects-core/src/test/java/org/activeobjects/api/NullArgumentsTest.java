package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.active.BlockingRequestQueue;
import org.activeobjects.active.Body;
import org.activeobjects.active.InitActive;
import org.activeobjects.active.RequestFilter;
import org.activeobjects.active.RunActive;
import org.activeobjects.active.Service;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeFactory;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.queue.QueueBound;
import org.activeobjects.tag.MessageTags;
import org.activeobjects.threads.ThreadModel;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Whoever passes null where that means nothing is told what is null, in our words. */
@Timeout(60)
class NullArgumentsTest {

    /** What every call of a facade may get. */
    public static class Guinea {
        public IntWrapper one() {
            return new IntWrapper(1);
        }
    }

    /** Calls what only the thread of an active object may call. */
    public static class Insider implements RunActive {
        private static final CompletableFuture<List<String>> FOUND = new CompletableFuture<>();

        public IntWrapper one() {
            return new IntWrapper(1);
        }

        @Override
        public void runActivity(Body body) {
            try {
                Service service = new Service(body);
                service.waitForRequest(); // one that stays, so that filters have something to see
                List<String> bad = new ArrayList<>();
                check(Body.class, body, bad);
                check(Service.class, service, bad);
                check(BlockingRequestQueue.class, body.getRequestQueue(), bad);
                check(PAActiveObject.class, null, bad);
                check(PAEventProgramming.class, null, bad);
                check(PAMobileAgent.class, null, bad);
                FOUND.complete(bad);
            } catch (Exception | Error e) {
                FOUND.completeExceptionally(e);
            }
        }
    }

    private static final Map<Class<?>, Object> FIXED =
            Map.ofEntries(
                    Map.entry(boolean.class, false),
                    Map.entry(long.class, 1L),
                    Map.entry(int.class, 1),
                    Map.entry(String.class, Guinea.class.getName()),
                    Map.entry(Class.class, Guinea.class),
                    Map.entry(Class[].class, new Class<?>[0]),
                    Map.entry(Object[].class, new Object[0]),
                    Map.entry(Object[][].class, new Object[1][0]),
                    Map.entry(Object.class, new Guinea()),
                    Map.entry(Duration.class, Duration.ZERO),
                    Map.entry(RequestFilter.class, (RequestFilter) request -> false),
                    Map.entry(Throwable.class, new IllegalStateException("no")),
                    Map.entry(Supplier.class, (Supplier<Object>) () -> "result"),
                    Map.entry(Executor.class, (Executor) Thread::startVirtualThread),
                    Map.entry(CompletableFuture.class, CompletableFuture.completedFuture("there")));

    private final NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults());

    NullArgumentsTest() {
        runtime.makeDefault();
    }

    @AfterEach
    void close() {
        runtime.close();
    }

    @Test
    void facadesAndNodesTellWhatIsNull() throws Exception {
        List<String> bad = new ArrayList<>();
        for (Class<?> facade :
                List.of(
                        PAActiveObject.class,
                        PAFuture.class,
                        PAException.class,
                        PAEventProgramming.class,
                        PALifeCycle.class,
                        PAMobileAgent.class,
                        NodeFactory.class,
                        ThreadModel.class,
                        QueueBound.class)) {
            check(facade, null, bad);
        }
        check(Node.class, runtime.node(), bad);
        check(MessageTags.class, new MessageTags(), bad);

        assertThat(bad).isEmpty();
    }

    @Test
    void anActiveObjectIsToldWhatIsNull() throws Exception {
        PAActiveObject.newActive(Insider.class).one();

        assertThat(Insider.FOUND.get()).isEmpty();
    }

    /** Calls each method so often as it has references for parameters: each is null once. */
    private static void check(Class<?> type, Object on, List<String> bad) throws Exception {
        for (Method method : type.getMethods()) {
            boolean isMeant = Modifier.isStatic(method.getModifiers()) == (on == null);
            boolean isSafe =
                    method.getDeclaringClass() != Object.class
                            && Modifier.isPublic(method.getDeclaringClass().getModifiers())
                            && !method.getName().equals("exchange")
                            && !waitsForEver(method);
            if (isMeant && isSafe) {
                for (int i = 0; i < method.getParameterCount(); i++) {
                    checkOne(method, on, i, bad);
                }
            }
        }
    }

    /** Where null is a filter that accepts all, or the request that there is remains. */
    private static boolean waitsForEver(Method method) {
        return method.getName().startsWith("blocking")
                && !Arrays.asList(method.getParameterTypes()).contains(long.class);
    }

    private static void checkOne(Method method, Object on, int index, List<String> bad)
            throws IllegalAccessException {
        Class<?>[] types = method.getParameterTypes();
        if (types[index].isPrimitive()) {
            return;
        }
        Object[] arguments = Arrays.stream(types).map(NullArgumentsTest::valid).toArray();
        arguments[index] = null;
        try {
            var _ = method.invoke(on, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof NullPointerException thrown
                    && !String.valueOf(thrown.getMessage())
                            .matches("(?s)(the|a|an) .* (is|are) null\\b.*")) {
                bad.add(method + " parameter " + index + ": " + thrown.getMessage());
            }
        }
    }

    private static Object valid(Class<?> type) {
        if (type == Node.class) {
            return NodeFactory.getDefaultNode();
        }
        if (type == Node[].class) {
            return new Node[] {NodeFactory.getDefaultNode()};
        }
        if (type.isAssignableFrom(InitActive.class) && type != Object.class) {
            return (InitActive) body -> {};
        }
        return FIXED.get(type);
    }
}
