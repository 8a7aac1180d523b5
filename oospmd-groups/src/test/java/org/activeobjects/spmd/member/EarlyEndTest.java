package org.activeobjects.spmd.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.active.UniqueID;
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
import java.util.concurrent.atomic.AtomicInteger;
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
                                "stub", () -> "own stub",
                                "getName", () -> "body"));
        member.set(new Member(body, "own stub"));
        String[] own = member.get().describe();
        member.get().install(List.<String[]>of(own));
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

    /** One of two that was not told of the other's endpoint; its requests are never held up. */
    private Member early(FakeNetwork network) {
        return early(network, CompletableFuture::new);
    }

    private Member early(FakeNetwork network, Supplier<CompletableFuture<Object>> others) {
        Transport transport =
                with(Transport.class, Map.of("openEndpoint", () -> network.endpoints().get(0)));
        NodeRuntime runtime =
                with(
                        NodeRuntime.class,
                        Map.of(
                                "transport", () -> transport,
                                "card", () -> "",
                                "connect", () -> null,
                                "callExtension", others),
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
                                        case "stub" -> "own stub";
                                        default -> null;
                                    };
                                });
        return new Member(body, "own stub", "other stub");
    }

    private static List<String[]> descriptions(FakeNetwork network) {
        return network.addresses().stream()
                .map(a -> new String[] {"", a.runtime().toString(), "" + a.id()})
                .toList();
    }

    @Test
    void barriersOfOthersThatWereToldBeforeItCount() {
        FakeNetwork network = new FakeNetwork(2, 64);
        Member early = early(network);
        UniqueID one = new UniqueID(network.addresses().get(1).runtime(), 1);
        UniqueID own = new UniqueID(network.addresses().get(0).runtime(), 2);

        var total = early.mark(one, 1, "total");
        var neighbour = early.neighbours().mark(one, 1, "neighbour");
        early.install(descriptions(network));

        assertThat(total).isNotDone();
        early.mark(own, 0, "total");
        assertThat(total).isCompleted();
        early.close();
        assertThat(neighbour).isCompletedExceptionally();
    }

    @Test
    void theEndOfAnotherIsKnownThatCameBeforeItWasToldOfTheOthers() {
        FakeNetwork network = new FakeNetwork(2, 64);
        Member early = early(network);

        assertThat(early.onEnd(null, 1, "rank 1 has ended")).isEmpty();
        early.install(descriptions(network));

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

    @Test
    void aBarrierOfWhichOthersCannotBeToldForWantOfStackFailsAndIsNotLeftHalfDone() {
        FakeNetwork network = new FakeNetwork(2, 64);
        AtomicInteger tried = new AtomicInteger();
        Member member =
                early(
                        network,
                        () -> {
                            tried.incrementAndGet();
                            throw new StackOverflowError("as the test wants it");
                        });
        member.install(descriptions(network));

        member.totalBarrier("total");

        assertThat(tried).as("marks to both, and a word to the other").hasValue(3);
        assertThatThrownBy(() -> member.totalBarrier("next"))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("name=\"total\"")
                .hasMessageContaining("as the test wants it");
        member.close();
    }
}
