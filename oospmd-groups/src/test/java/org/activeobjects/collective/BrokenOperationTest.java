package org.activeobjects.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.TransportException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** Operations in whose midst a rank meets an error, such as a lack of memory. */
@Timeout(90)
class BrokenOperationTest {

    /** Doubles that are sent at once, and such that wait for their receive. */
    private static final int FEW = 4;

    private static final int MANY = 1000;

    private final FakeNetwork network = new FakeNetwork(3, 64);

    /** What the endpoint of the rank that meets the error was given to send. */
    private final List<Slice> sent = new ArrayList<>();

    private final List<Request> posted = new ArrayList<>();

    /** With no trace. */
    private static final class Fault extends Error {

        private static final long serialVersionUID = 1;

        Fault() {
            super("on purpose", null, false, false);
        }
    }

    private static Object call(Object target, Method method, Object... arguments)
            throws ReflectiveOperationException {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw thrown;
        }
    }

    private static <T> T as(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** A request whose first wait meets the error, while it goes on. */
    private static Request faulty(Request real) {
        boolean[] isMet = new boolean[1];
        return as(
                Request.class,
                (_, method, arguments) -> {
                    if (method.getName().equals("await") && !isMet[0]) {
                        isMet[0] = true;
                        throw new Fault();
                    }
                    return call(real, method, arguments);
                });
    }

    /** The endpoint of a rank that meets the error when it first waits for what is named. */
    private Endpoint faulty(Endpoint real, String what) {
        boolean[] isMet = new boolean[1];
        return as(
                Endpoint.class,
                (_, method, arguments) -> {
                    Object result = call(real, method, arguments);
                    if (method.getName().equals("isend")) {
                        sent.add((Slice) arguments[3]);
                    }
                    if (method.getName().equals("irecv")) {
                        posted.add((Request) result);
                    }
                    if (!method.getName().equals(what) || isMet[0]) {
                        return result;
                    }
                    isMet[0] = true;
                    return faulty((Request) result);
                });
    }

    private Communicator communicator(int rank, String faultyWait) {
        Endpoint real = network.endpoints().get(rank);
        return new Communicator(
                rank == 1 ? faulty(real, faultyWait) : real, network.addresses(), 0);
    }

    private static String gather(Communicator ranks, int count) {
        ranks.allGather(new double[count], 0, new double[3 * count], 0, count);
        return "passed";
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"isend", "irecv"})
    void theOtherRanksAreTold(String faultyWait) {
        List<Object> outcomes =
                Ranks.outcomes(
                        3, rank -> communicator(rank, faultyWait), ranks -> gather(ranks, MANY));

        assertThat(outcomes.get(1)).isInstanceOf(Fault.class);
        assertThat(List.of(outcomes.get(0), outcomes.get(2)))
                .allSatisfy(
                        outcome ->
                                assertThat(outcome)
                                        .isInstanceOf(TransportException.class)
                                        .asString()
                                        .contains("allGather failed on rank 1 of 3 at its step")
                                        .contains("it was broken off by ")
                                        .contains("Fault: on purpose"));
    }

    @Test
    void whatWasBegunIsLeftWhatItHasAndNothingElseBegins() {
        Communicator one = communicator(1, "isend");
        assertThatThrownBy(() -> gather(one, MANY)).isInstanceOf(Fault.class);
        Slice pending = sent.getFirst();
        Object elements = pending.array();

        assertThatThrownBy(() -> one.broadcast(new int[1], 1))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("allGather failed on rank 1")
                .hasRootCauseInstanceOf(Fault.class);
        assertThat(pending.array()).isSameAs(elements);
        assertThat(pending.byteLength()).isEqualTo((long) MANY * Double.BYTES);
    }

    @Test
    void nothingIsReceivedIntoTheArrayAnyMore() {
        Communicator one = communicator(1, "irecv");
        assertThatThrownBy(() -> gather(one, FEW)).isInstanceOf(Fault.class);

        assertThat(posted.getFirst().cancel()).as("is still to be taken back").isFalse();
    }
}
