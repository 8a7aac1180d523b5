package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.util.concurrent.TimeUnit.SECONDS;

import org.activeobjects.active.Body;
import org.activeobjects.active.Request;
import org.activeobjects.active.RequestFilter;
import org.activeobjects.active.RunActive;
import org.activeobjects.active.Service;
import org.activeobjects.error.BodyTerminatedException;
import org.activeobjects.error.BodyTerminatedReplyException;
import org.activeobjects.failure.CallFailure;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Every form of the choice of a request, and what becomes of those that are not served. */
@Timeout(60)
class ServiceFormsTest {

    private static volatile Function<Service, Object> policy;
    private static volatile CountDownLatch filled;
    private static volatile CompletableFuture<Object> outcome;

    /** Does one thing, and then serves in order. */
    public static class Scripted implements RunActive {

        private final StringBuilder served = new StringBuilder();

        public void a(int number) {
            served.append("a").append(number).append(' ');
        }

        public void b(int number) {
            served.append("b").append(number).append(' ');
        }

        public IntWrapper answer(int number) {
            served.append("answer").append(number).append(' ');
            return new IntWrapper(number);
        }

        public String strict() throws IOException {
            return "strict";
        }

        String served() {
            return served.toString().strip();
        }

        @Override
        public void runActivity(Body body) {
            Service service = new Service(body);
            try {
                if (!filled.await(20, SECONDS)) {
                    throw new IllegalStateException("nobody filled the queue");
                }
                outcome.complete(policy.apply(service));
            } catch (Throwable e) {
                outcome.completeExceptionally(e);
            }
            service.fifoServing();
        }
    }

    @BeforeEach
    void forgetTheLastTest() {
        filled = new CountDownLatch(1);
        outcome = new CompletableFuture<>();
    }

    private static Scripted scripted(Function<Service, Object> own) {
        policy = own;
        return PAActiveObject.newActive(Scripted.class);
    }

    private static Scripted filled(Function<Service, Object> own) {
        Scripted object = scripted(own);
        for (int i = 1; i <= 3; i++) {
            object.a(i);
            object.b(i);
        }
        filled.countDown();
        return object;
    }

    private static String name(Request request) {
        return request == null ? "none" : request.getMethodName() + request.getParameter(0);
    }

    private static RequestFilter number(int wanted) {
        return request -> (int) request.getParameter(0) == wanted;
    }

    private static Arguments look(String what, Function<Service, Request> form, String expected) {
        return Arguments.of(what, form, expected);
    }

    static Stream<Arguments> looks() {
        return Stream.of(
                look("getOldest()", Service::getOldest, "a1"),
                look("getOldest(b)", s -> s.getOldest("b"), "b1"),
                look("getOldest(2)", s -> s.getOldest(number(2)), "a2"),
                look("getOldest(c)", s -> s.getOldest("c"), "none"),
                look("getYoungest()", Service::getYoungest, "b3"),
                look("getYoungest(a)", s -> s.getYoungest("a"), "a3"),
                look("getYoungest(2)", s -> s.getYoungest(number(2)), "b2"),
                look("blockingGetOldest()", Service::blockingGetOldest, "a1"),
                look("blockingGetOldest(ms)", s -> s.blockingGetOldest(1), "a1"),
                look("blockingGetOldest(b)", s -> s.blockingGetOldest("b"), "b1"),
                look("blockingGetOldest(b, ms)", s -> s.blockingGetOldest("b", 1), "b1"),
                look("blockingGetOldest(c, ms)", s -> s.blockingGetOldest("c", 1), "none"),
                look("blockingGetOldest(2)", s -> s.blockingGetOldest(number(2)), "a2"),
                look("blockingGetOldest(9, ms)", s -> s.blockingGetOldest(number(9), 1), "none"),
                look("blockingGetYoungest()", Service::blockingGetYoungest, "b3"),
                look("blockingGetYoungest(ms)", s -> s.blockingGetYoungest(1), "b3"),
                look("blockingGetYoungest(a)", s -> s.blockingGetYoungest("a"), "a3"),
                look("blockingGetYoungest(a, ms)", s -> s.blockingGetYoungest("a", 1), "a3"),
                look("blockingGetYoungest(2)", s -> s.blockingGetYoungest(number(2)), "b2"),
                look("blockingGetYoungest(2, ms)", s -> s.blockingGetYoungest(number(2), 1), "b2"));
    }

