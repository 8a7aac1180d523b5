package org.activeobjects.spmd.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.collective.FakeNetwork;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.spi.RuntimeServices;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.TransportClosedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Members that end while they, or others, are told of each other. */
@Timeout(60)
class EarlyEndTest {

    private final Endpoint real = new FakeNetwork(1, 64).endpoints().getFirst();
    private final AtomicReference<Member> member = new AtomicReference<>();
    private final AtomicBoolean ended = new AtomicBoolean();

    /** Has the methods that are named, and no others. */
    private static <T> T with(Class<T> type, Map<String, Supplier<?>> methods, Class<?>... others) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        Stream.concat(Stream.of(type), Stream.of(others)).toArray(Class<?>[]::new),
                        (_, method, _) -> methods.get(method.getName()).get()));
    }

    private Object end() {
        ended.set(true);
        member.get().close();
        return null;
    }

    /** Its body ends when it has begun to put itself together. */
    private WeakReference<Member> install() {
        EndpointAddress address = real.address();
        Endpoint endpoint =
                with(
                        Endpoint.class,
                        Map.of(
                                "address", () -> address,
                                "compareTags", this::end,
                                "close", () -> null));
        Transport transport = with(Transport.class, Map.of("openEndpoint", () -> endpoint));
        NodeRuntime runtime =
                with(NodeRuntime.class, Map.of("transport", () -> transport, "card", () -> ""));
        BodyHandle body =
                with(
                        BodyHandle.class,
                        Map.of(
                                "runtime", () -> runtime,
                                "isAlive", () -> !ended.get(),
                                "release", () -> null,
                                "getName", () -> "body"));
        member.set(new Member(body));
        String[] own = member.get().describe();
        member.get().install(new Object[] {"own stub"}, List.<String[]>of(own));
        return new WeakReference<>(member.getAndSet(null));
    }

    @Test
    void nobodyWatchesOverIt() {
        WeakReference<Member> known = install();

        assertThat(ended).isTrue();
        await().untilAsserted(
                        () -> {
                            System.gc();
                            assertThat(known.get()).isNull();
                        });
    }

    @Test
    void theEndOfAnotherIsKnownThatCameBeforeItWasToldOfTheOthers() {
        FakeNetwork network = new FakeNetwork(2, 64);
        Transport transport =
                with(Transport.class, Map.of("openEndpoint", () -> network.endpoints().get(0)));
        NodeRuntime runtime =
                with(
                        NodeRuntime.class,
                        Map.of(
                                "transport", () -> transport,
                                "card", () -> "",
                                "connect", () -> null,
                                "callExtension", CompletableFuture::new),
                        RuntimeServices.class);
        BodyHandle.Expected nothing =
                with(
                        BodyHandle.Expected.class,
                        Map.of("missing", () -> List.of("left"), "giveUp", () -> null));
        BodyHandle body =
                (BodyHandle)
                        Proxy.newProxyInstance(
                                BodyHandle.class.getClassLoader(),
                                new Class<?>[] {BodyHandle.class},
                                (_, method, arguments) -> {
                                    if (method.getName().equals("inTurn")) {
                                        ((Runnable) arguments[1]).run();
                                    }
                                    return switch (method.getName()) {
                                        case "runtime" -> runtime;
                                        case "isAlive" -> true;
                                        case "expect" -> nothing;
                                        default -> null;
                                    };
                                });
        Member early = new Member(body);
        List<String[]> descriptions =
                network.addresses().stream()
                        .map(a -> new String[] {"", a.runtime().toString(), "" + a.id()})
                        .toList();

        assertThat(early.onEnd(null, 1, "rank 1 has ended")).isEmpty();
        early.install(new Object[] {"own stub", "other stub"}, descriptions);

        assertThatThrownBy(() -> early.methodBarrier("left"))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("missing=left: rank 1 has ended");
        assertThatThrownBy(
                        () ->
                                early.rank()
                                        .exchanger()
                                        .exchange("t", 1, new int[1], 0, new int[1], 0, 1))
                .isInstanceOf(TransportClosedException.class)
                .hasMessageContaining("rank 1 has ended");
        early.close();
    }
}
