package org.activeobjects.internal.runtime;

import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.creation.Order;
import org.activeobjects.internal.exception.TryBlock;
import org.activeobjects.internal.exchange.ExchangeExtension;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.future.Several;
import org.activeobjects.internal.pending.Errand;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.routing.Call;
import org.activeobjects.internal.stub.StubFactory;
import org.activeobjects.internal.thrown.Thrown;
import org.activeobjects.node.Node;
import org.activeobjects.spi.BodyExtension;
import org.activeobjects.spi.CallKind;
import org.activeobjects.spi.StubMethod;
import org.activeobjects.transport.address.RuntimeId;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Many active objects: their creation, calls on them, and on their extensions. */
final class Members {

    private Members() {}

    /** The extensions that are there, by their names. */
    static Map<String, BodyExtension> extensions() {
        return extensions(Members.class.getClassLoader());
    }

    /**
     * Those that a loader shows. That of the core needs no file to be found by: where all jars are
     * made one, whose files of one name are not merged, one of them is lost.
     */
    static Map<String, BodyExtension> extensions(ClassLoader loader) {
        Map<String, BodyExtension> byName = new HashMap<>();
        for (BodyExtension found : ServiceLoader.load(BodyExtension.class, loader)) {
            byName.put(found.name(), found);
        }
        BodyExtension exchange = new ExchangeExtension();
        byName.put(exchange.name(), exchange);
        return byName;
    }

    /** One of those extensions. */
    static BodyExtension extension(Map<String, BodyExtension> known, String name) {
        BodyExtension extension = known.get(name);
        if (extension == null) {
            throw new ActiveObjectException(
                    "no such extension: name="
                            + name
                            + " known="
                            + known.keySet()
                            + "; put the jar that has it on the class path of this runtime, whole,"
                            + " with its META-INF/services");
        }
        return extension;
    }

    /** Creates all at the same time; if one cannot be, those that could are terminated. */
    static <T> List<T> createAll(
            Creator creator, Order<T> order, Object[][] parameters, List<Node> nodes) {
        Objects.requireNonNull(parameters, "the parameters of the active objects are null");
        List<Begun<T>> creations = new ArrayList<>();
        for (int i = 0; i < parameters.length; i++) {
            Object[] arguments = parameters[i];
            Node node = nodes == null || nodes.isEmpty() ? null : nodes.get(i % nodes.size());
            Order<T> own = order.on(node);
            creations.add(Begun.creation(own, () -> creator.create(own, arguments)));
        }
        List<T> created = new ArrayList<>();
        RuntimeException failure = null;
        for (int i = 0; i < parameters.length; i++) {
            try {
                created.add(creations.get(i).await());
            } catch (CompletionException e) {
                if (failure == null) {
                    failure = unwrapped(e);
                    Thrown.continueStack(
                            failure, "one of " + parameters.length + " creations, index=" + i);
                }
            } catch (RuntimeException e) { // the wait itself has failed, as it would for the rest
                failure = failure == null ? e : failure;
                creations.subList(i, parameters.length).forEach(Begun::abandon);
                break;
            }
        }
        if (failure != null) {
            for (T stub : created) {
                end(stub, failure);
            }
            throw failure;
        }
        return created;
    }

    /**
     * A creation on a thread of its own.
     *
     * @param end kept when it is over, whatever came of it: a wait for that is seen by others
     * @param made what came of it
     */
    private record Begun<T>(Promise end, CompletableFuture<T> made) {

        static <T> Begun<T> creation(Order<T> order, Supplier<T> code) {
            Errand errand = new Errand(Errand.CREATION + order.type().getName());
            Promise end = new Promise(Object.class, errand);
            CompletableFuture<T> made =
                    CompletableFuture.supplyAsync(
                            () -> errand.run(code::get), Thread::startVirtualThread);
            var _ = made.whenComplete((_, _) -> end.value(null));
            return new Begun<>(end, made);
        }

        /** Gives what was made. If it was not, a {@link CompletionException} has the reason. */
        T await() {
            end.await(0);
            return made.join();
        }

        /** Nobody waits for it any more: what is made all the same ends at once. */
        void abandon() {
            var _ =
                    made.thenAcceptAsync(
                            stub -> ActiveHandler.of(stub).route().terminate(true),
                            Thread::startVirtualThread);
        }
    }

    /** One whose runtime is gone has ended; the others are to end all the same. */
    private static void end(Object stub, RuntimeException why) {
        try {
            ActiveHandler.of(stub).route().terminate(true);
        } catch (RuntimeException e) {
            why.addSuppressed(e);
        }
    }

    private static RuntimeException unwrapped(CompletionException e) {
        return e.getCause() instanceof RuntimeException cause
                ? cause
                : new ActiveObjectCreationException("creation failed", e.getCause());
    }

