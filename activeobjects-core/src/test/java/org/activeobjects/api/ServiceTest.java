package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.util.concurrent.TimeUnit.SECONDS;

import org.activeobjects.active.Body;
import org.activeobjects.active.EndActive;
import org.activeobjects.active.InitActive;
import org.activeobjects.active.Request;
import org.activeobjects.active.RunActive;
import org.activeobjects.active.Service;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.BodyTerminatedException;
import org.activeobjects.error.BodyTerminatedReplyException;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.StringWrapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** The policies of service, and the life of an active object. */
@Timeout(30)
class ServiceTest {

    /** What the objects did, in their order; static, since they are made by the library. */
    private static final BlockingQueue<String> EVENTS = new LinkedBlockingQueue<>();

    private static volatile Consumer<Body> policy;
    private static volatile CountDownLatch filled;

    /** Records its calls. */
    public static class Recorder {

        public void a(int number) {
            EVENTS.add("a" + number);
        }

        public void b(int number) {
            EVENTS.add("b" + number);
        }

        public IntWrapper answer(int number) {
            EVENTS.add("answer" + number);
            return new IntWrapper(number);
        }
    }

    /** Serves as the test says, once the test has filled its queue. */
    public static class Choosy extends Recorder implements RunActive {

        @Override
        public void runActivity(Body body) {
            try {
                if (!filled.await(20, SECONDS)) {
                    throw new IllegalStateException("nobody filled the queue");
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            policy.accept(body);
        }
    }

    /** Ends with its first request. */
    public static class Quitter extends Choosy {

        public IntWrapper quit(int number) {
            EVENTS.add("quit" + number);
            PAActiveObject.terminateActiveObject(true);
            return new IntWrapper(number);
        }
    }

    /** Says when it begins and ends. */
    public static class Mortal extends Recorder implements InitActive, EndActive {

        @Override
        public void initActivity(Body body) {
            EVENTS.add("init in " + Thread.currentThread().getName());
        }

        @Override
        public void endActivity(Body body) {
            EVENTS.add("end");
        }
    }

    /** Cannot begin. */
    public static class Stillborn extends Recorder implements InitActive {

        @Override
        public void initActivity(Body body) {
            throw new IllegalStateException("no ground to stand on");
        }
    }

    /** Serves others while it serves. */
    public static class Nested extends Recorder {

        public StringWrapper outer() {
            EVENTS.add("outer begins");
            new Service(PAActiveObject.getBodyOnThis()).blockingServeOldest("b");
            EVENTS.add("outer ends");
            return new StringWrapper("done");
        }
    }

    /** Its activity ends at once; what is left in its queue serves the rest of it. */
    public static class Hasty extends Choosy implements EndActive {

        public IntWrapper rest() {
            new Service(PAActiveObject.getBodyOnThis()).serveAll("answer");
            return new IntWrapper(0);
        }

        @Override
        public void endActivity(Body body) {
            EVENTS.add("end");
        }
    }

    @BeforeEach
    void forgetTheLastTest() {
        EVENTS.clear();
        filled = new CountDownLatch(1);
    }

    private static Choosy choosy(Consumer<Body> own) {
        policy = own;
        Choosy object = PAActiveObject.newActive(Choosy.class);
        for (int i = 1; i <= 3; i++) {
            object.a(i);
            object.b(i);
        }
        return object;
    }

    private static List<String> events(int count) throws InterruptedException {
        List<String> taken = new java.util.ArrayList<>();
        for (int i = 0; i < count; i++) {
            String event = EVENTS.poll(20, SECONDS);
            assertThat(event).as("events so far: %s", taken).isNotNull();
            taken.add(event);
        }
        return taken;
    }

    @Test
    void servesByNameByFilterAndByAge() throws Exception {
        choosy(
                body -> {
                    Service service = new Service(body);
                    service.serveOldest("b");
                    service.serveYoungest();
                    service.serveYoungest("a");
                    service.serveOldest(request -> (int) request.getParameter(0) == 2);
                    service.serveOldest("missing");
                    service.serveOldest();
                    EVENTS.add("count " + service.getRequestCount());
                    EVENTS.add("has b " + service.hasRequestToServe("b"));
                });
        filled.countDown();

        assertThat(events(8))
                .containsExactly("b1", "b3", "a3", "a2", "a1", "count 1", "has b true", "b2");
    }

    @Test
    void servesAllOfOneNameAndTheRestWhenTheActivityIsOver() throws Exception {
        choosy(body -> new Service(body).serveAll("b"));
        filled.countDown();

        assertThat(events(6)).containsExactly("b1", "b2", "b3", "a1", "a2", "a3");
    }

    @Test
    void servesTheYoungestFirst() throws Exception {
        Choosy object =
                choosy(
                        body -> {
                            EVENTS.add("ready");
                            new Service(body).lifoServing();
                            EVENTS.add("over");
                        });
        filled.countDown();

        assertThat(events(7)).containsExactly("ready", "b3", "a3", "b2", "a2", "b1", "a1");
        PAActiveObject.terminateActiveObject(object, true);
        assertThat(events(1)).containsExactly("over");
    }

    @Test
    void waitsForARequestThatAFilterAccepts() throws Exception {
        Choosy object =
                choosy(
                        body -> {
                            Service service = new Service(body);
                            EVENTS.add("waiting");
                            service.blockingServeOldest("answer");
                            service.blockingServeOldest("answer", 5);
                            EVENTS.add("no second one");
                        });
        filled.countDown();
        assertThat(events(1)).containsExactly("waiting");

        assertThat(object.answer(7).getIntValue()).isEqualTo(7);
        assertThat(events(8))
                .containsExactly("answer7", "no second one", "a1", "b1", "a2", "b2", "a3", "b3");
    }

    @Test
    void failsTheFuturesOfRequestsThatAreFlushed() throws Exception {
        Choosy object = choosy(body -> new Service(body).flushAll());
        IntWrapper flushed = object.answer(1);
        filled.countDown();

        assertThatThrownBy(flushed::getIntValue)
                .isInstanceOf(BodyTerminatedReplyException.class)
                .hasMessageContaining("answer");
        assertThat(EVENTS).isEmpty();
    }

    @Test
    void flushesNothingThatComesWhenThereWasNothingToServe() throws Exception {
        BlockingQueue<IntWrapper> late = new LinkedBlockingQueue<>();
        choosy(
                body -> {
                    Choosy self = (Choosy) PAActiveObject.getStubOnThis();
                    Service service = new Service(body);
                    service.flushingServeOldest(
                            request -> {
                                if (late.isEmpty()) {
                                    late.add(self.answer(8));
                                }
                                return request.getMethodName().equals("answer");
                            });
                    EVENTS.add("nothing served");
                    service.fifoServing();
                });
        filled.countDown();

        IntWrapper answer = late.poll(20, SECONDS);
        assertThat(PAFuture.getFutureValue(answer, 20_000).getIntValue()).isEqualTo(8);
        assertThat(events(8))
                .containsExactly("nothing served", "a1", "b1", "a2", "b2", "a3", "b3", "answer8");
    }

    @Test
    void servesNothingMoreOfAllOnceItIsToldToEndAtOnce() throws Exception {
        policy = body -> new Service(body).serveAll("quit");
        Quitter object = PAActiveObject.newActive(Quitter.class);
        IntWrapper first = object.quit(1);
        IntWrapper second = object.quit(2);
        filled.countDown();

        assertThat(PAFuture.getFutureValue(first, 20_000).getIntValue()).isEqualTo(1);
        assertThatThrownBy(() -> PAFuture.getFutureValue(second, 20_000))
                .isInstanceOf(BodyTerminatedReplyException.class);
        assertThat(EVENTS).containsExactly("quit1");
    }

    @Test
    void endsAnActivityThatWaitsInALoopWithoutACondition() throws Exception {
        Choosy object =
                choosy(
                        body -> {
                            Service service = new Service(body);
                            EVENTS.add("loop");
                            while (true) {
                                service.blockingServeOldest();
                            }
                        });
        filled.countDown();
        assertThat(events(7)).startsWith("loop", "a1");
        PAActiveObject.terminateActiveObject(object, false);

        assertThatThrownBy(
                        () -> {
                            while (true) {
                                object.a(9);
                            }
                        })
                .isInstanceOf(BodyTerminatedRequestException.class);
    }

    @Test
    void preparesAndCleansUpInTheThreadOfTheObject() throws Exception {
        Mortal object = PAActiveObject.newActive(Mortal.class);
        object.a(1);
        PAActiveObject.terminateActiveObject(object, false);

        List<String> events = events(3);
        assertThat(events.getFirst()).startsWith("init in Mortal#");
        assertThat(events.subList(1, 3)).containsExactly("a1", "end");
    }

    @Test
    void tellsCallersWhyTheObjectCouldNotBegin() {
        Stillborn object = PAActiveObject.newActive(Stillborn.class);

        // Depending on who is quicker, the call is refused or the future fails: both name the
        // cause.
        assertThatThrownBy(() -> object.answer(1).getIntValue())
                .isInstanceOfAny(
                        ActiveObjectCreationException.class, BodyTerminatedRequestException.class)
                .hasRootCauseMessage("no ground to stand on");
    }

    @Test
    void mayServeOthersWhileItServes() throws Exception {
        Nested object = PAActiveObject.newActive(Nested.class);
        StringWrapper outer = object.outer();
        object.a(1);
        object.b(1);

        assertThat(outer.getStringValue()).isEqualTo("done");
        assertThat(events(4)).containsExactly("outer begins", "b1", "outer ends", "a1");
    }

    @Test
    void letsNoOtherThreadServe() throws Exception {
        BlockingQueue<Body> bodies = new LinkedBlockingQueue<>();
        Choosy object =
                choosy(
                        body -> {
                            bodies.add(body);
                            new Service(body).fifoServing();
                        });
        filled.countDown();
        Body body = bodies.poll(20, SECONDS);

        assertThatThrownBy(() -> new Service(body).serveOldest())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Choosy#");
        assertThat(body.checkMethod("answer")).isTrue();
        assertThat(body.checkMethod("nothing")).isFalse();
        assertThat(events(6)).containsExactly("a1", "b1", "a2", "b2", "a3", "b3");
        PAActiveObject.terminateActiveObject(object, true);
    }

    @Test
    void servesARequestThatItHasOnlyLookedAtOnce() throws Exception {
        Choosy object =
                choosy(
                        body -> {
                            Service service = new Service(body);
                            service.serve(service.getOldest("b"));
                            EVENTS.add("left " + service.getRequestCount());
                            service.fifoServing();
                        });
        filled.countDown();

        assertThat(events(7)).containsExactly("b1", "left 5", "a1", "a2", "b2", "a3", "b3");
        assertThat(object.answer(1).getIntValue()).isEqualTo(1);
        PAActiveObject.terminateActiveObject(object, true);
    }

    @Test
    void servesNoRequestTwice() throws Exception {
        BlockingQueue<Throwable> thrown = new LinkedBlockingQueue<>();
        Choosy object =
                choosy(
                        body -> {
                            Service service = new Service(body);
                            for (boolean first : new boolean[] {true, false}) {
                                Request request =
                                        first
                                                ? service.blockingRemoveOldest("a")
                                                : service.getOldest("a");
                                service.serve(request);
                                try {
                                    service.serve(request);
                                } catch (IllegalStateException e) {
                                    thrown.add(e);
                                }
                            }
                            service.fifoServing();
                        });
        filled.countDown();

        assertThat(events(6)).containsExactly("a1", "a2", "b1", "b2", "a3", "b3");
        assertThat(thrown)
                .hasSize(2)
                .allSatisfy(e -> assertThat(e).hasMessageContaining("served only once"));
        PAActiveObject.terminateActiveObject(object, true);
    }

    @Test
    void servesNoRequestThatAnotherObjectHasTaken() throws Exception {
        BlockingQueue<Request> taken = new LinkedBlockingQueue<>();
        Choosy owner =
                choosy(
                        body -> {
                            Service service = new Service(body);
                            for (String method : new String[] {"a", "answer"}) { // each way once
                                taken.add(service.blockingRemoveOldest(method));
                            }
                            service.fifoServing();
                        });
        IntWrapper answer = owner.answer(7);
        filled.countDown();
        List<Request> foreign = List.of(taken.take(), taken.take());
        BlockingQueue<Throwable> thrown = new LinkedBlockingQueue<>();
        Choosy other =
                choosy(
                        body -> {
                            Service service = new Service(body);
                            for (Request request : foreign) {
                                try {
                                    service.serve(request);
                                } catch (IllegalStateException e) {
                                    thrown.add(e);
                                }
                            }
                            service.fifoServing();
                        });

        assertThat(other.answer(8).getIntValue()).isEqualTo(8);
        assertThat(thrown)
                .hasSize(2)
                .allSatisfy(e -> assertThat(e).hasMessageContaining("taken from another queue"));
        PAActiveObject.terminateActiveObject(owner, false);
        assertThatThrownBy(() -> PAFuture.getFutureValue(answer, 20_000))
                .isInstanceOf(BodyTerminatedReplyException.class);
        PAActiveObject.terminateActiveObject(other, true);
    }

    @Test
    void failsTheFuturesOfRequestsThatItTookAndNeverServed() {
        Choosy object =
                choosy(
                        body -> {
                            Service service = new Service(body);
                            for (int i = 1; i <= 3; i++) {
                                var _ = service.blockingRemoveOldest("answer");
                            }
                            service.fifoServing();
                        });
        List<IntWrapper> lost = List.of(object.answer(1), object.answer(2), object.answer(3));
        filled.countDown();
        assertThat(object.answer(4).getIntValue()).isEqualTo(4);
        PAActiveObject.terminateActiveObject(object, false);

        assertThat(lost)
                .allSatisfy(
                        future ->
                                assertThatThrownBy(() -> PAFuture.getFutureValue(future, 20_000))
                                        .isInstanceOf(BodyTerminatedReplyException.class)
                                        .hasMessageContaining("taken from the queue")
                                        .hasMessageContaining("method=answer"));
    }

    @Test
    void endsAsUsualIfOneOfThoseThatAreLeftServesOthers() throws Exception {
        policy = body -> {};
        Hasty object = PAActiveObject.newActive(Hasty.class);
        IntWrapper rest = object.rest();
        List<IntWrapper> others = List.of(object.answer(1), object.answer(2));
        filled.countDown();

        assertThat(rest.getIntValue()).isZero();
        assertThat(others).extracting(IntWrapper::getIntValue).containsExactly(1, 2);
        assertThat(events(3)).containsExactly("answer1", "answer2", "end");
    }

    @Test
    void tellsCallersThatItsActivityHasFailedBecauseAnotherObjectHasEnded() {
        Recorder other = PAActiveObject.newActive(Recorder.class);
        PAActiveObject.terminateActiveObject(other, true);
        Choosy object = choosy(body -> other.answer(1));
        IntWrapper answer = object.answer(2);
        filled.countDown();

        assertThatThrownBy(answer::getIntValue)
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("activity of the active object failed")
                .cause()
                .isInstanceOf(BodyTerminatedException.class)
                .hasMessageContaining("Recorder#");
    }
}
