package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.util.concurrent.TimeUnit.SECONDS;

import org.activeobjects.active.Body;
import org.activeobjects.active.InitActive;
import org.activeobjects.annotation.ImmediateService;
import org.activeobjects.error.BodyTerminatedReplyException;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.wrapper.StringWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** Requests that are served beside the queue, from the same runtime and from another. */
@Timeout(60)
class ImmediateServiceTest {

    private static volatile CountDownLatch gate;
    private static volatile CountDownLatch entered;

    /** What a supertype says of its methods holds for those that override them. */
    public interface Stoppable {

        @ImmediateService
        StringWrapper stop();
    }

    /** Asked by a type that does not say what it is asked. */
    public interface Asked<Q> {

        StringWrapper ask(Q question);
    }

    /** Can be told to stop while it works. */
    public static class Worker implements Stoppable, Asked<String>, InitActive {

        private volatile boolean stopped;
        private final StringBuilder order = new StringBuilder();

        @Override
        public void initActivity(Body body) {
            PAActiveObject.setImmediateService("set");
            PAActiveObject.setImmediateService("queued", new Class<?>[] {int.class});
            PAActiveObject.removeImmediateService("queued", new Class<?>[] {int.class});
        }

        public StringWrapper work() {
            entered.countDown();
            try {
                return new StringWrapper(gate.await(30, SECONDS) ? "worked" : "gave up");
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        public StringWrapper workUntilStopped() {
            while (!stopped) {
                Thread.onSpinWait();
            }
            return new StringWrapper("stopped");
        }

        @Override
        public StringWrapper stop() {
            stopped = true;
            return new StringWrapper(Thread.currentThread().getName());
        }

        @Override
        @ImmediateService
        public StringWrapper ask(String question) {
            return new StringWrapper(question + " in " + Thread.currentThread().getName());
        }

        public StringWrapper set(int value) {
            return new StringWrapper("set " + value);
        }

        public StringWrapper queued(int value) {
            return new StringWrapper("queued " + value);
        }

        @ImmediateService
        public StringWrapper failing() {
            throw new IllegalStateException("no");
        }

        @ImmediateService(uniqueThread = true)
        public void append(int number) {
            order.append(number).append(' ');
        }

        @ImmediateService(uniqueThread = true)
        public StringWrapper order() {
            return new StringWrapper(order.toString());
        }

        @ImmediateService(uniqueThread = true)
        public long threadOfCaller() {
            return Thread.currentThread().threadId();
        }

        @ImmediateService(uniqueThread = true)
        public StringWrapper slow() {
            return work();
        }

        @ImmediateService
        public StringWrapper body() {
            return new StringWrapper(
                    PAActiveObject.getBodyOnThis().getName()
                            + " alive="
                            + PAActiveObject.getBodyOnThis().isAlive());
        }

        public StringWrapper makesImmediate(String method) {
            PAActiveObject.setImmediateService(method, true);
            return new StringWrapper("done");
        }

        public StringWrapper asksItself() {
            Worker self = (Worker) PAActiveObject.getStubOnThis();
            assertThat(self.threadOfCaller()).isNotZero();
            return new StringWrapper("answered: " + self.set(3).getStringValue());
        }
    }

    /** Calls from its own thread. */
    public static class Client {

        public long threadAt(Worker worker) {
            return worker.threadOfCaller();
        }
    }

    private NodeRuntime here;
    private NodeRuntime there;

    @BeforeEach
    void openWithFailuresOfDeadlocks() {
        here = FailingRuntimes.open();
        there = FailingRuntimes.open();
        here.makeDefault();
        gate = new CountDownLatch(1);
        entered = new CountDownLatch(1);
    }

    @AfterEach
    void close() {
        gate.countDown();
        there.close();
        here.close();
    }

    private Worker worker(String where) {
        return PAActiveObject.newActive(
                Worker.class,
                new Object[0],
                where.equals("here") ? here.node() : here.connect(there.card()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void servesAtOnceWhileAnotherRequestIsServed(String where) {
        Worker worker = worker(where);
        StringWrapper work = worker.workUntilStopped();

        assertThat(worker.stop().getStringValue()).startsWith("Worker#").endsWith(" stop");
        assertThat(work.getStringValue()).isEqualTo("stopped");
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void servesAtOnceWhatTheObjectItselfHasSaid(String where) throws Exception {
        Worker worker = worker(where);
        StringWrapper work = worker.work();
        // A request that comes during initActivity may meet what is taken back there.
        assertThat(entered.await(30, SECONDS)).isTrue();
        StringWrapper queued = worker.queued(1);

        assertThat(worker.set(5).getStringValue()).isEqualTo("set 5");
        assertThat(worker.body().getStringValue()).startsWith("Worker#").endsWith("alive=true");
        assertThat(PAFuture.isAwaited(work)).isTrue();
        assertThat(PAFuture.isAwaited(queued)).isTrue();
        gate.countDown();
        assertThat(queued.getStringValue()).isEqualTo("queued 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void servesAtOnceWhatAGenericSupertypeHasNamed(String where) throws Exception {
        Worker worker = worker(where);
        String url = PAActiveObject.registerByName(worker, "worker");
        @SuppressWarnings("unchecked")
        Asked<String> asked = PAActiveObject.lookupActive(Asked.class, url);
        StringWrapper work = worker.work();

        StringWrapper answer = asked.ask("who");
        assertThat(PAFuture.getFutureValue(answer, 20_000).getStringValue())
                .startsWith("who in Worker#");
        assertThat(PAFuture.isAwaited(work)).isTrue();
        PAActiveObject.unregister(url);
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void answersWithTheFailureOfAnImmediateService(String where) {
        Worker worker = worker(where);

        assertThatThrownBy(() -> worker.failing().getStringValue())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no");
        assertThat(worker.set(1).getStringValue()).isEqualTo("set 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void keepsTheOrderOfOneCallerOnItsOneThread(String where) {
        Worker worker = worker(where);
        StringBuilder expected = new StringBuilder();
        IntStream.range(0, 500)
                .forEach(
                        number -> {
                            worker.append(number);
                            expected.append(number).append(' ');
                        });

        assertThat(worker.order().getStringValue()).isEqualTo(expected.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void givesEachCallerAThreadOfItsOwn(String where) {
        Worker worker = worker(where);
        Set<Long> threads = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            Client client = PAActiveObject.newActive(Client.class);
            long first = client.threadAt(worker);
            assertThat(client.threadAt(worker)).isEqualTo(first);
            threads.add(first);
        }
        threads.add(worker.threadOfCaller());

        assertThat(threads).hasSize(4);
    }

    @Test
    void mayWaitForAnImmediateServiceOfItsOwn() {
        assertThat(worker("here").asksItself().getStringValue()).isEqualTo("answered: set 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void completesWhatRunsWhenItIsTerminatedAndFailsWhatHasNotBegun(String where) throws Exception {
        Worker worker = worker(where);
        StringWrapper running = worker.slow();
        assertThat(entered.await(30, SECONDS)).isTrue();
        StringWrapper waiting = worker.slow();
        worker.set(0).getStringValue();
        PAActiveObject.terminateActiveObject(worker, true);
        while (PAActiveObject.pingActiveObject(worker)) {
            Thread.onSpinWait();
        }
        gate.countDown();

        assertThat(running.getStringValue()).isEqualTo("worked");
        assertThatThrownBy(waiting::getStringValue)
                .isInstanceOf(BodyTerminatedReplyException.class);
        assertThatThrownBy(() -> worker.set(1).getStringValue())
                .isInstanceOf(BodyTerminatedRequestException.class);
    }

    @Test
    void refusesWhatTheObjectDoesNotHave() {
        Worker worker = worker("here");

        assertThatThrownBy(() -> worker.makesImmediate("missing").getStringValue())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("method=missing");
        assertThatThrownBy(() -> PAActiveObject.setImmediateService("set"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("serves no active object");
    }
}