    static CompletableFuture<Object> callExtension(Object stub, String extension, Object argument) {
        ActiveHandler handler = ActiveHandler.of(stub);
        if (handler == null) {
            throw new IllegalArgumentException("not a stub of an active object: " + stub);
        }
        return handler.route()
                .callExtension(extension, argument, handler.sender())
                .toCompletableFuture();
    }

    static Object[] callAll(StubMethod method, Object[][] arguments, List<?> members) {
        Object[] results = new Object[arguments.length];
        Call[] calls = calls(method, arguments, members);
        TryBlock block = blockAround(method);
        List<Integer> full = new ArrayList<>(0);
        for (int i = 0; i < results.length; i++) {
            Object member = members.get(i);
            if (isFull(member, method) || !full.isEmpty() && isOneOf(full, members, member)) {
                full.add(i);
            } else {
                results[i] = callOne(calls[i], member, block);
            }
        }
        for (int i : full) {
            results[i] = callOne(calls[i], members.get(i), block);
        }
        if (block == null && method.kind() == CallKind.SYNCHRONOUS) {
            Several.awaitAll(
                    Arrays.stream(results).map(Promise::of).filter(Objects::nonNull).toList(), 0);
        }
        return results;
    }

    /** The block of the caller that takes the failures of a call; null if he waits for it. */
    static TryBlock blockAround(StubMethod method) {
        boolean isWaitedFor = method.kindIfCaught() == CallKind.SYNCHRONOUS;
        return isWaitedFor ? null : TryBlock.around(method);
    }

    /** Members that get the same arguments share one call, which is encoded once. */
    private static Call[] calls(StubMethod method, Object[][] arguments, List<?> members) {
        Call[] calls = new Call[arguments.length];
        Set<RuntimeId> runtimes = null;
        for (int i = 0; i < calls.length; i++) {
            boolean isLast = i + 1 == calls.length;
            if (i > 0 && arguments[i] == arguments[i - 1]) {
                calls[i] = calls[i - 1];
            } else if (!isLast && arguments[i + 1] == arguments[i]) {
                runtimes = runtimes == null ? runtimesOf(members) : runtimes;
                calls[i] = Call.toMany(method, arguments[i], runtimes);
            } else {
                calls[i] = Call.toOne(method, arguments[i]);
            }
        }
        return calls;
    }

    /** Whether a member is there once more: what is sent to it keeps its order. */
    private static boolean isOneOf(List<Integer> some, List<?> members, Object member) {
        return ActiveHandler.of(member) != null
                && some.stream().anyMatch(index -> member.equals(members.get(index)));
    }

    /** Whether a call would have to wait for room: those of the others go first. */
    private static boolean isFull(Object member, StubMethod method) {
        ActiveHandler handler = ActiveHandler.of(member);
        return handler != null && !handler.hasRoom(method);
    }

    /** The other runtimes where members are that are known already. */
    private static Set<RuntimeId> runtimesOf(List<?> members) {
        Set<RuntimeId> runtimes = new HashSet<>();
        for (Object member : members) {
            ActiveHandler handler = ActiveHandler.of(member);
            if (handler != null && handler.route().body() == null) {
                runtimes.add(handler.route().place().runtime());
            }
        }
        return runtimes;
    }

    private static Object callOne(Call call, Object member, TryBlock block) {
        StubMethod method = call.method();
        Promise promise;
        boolean isDirect = false;
        try {
            Object target = member;
            Promise awaited = Promise.of(member);
            if (awaited != null) {
                target = awaited.get(0);
            }
            ActiveHandler handler = ActiveHandler.of(target);
            if (handler == null) {
                isDirect = true;
                return method.invoke(target, call.arguments());
            }
            boolean isOneWay = method.kind() == CallKind.ONE_WAY && block == null;
            promise = isOneWay ? null : handler.route().promise(method);
            handler.send(call, promise);
            if (block != null) {
                block.add(promise);
            }
        } catch (Throwable e) {
            promise = new Promise(method, member);
            promise.failure(e);
            if (block == null || !isDirect) {
                return standIn(promise, method); // nobody may take a call for sent that is not
            }
            block.add(promise);
        }
        boolean isTold = block != null && method.returnType() == void.class;
        return promise == null || isTold ? null : standIn(promise, method);
    }

    /** What stands for a result: as for a single call, or a promise's future where it cannot. */
    @SuppressWarnings("FutureReturnValueIgnored") // the caller gets it, as the result it asked for
    static Object standIn(Promise promise, StubMethod method) {
        if (method.returnsCompletableFuture()
                || !StubFactory.canStandInFor(method.returnType())
                || method.returnType() == void.class) {
            return promise.toCompletableFuture();
        }
        return promise.stub();
    }
}
