package org.activeobjects.internal.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.spi.RuntimeServices;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.address.RuntimeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** Partners of one active object that are asked by several of its threads. */
@Timeout(60)
class ArrayExchangeTest {

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CompletableFuture<Object> late = new CompletableFuture<>();

    /** All of them share one place in a table. */
    private record Partner(String name) {

        @Override
        public int hashCode() {
            return 7;
        }
    }

    private static Object with(InvocationHandler methods, Class<?>... types) {
        return Proxy.newProxyInstance(ArrayExchangeTest.class.getClassLoader(), types, methods);
    }

    private Object answerOf(Object partner) {
        if (partner.equals(new Partner("slow"))) {
            asked.countDown();
            return late;
        }
        return CompletableFuture.completedFuture(address());
    }

    private static Object address() {
        return new String[] {new RuntimeId(1, 1).toString(), "1"};
    }

    private ArrayExchange exchange() {
        Object endpoint = with((_, _, _) -> null, Endpoint.class);
        Object transport = with((_, _, _) -> endpoint, Transport.class);
        Object runtime =
                with(
                        (_, method, arguments) ->
                                method.getName().equals("transport")
                                        ? transport
                                        : answerOf(arguments[0]),
                        NodeRuntime.class,
                        RuntimeServices.class);
        BodyHandle body =
                (BodyHandle)
                        with(
                                (_, method, arguments) ->
                                        switch (method.getName()) {
                                            case "runtime" -> runtime;
                                            case "state" ->
                                                    arguments.length == 1
                                                            ? null
                                                            : ((Supplier<?>) arguments[1]).get();
                                            default -> "own stub";
                                        },
                                BodyHandle.class);
        return ArrayExchange.of(body);
    }

    private static CompletableFuture<Void> begin(ArrayExchange exchange, String partner) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            Partner other = new Partner(partner);
                            exchange.exchange("t", other, new int[1], 0, new int[1], 0, 1);
                            over.complete(null);
                        });
        return over;
    }

    @Test
    void onePartnerThatDoesNotAnswerHoldsUpNoOther() throws Exception {
        ArrayExchange exchange = exchange();
        CompletableFuture<Void> slow = begin(exchange, "slow");
        asked.await();

        assertThat(begin(exchange, "quick")).succeedsWithin(Duration.ofSeconds(30));

        assertThat(slow).isNotDone();
        late.complete(address());
        assertThat(slow).succeedsWithin(Duration.ofSeconds(30));
    }
}
