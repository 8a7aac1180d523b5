package org.activeobjects.spmd.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.collective.FakeNetwork;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.address.EndpointAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** A member whose body ends while it is told of the others. */
@Timeout(60)
class EarlyEndTest {

    private final Endpoint real = new FakeNetwork(1, 64).endpoints().getFirst();
    private final AtomicReference<Member> member = new AtomicReference<>();
    private final AtomicBoolean ended = new AtomicBoolean();

    /** Has the methods that are named, and no others. */
    private static <T> T with(Class<T> type, Map<String, Supplier<?>> methods) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
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
}