    @ParameterizedTest(name = "{0} shows {2}")
    @MethodSource("looks")
    void showsARequestThatStaysInTheQueue(
            String what, Function<Service, Request> form, String expected) {
        Scripted object = filled(service -> name(form.apply(service)));

        assertThat(outcome.join()).isEqualTo(expected);
        assertThat(object.served()).isEqualTo("a1 b1 a2 b2 a3 b3");
    }

    @Test
    void tellsWhatThereIsToServe() {
        Scripted object =
                filled(
                        service ->
                                List.of(
                                        service.hasRequestToServe(),
                                        service.hasRequestToServe("b"),
                                        service.hasRequestToServe("c"),
                                        service.hasRequestToServe(number(2)),
                                        service.hasRequestToServe(number(9)),
                                        service.getRequestCount()));

        assertThat(outcome.join()).isEqualTo(List.of(true, true, false, true, false, 6));
        assertThat(object.served()).isEqualTo("a1 b1 a2 b2 a3 b3");
    }

    @Test
    void letsTheObjectChangeItsQueueItself() {
        Scripted object =
                filled(
                        service -> {
                            var queue = PAActiveObject.getBodyOnThis().getRequestQueue();
                            List<Object> seen =
                                    List.of(
                                            queue.isEmpty(),
                                            queue.waitForRequest(0),
                                            name(queue.getOldest(number(2))),
                                            name(queue.getYoungest(null)),
                                            name(queue.blockingGetYoungest(number(1), 0)),
                                            name(queue.removeYoungest(number(1))),
                                            name(queue.removeOldest(null)),
                                            name(queue.blockingRemoveYoungest(number(9), 1)));
                            queue.clear(number(2));
                            return seen + " " + queue.size();
                        });

        assertThat(outcome.join()).isEqualTo("[false, true, a2, b3, b1, b1, a1, none] 2");
        assertThat(object.served()).isEqualTo("a3 b3");
    }

    static Stream<Arguments> removals() {
        return Stream.of(
                look("blockingRemoveOldest()", Service::blockingRemoveOldest, "a1"),
                look("blockingRemoveOldest(ms)", s -> s.blockingRemoveOldest(1), "a1"),
                look("blockingRemoveOldest(b)", s -> s.blockingRemoveOldest("b"), "b1"),
                look("blockingRemoveOldest(b, ms)", s -> s.blockingRemoveOldest("b", 1), "b1"),
                look("blockingRemoveOldest(2)", s -> s.blockingRemoveOldest(number(2)), "a2"),
                look(
                        "blockingRemoveOldest(2, ms)",
                        s -> s.blockingRemoveOldest(number(2), 1),
                        "a2"),
                look("blockingRemoveYoungest()", Service::blockingRemoveYoungest, "b3"),
                look("blockingRemoveYoungest(ms)", s -> s.blockingRemoveYoungest(1), "b3"),
                look("blockingRemoveYoungest(a)", s -> s.blockingRemoveYoungest("a"), "a3"),
                look("blockingRemoveYoungest(a, ms)", s -> s.blockingRemoveYoungest("a", 1), "a3"),
                look("blockingRemoveYoungest(2)", s -> s.blockingRemoveYoungest(number(2)), "b2"),
                look(
                        "blockingRemoveYoungest(2, ms)",
                        s -> s.blockingRemoveYoungest(number(2), 1),
                        "b2"));
    }

    @ParameterizedTest(name = "{0} takes {2}")
    @MethodSource("removals")
    void takesARequestOutOfTheQueue(String what, Function<Service, Request> form, String expected) {
        Scripted object = filled(service -> name(form.apply(service)));

        assertThat(outcome.join()).isEqualTo(expected);
        assertThat(object.served().split(" "))
                .containsExactlyElementsOf(
                        Stream.of("a1", "b1", "a2", "b2", "a3", "b3")
                                .filter(request -> !request.equals(expected))
                                .toList());
    }

    private static Arguments serve(String what, Consumer<Service> form, String expected) {
        Function<Service, Object> own =
                service -> {
                    form.accept(service);
                    return "done";
                };
        return Arguments.of(what, own, expected);
    }

    static Stream<Arguments> services() {
        return Stream.of(
                serve("serveOldest()", Service::serveOldest, "a1 b1 a2 b2 a3 b3"),
                serve("serveOldest(b)", s -> s.serveOldest("b"), "b1 a1 a2 b2 a3 b3"),
                serve("serveOldest(2)", s -> s.serveOldest(number(2)), "a2 a1 b1 b2 a3 b3"),
                serve("serveOldest(c)", s -> s.serveOldest("c"), "a1 b1 a2 b2 a3 b3"),
                serve("serveYoungest()", Service::serveYoungest, "b3 a1 b1 a2 b2 a3"),
                serve("serveYoungest(a)", s -> s.serveYoungest("a"), "a3 a1 b1 a2 b2 b3"),
                serve("serveYoungest(2)", s -> s.serveYoungest(number(2)), "b2 a1 b1 a2 a3 b3"),
                serve("blockingServeOldest()", Service::blockingServeOldest, "a1 b1 a2 b2 a3 b3"),
                serve(
                        "blockingServeOldest(ms)",
                        s -> s.blockingServeOldest(1),
                        "a1 b1 a2 b2 a3 b3"),
                serve(
                        "blockingServeOldest(b)",
                        s -> s.blockingServeOldest("b"),
                        "b1 a1 a2 b2 a3 b3"),
                serve(
                        "blockingServeOldest(c, ms)",
                        s -> s.blockingServeOldest("c", 1),
                        "a1 b1 a2 b2 a3 b3"),
                serve(
                        "blockingServeOldest(2)",
                        s -> s.blockingServeOldest(number(2)),
                        "a2 a1 b1 b2 a3 b3"),
                serve(
                        "blockingServeOldest(2, ms)",
                        s -> s.blockingServeOldest(number(2), 1),
                        "a2 a1 b1 b2 a3 b3"),
                serve(
                        "blockingServeYoungest()",
                        Service::blockingServeYoungest,
                        "b3 a1 b1 a2 b2 a3"),
                serve(
                        "blockingServeYoungest(ms)",
                        s -> s.blockingServeYoungest(1),
                        "b3 a1 b1 a2 b2 a3"),
                serve(
                        "blockingServeYoungest(a)",
                        s -> s.blockingServeYoungest("a"),
                        "a3 a1 b1 a2 b2 b3"),
                serve(
                        "blockingServeYoungest(a, ms)",
                        s -> s.blockingServeYoungest("a", 1),
                        "a3 a1 b1 a2 b2 b3"),
                serve(
                        "blockingServeYoungest(2)",
                        s -> s.blockingServeYoungest(number(2)),
                        "b2 a1 b1 a2 a3 b3"),
                serve(
                        "blockingServeYoungest(2, ms)",
                        s -> s.blockingServeYoungest(number(2), 1),
                        "b2 a1 b1 a2 a3 b3"),
                serve("serveAll(b)", s -> s.serveAll("b"), "b1 b2 b3 a1 a2 a3"),
                serve("serveAll(2)", s -> s.serveAll(number(2)), "a2 b2 a1 b1 a3 b3"),
                serve("flushingServeOldest()", Service::flushingServeOldest, "a1"),
                serve("flushingServeOldest(b)", s -> s.flushingServeOldest("b"), "b1 a1 a2 a3"),
                serve(
                        "flushingServeOldest(2)",
                        s -> s.flushingServeOldest(number(2)),
                        "a2 a1 b1 a3 b3"),
                serve("flushingServeYoungest()", Service::flushingServeYoungest, "b3"),
                serve("flushingServeYoungest(a)", s -> s.flushingServeYoungest("a"), "a3 b1 b2 b3"),
                serve(
                        "flushingServeYoungest(2)",
                        s -> s.flushingServeYoungest(number(2)),
                        "b2 a1 b1 a3 b3"),
                serve("flushAll()", Service::flushAll, ""),
                serve(
                        "removed and served",
                        s -> s.serve(s.blockingRemoveOldest("b")),
                        "b1 a1 a2 b2 a3 b3"));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("services")
    void servesInTheOrderThatIsAskedFor(
            String what, Function<Service, Object> form, String expected) {
        Scripted object = filled(form);
        outcome.join();

        assertThat(object.served()).isEqualTo(expected);
    }

    static Stream<Consumer<Service>> refusalsWithoutException() {
        Throwable none = null;
        return Stream.of(
                s -> s.serveOldestWithException(none),
                s -> s.serveOldestWithException("a", none),
                s -> s.serveOldestWithException(number(2), none),
                s -> s.serveYoungestWithException(none),
                s -> s.serveYoungestWithException("a", none),
                s -> s.serveYoungestWithException(number(2), none),
                s -> s.blockingServeOldestWithException(none),
                s -> s.blockingServeOldestWithException(1, none),
                s -> s.blockingServeOldestWithException("a", none),
                s -> s.blockingServeOldestWithException("a", 1, none),
                s -> s.blockingServeOldestWithException(number(2), none),
                s -> s.blockingServeOldestWithException(number(2), 1, none),
                s -> s.blockingServeYoungestWithException(none),
                s -> s.blockingServeYoungestWithException(1, none),
                s -> s.blockingServeYoungestWithException("a", none),
                s -> s.blockingServeYoungestWithException("a", 1, none),
                s -> s.blockingServeYoungestWithException(number(2), none),
                s -> s.blockingServeYoungestWithException(number(2), 1, none),
                s -> s.serveAllWithException("a", none),
                s -> s.serveAllWithException(number(2), none),
                s -> s.serveWithException(s.getOldest(), none));
    }

    /** Or its caller would wait for ever. */
    @ParameterizedTest(name = "{index}")
    @MethodSource("refusalsWithoutException")
    void aRequestStaysInTheQueueIfTheExceptionForItIsNull(Consumer<Service> form) {
        Scripted object =
                filled(
                        service -> {
                            form.accept(service);
                            return null;
                        });

        assertThatThrownBy(outcome::join)
                .hasRootCauseExactlyInstanceOf(NullPointerException.class)
                .hasRootCauseMessage("the exception that answers a request is null");
        assertThat(object.served()).isEqualTo("a1 b1 a2 b2 a3 b3");
    }

    static Stream<Arguments> refusals() {
        IllegalStateException no = new IllegalStateException("not now");
        return Stream.of(
                serve("oldest", s -> s.serveOldestWithException(no), "1"),
                serve("oldest by name", s -> s.serveOldestWithException("answer", no), "1"),
                serve("oldest by filter", s -> s.serveOldestWithException(number(2), no), "2"),
                serve("youngest", s -> s.serveYoungestWithException(no), "3"),
                serve("youngest by name", s -> s.serveYoungestWithException("answer", no), "3"),
                serve("youngest by filter", s -> s.serveYoungestWithException(number(2), no), "2"),
                serve("next oldest", s -> s.blockingServeOldestWithException(no), "1"),
                serve("next oldest, ms", s -> s.blockingServeOldestWithException(1, no), "1"),
                serve(
                        "next oldest by name",
                        s -> s.blockingServeOldestWithException("answer", no),
                        "1"),
                serve(
                        "next oldest by name, ms",
                        s -> s.blockingServeOldestWithException("nothing", 1, no),
                        ""),
                serve(
                        "next oldest by filter",
                        s -> s.blockingServeOldestWithException(number(2), no),
                        "2"),
                serve(
                        "next oldest by filter, ms",
                        s -> s.blockingServeOldestWithException(number(2), 1, no),
                        "2"),
                serve("next youngest", s -> s.blockingServeYoungestWithException(no), "3"),
                serve("next youngest, ms", s -> s.blockingServeYoungestWithException(1, no), "3"),
                serve(
                        "next youngest by name",
                        s -> s.blockingServeYoungestWithException("answer", no),
                        "3"),
                serve(
                        "next youngest by name, ms",
                        s -> s.blockingServeYoungestWithException("answer", 1, no),
                        "3"),
                serve(
                        "next youngest by filter",
                        s -> s.blockingServeYoungestWithException(number(2), no),
                        "2"),
                serve(
                        "next youngest by filter, ms",
                        s -> s.blockingServeYoungestWithException(number(2), 1, no),
                        "2"),
                serve("all by name", s -> s.serveAllWithException("answer", no), "123"),
                serve(
                        "all by filter",
                        s ->
                                s.serveAllWithException(
                                        (RequestFilter) r -> (int) r.getParameter(0) > 1, no),
                        "23"),
                serve("the one looked at", s -> s.serveWithException(s.getOldest(), no), "1"));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("refusals")
    void answersWithAnExceptionInsteadOfRunningTheMethod(
            String what, Function<Service, Object> form, String expected) {
        Scripted object = scripted(form);
        List<IntWrapper> answers = Stream.of(1, 2, 3).map(object::answer).toList();
        filled.countDown();
        StringBuilder refused = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            try {
                assertThat(answers.get(i).getIntValue()).isEqualTo(i + 1);
            } catch (IllegalStateException e) {
                assertThat(e).hasMessageContaining("not now");
                refused.append(i + 1);
            }
        }
        assertThat(refused).hasToString(expected);
    }

    @Test
    void refusesAnExceptionThatTheMethodDoesNotDeclareAndAnswersWithThat() {
        Scripted object =
                scripted(
                        service -> {
                            service.blockingServeOldestWithException(
                                    "answer", new IOException("undeclared"));
                            return "not reached";
                        });
        IntWrapper answer = object.answer(1);
        filled.countDown();

        assertThatThrownBy(() -> outcome.join())
                .hasCauseInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("undeclared");
        assertThatThrownBy(answer::getIntValue)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Scripted.answer");
    }

    @Test
    void answersWithAnExceptionThatTheMethodDeclares() {
        Scripted object =
                scripted(
                        service -> {
                            service.blockingServeOldestWithException(
                                    "strict", new IOException("declared"));
                            return "done";
                        });
        filled.countDown();

        assertThatThrownBy(object::strict).isInstanceOf(IOException.class).hasMessage("declared");
    }

    @Test
    void failsTheFuturesOfThoseThatAFlushLeavesOut() {
        Scripted object =
                scripted(
                        service -> {
                            service.flushingServeYoungest("answer");
                            return "done";
                        });
        IntWrapper old = object.answer(1);
        IntWrapper young = object.answer(2);
        filled.countDown();

        assertThat(young.getIntValue()).isEqualTo(2);
        assertThatThrownBy(old::getIntValue).isInstanceOf(BodyTerminatedReplyException.class);
    }

    @Test
    void tellsCallersOfOneWayCallsThatAreNotServed() throws Exception {
        BlockingQueue<CallFailure> told = new LinkedBlockingQueue<>();
        PAException.setDefaultFailureHandler(told::add);
        try {
            filled(
                    service -> {
                        service.serveAllWithException("a", new IllegalStateException("not now"));
                        service.flushAll();
                        return "done";
                    });
            for (String name : List.of("a", "a", "a", "b", "b", "b")) {
                CallFailure failure = told.poll(20, SECONDS);
                assertThat(failure).isNotNull();
                assertThat(failure.method()).isEqualTo(name);
                assertThat(failure.exception())
                        .isInstanceOf(
                                name.equals("a")
                                        ? IllegalStateException.class
                                        : BodyTerminatedReplyException.class);
            }
        } finally {
            PAException.setDefaultFailureHandler(null);
        }
    }

    @Test
    void endsAServiceButNotTheBodyByAnInterrupt() {
        CompletableFuture<Thread> waiting = new CompletableFuture<>();
        Scripted object =
                scripted(
                        service -> {
                            waiting.complete(Thread.currentThread());
                            Request none = service.blockingRemoveOldest("never");
                            return none == null ? "interrupted" : name(none);
                        });
        filled.countDown();
        waiting.join().interrupt();

        assertThat(outcome.join()).isEqualTo("interrupted");
        assertThat(object.answer(5).getIntValue()).isEqualTo(5);
    }

    @Test
    void endsAWaitThatOnlyALaterRequestThanTheOrderToEndCouldEnd() {
        Scripted object =
                scripted(
                        service -> {
                            service.blockingServeOldest("never");
                            return service.getRequestCount();
                        });
        IntWrapper unserved = object.answer(1);
        PAActiveObject.terminateActiveObject(object, false);
        filled.countDown();

        assertThatThrownBy(unserved::getIntValue).isInstanceOf(BodyTerminatedReplyException.class);
        assertThat(outcome.join()).isEqualTo(2);
    }

    @Test
    void keepsTheOrderToEndThroughAFlush() {
        Scripted object =
                scripted(
                        service -> {
                            service.flushAll();
                            service.blockingServeOldest();
                            service.blockingServeOldest();
                            return "not reached";
                        });
        object.a(1);
        PAActiveObject.terminateActiveObject(object, false);
        filled.countDown();

        assertThatThrownBy(() -> outcome.join()).hasCauseInstanceOf(BodyTerminatedException.class);
    }

    @Test
    void tellsOfARequestWhoSentItAndWhatItIs() {
        Scripted object =
                scripted(
                        service -> {
                            Request first = service.getOldest();
                            Request second = service.getYoungest();
                            return List.of(
                                    first.getMethodName(),
                                    first.getParameterCount(),
                                    first.isOneWay(),
                                    first.getSequenceNumber(),
                                    first.getSourceBodyID().number(),
                                    first.getSenderNodeURL(),
                                    second.getMethodName(),
                                    second.isOneWay(),
                                    second.getSequenceNumber());
                        });
        object.b(7);
        IntWrapper answer = object.answer(8);
        filled.countDown();

        assertThat(answer.getIntValue()).isEqualTo(8);
        assertThat(outcome.join())
                .isEqualTo(
                        List.of(
                                "b",
                                1,
                                true,
                                1L,
                                0L,
                                PAActiveObject.getNode().url(),
                                "answer",
                                false,
                                2L));
    }

    @Test
    void refusesATimeLimitBelowZero() {
        scripted(service -> service.blockingRemoveOldest(-1));
        filled.countDown();

        assertThatThrownBy(() -> outcome.join())
                .hasCauseInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("timeoutMs=-1");
    }
}
