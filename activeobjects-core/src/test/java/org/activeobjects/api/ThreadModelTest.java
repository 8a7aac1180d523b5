package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.active.Body;
import org.activeobjects.active.EndActive;
import org.activeobjects.active.RunActive;
import org.activeobjects.active.Service;
import org.activeobjects.annotation.PlatformThread;
import org.activeobjects.annotation.multiactivity.DefineGroups;
import org.activeobjects.annotation.multiactivity.Group;
import org.activeobjects.annotation.multiactivity.MemberOf;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.threads.ThreadModel;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.StringWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Active objects serve on the threads that were asked for. */
@Timeout(60)
class ThreadModelTest {

    private static final Object[] NONE = {};

    private final ExecutorService pool =
            Executors.newFixedThreadPool(2, Thread.ofPlatform().daemon().name("pool-").factory());
    private NodeRuntime here;

    @BeforeEach
    void open() {
        here = NodeRuntime.open(TransportConfig.defaults());
        here.makeDefault();
    }

    @AfterEach
    void close() {
        here.close();
        pool.shutdownNow();
    }

    /** Tells on which threads it serves. */
    public static class Teller {

        private final List<Integer> seen = new ArrayList<>();
        private int threads;
        private Thread last;

        public StringWrapper kind() {
            Thread thread = Thread.currentThread();
            return new StringWrapper((thread.isVirtual() ? "virtual " : "platform ") + name());
        }

        private static String name() {
            return Thread.currentThread().getName();
        }

        /** One-way. */
        public void see(int number) {
            seen.add(number);
            if (Thread.currentThread() != last) {
                last = Thread.currentThread();
                threads++;
            }
        }

        public List<Integer> seen() {
            return seen;
        }

        public IntWrapper threads() {
            see(-1);
            return new IntWrapper(threads);
        }

        public IntWrapper askedOf(Teller other) {
            return new IntWrapper(other.threads().getIntValue());
        }
    }

    /** Has a platform thread. */
    @PlatformThread
    public static class Heavy extends Teller {}

    /** Has an activity of its own. */
    public static class Own extends Teller implements RunActive {

        @Override
        public void runActivity(Body body) {
            new Service(body).fifoServing();
        }
    }

    private static String kind(Teller teller) {
        return teller.kind().getStringValue();
    }

    @Test
    void virtualThreadsAreTheDefault() {
        assertThat(kind(PAActiveObject.newActive(Teller.class))).startsWith("virtual Teller#");
        assertThat(kind(PAActiveObject.newActive(Own.class))).startsWith("virtual Own#");
    }

    @Test
    void classCreatorAndRuntimeMayAskForPlatformThreads() {
        assertThat(kind(PAActiveObject.newActive(Heavy.class))).startsWith("platform Heavy#");
        Teller chosen = ThreadModel.PLATFORM.create(() -> PAActiveObject.newActive(Teller.class));
        assertThat(kind(chosen)).startsWith("platform Teller#");
        IntStream.range(0, 100).forEach(chosen::see);
        assertThat(chosen.threads().getIntValue()).isEqualTo(1);
        Teller lighter = ThreadModel.VIRTUAL.create(() -> PAActiveObject.newActive(Heavy.class));
        assertThat(kind(lighter)).startsWith("virtual Heavy#");

        System.setProperty(ThreadModel.SETTING, "platform");
        try (NodeRuntime there = NodeRuntime.open(TransportConfig.defaults())) {
            Teller remote =
                    PAActiveObject.newActive(Teller.class, NONE, here.connect(there.card()));
            assertThat(kind(remote)).startsWith("platform Teller#");
        } finally {
            System.clearProperty(ThreadModel.SETTING);
        }
    }

    @Test
    void theModelTravelsUnlessItIsAnExecutor() {
        try (NodeRuntime there = NodeRuntime.open(TransportConfig.defaults())) {
            var node = here.connect(there.card());
            Teller remote =
                    ThreadModel.PLATFORM.create(
                            () -> PAActiveObject.newActive(Teller.class, NONE, node));
            assertThat(kind(remote)).startsWith("platform Teller#");
            assertThatThrownBy(
                            () ->
                                    ThreadModel.on(pool)
                                            .create(
                                                    () ->
                                                            PAActiveObject.newActive(
                                                                    Teller.class, NONE, node)))
                    .isInstanceOf(ActiveObjectCreationException.class)
                    .hasMessageContaining("executor does not travel");
        }
    }

    @Test
    void anExecutorServesMoreObjectsThanItHasThreadsEachInOrder() {
        List<Teller> tellers = new ArrayList<>();
        ThreadModel model = ThreadModel.on(pool);
        for (int i = 0; i < 20; i++) {
            tellers.add(model.create(() -> PAActiveObject.newActive(Teller.class)));
        }
        for (int i = 0; i < 300; i++) {
            for (Teller teller : tellers) {
                teller.see(i);
            }
        }
        for (Teller teller : tellers) {
            assertThat(kind(teller)).startsWith("platform pool-");
            assertThat(PAFuture.getFutureValue(teller.seen()))
                    .containsExactlyElementsOf(IntStream.range(0, 300).boxed().toList());
        }
        assertThat(tellers.get(0).askedOf(tellers.get(1)).getIntValue()).isPositive();
    }

    @Test
    void anActivityOfItsOwnHoldsAThreadOfTheExecutor() {
        Teller own = ThreadModel.on(pool).create(() -> PAActiveObject.newActive(Own.class));

        assertThat(kind(own)).startsWith("platform pool-");
        PAActiveObject.terminateActiveObject(own, false);
        Teller next = ThreadModel.on(pool).create(() -> PAActiveObject.newActive(Teller.class));
        assertThat(kind(next)).startsWith("platform pool-");
    }

    @Test
    void whatAnExecutorRefusesEndsAndHangsNobody() {
        Teller teller = ThreadModel.on(pool).create(() -> PAActiveObject.newActive(Teller.class));
        pool.shutdownNow();

        assertThatThrownBy(() -> teller.threads().getIntValue())
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("Teller#");
    }

    /** Keeps its thread until that is interrupted. */
    public static class Sleeper {

        public IntWrapper sleep() {
            BEGUN.countDown();
            assertThatThrownBy(() -> new CountDownLatch(1).await())
                    .isInstanceOf(InterruptedException.class);
            return new IntWrapper(1);
        }
    }

    private static final CountDownLatch BEGUN = new CountDownLatch(1);

    @Test
    void whatAnExecutorDropsWhenItIsShutDownEndsAndHangsNobody() throws InterruptedException {
        ExecutorService one = Executors.newFixedThreadPool(1);
        ThreadModel model = ThreadModel.on(one);
        Sleeper sleeper = model.create(() -> PAActiveObject.newActive(Sleeper.class));
        Teller teller = model.create(() -> PAActiveObject.newActive(Teller.class));
        IntWrapper slept = sleeper.sleep();
        BEGUN.await();
        IntWrapper dropped = teller.threads();

        assertThat(one.shutdownNow()).hasSize(1);

        assertThat(slept.getIntValue()).isEqualTo(1);
        assertThatThrownBy(dropped::getIntValue)
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasRootCauseInstanceOf(RejectedExecutionException.class)
                .hasStackTraceContaining("has dropped what it was given");
    }

    @Test
    void anUnknownModelIsRefusedByTheNameOfTheSetting() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ThreadModel.ofName("green"))
                .withMessageContaining("activeobjects.threads=green");
    }

    /** Serves several requests at the same time. */
    @DefineGroups(@Group(name = "all", selfCompatible = true))
    public static class Several {

        @MemberOf("all")
        public IntWrapper twice(int number) {
            return new IntWrapper(2 * number);
        }

        @MemberOf("all")
        public IntWrapper sumTo(int number) {
            Several self = (Several) PAActiveObject.getStubOnThis();
            return new IntWrapper(number == 0 ? 0 : number + self.sumTo(number - 1).getIntValue());
        }
    }

    @Test
    void whoeverServesSeveralRequestsEndsWithItsExecutorToo() {
        AtomicInteger left = new AtomicInteger(2); // one for its own thread, one for a request
        Executor few =
                code -> {
                    if (left.getAndDecrement() <= 0) {
                        throw new RejectedExecutionException("no more");
                    }
                    pool.execute(code);
                };
        Several several = ThreadModel.on(few).create(() -> PAActiveObject.newActive(Several.class));
        assertThat(several.twice(3).getIntValue()).isEqualTo(6);

        assertThatThrownBy(() -> several.twice(4).getIntValue())
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasRootCauseMessage("no more");
    }

    @Test
    void noExecutorHasItsCallerServeForLife() {
        ThreadModel spot = ThreadModel.on(Runnable::run);
        Several several = spot.create(() -> PAActiveObject.newActive(Several.class));
        Teller own = spot.create(() -> PAActiveObject.newActive(Own.class));

        assertThat(several.sumTo(4).getIntValue()).isEqualTo(10);
        assertThat(kind(own)).startsWith("virtual ");
    }

    /** Tells on which threads it does what is not a call. */
    public static class Spot implements EndActive {

        static volatile CompletableFuture<String> ended;

        public CompletableFuture<String> kindWhenDone(Remote far) {
            CompletableFuture<String> told = new CompletableFuture<>();
            PAEventProgramming.addActionOnFuture(far.answerAtGate(), "tell", told);
            return told;
        }

        public void tell(Future<?> answer, CompletableFuture<String> told) {
            told.complete(Thread.currentThread().isVirtual() ? "virtual" : "platform");
        }

        @Override
        public void endActivity(Body body) {
            ended.complete(Thread.currentThread().isVirtual() ? "virtual" : "platform");
        }
    }

    /** Answers from another runtime, and ends what it is given. */
    public static class Remote {

        static volatile CountDownLatch gate;

        public IntWrapper answerAtGate() {
            assertThatCode(gate::await).doesNotThrowAnyException();
            return new IntWrapper(1);
        }

        public void end(Spot spot) {
            PAActiveObject.terminateActiveObject(spot, false);
        }
    }

    @Test
    void noExecutorHasTheThreadsOfTheNetworkRunActionsOrEndObjects() throws Exception {
        Remote.gate = new CountDownLatch(1);
        Spot.ended = new CompletableFuture<>();
        try (NodeRuntime there = NodeRuntime.open(TransportConfig.defaults())) {
            Remote far = PAActiveObject.newActive(Remote.class, NONE, here.connect(there.card()));
            Spot spot =
                    ThreadModel.on(Runnable::run)
                            .create(() -> PAActiveObject.newActive(Spot.class));
            CompletableFuture<String> kind = spot.kindWhenDone(far);
            Remote.gate.countDown();

            assertThat(kind.get(20, TimeUnit.SECONDS)).isEqualTo("virtual");
            far.end(spot);
            assertThat(Spot.ended.get(20, TimeUnit.SECONDS)).isEqualTo("virtual");
        }
    }

    @Test
    void whoseExecutorCannotMakeAThreadForMoreEndsAndHangsNobody() {
        Remote.gate = new CountDownLatch(1);
        AtomicInteger left = new AtomicInteger(1);
        Executor poor =
                code -> {
                    if (left.getAndDecrement() <= 0) {
                        throw new OutOfMemoryError("no thread, as the test wants it");
                    }
                    pool.execute(code);
                };
        Remote one = ThreadModel.on(poor).create(() -> PAActiveObject.newActive(Remote.class));
        List<IntWrapper> answers =
                Stream.generate(one::answerAtGate).limit(200).toList(); // more than a turn has
        Remote.gate.countDown();

        PAFuture.waitForAll(answers, 20_000);
        assertThat(answers.getFirst().getIntValue()).isEqualTo(1);
        assertThatThrownBy(answers.getLast()::getIntValue)
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasRootCauseMessage("no thread, as the test wants it");
    }

    /** Tells whether it was interrupted. */
    public static class Flag {

        public boolean isSet() {
            return Thread.currentThread().isInterrupted();
        }
    }

    @Test
    void anInterruptOfACallerThatServesItsOwnCallIsKeptForTheCaller() {
        Flag flag =
                ThreadModel.on(Runnable::run).create(() -> PAActiveObject.newActive(Flag.class));
        Thread.currentThread().interrupt();

        boolean wasSetInTheService = flag.isSet();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(wasSetInTheService).isFalse();
    }

    @Test
    void anExecutorThatServesOnTheSpotMayHaveAnyNumberOfRequests() throws Exception {
        ThreadModel spot = ThreadModel.on(Runnable::run);
        Teller teller = spot.create(() -> PAActiveObject.newActive(Counter.class));
        CountDownLatch gate = Counter.gate;
        Thread first = Thread.ofPlatform().start(() -> teller.see(0));
        Counter.entered.await();
        int count = 50_000; // which would be as many calls within each other by the turn of 64
        IntStream.range(0, count).forEach(teller::see);
        gate.countDown();
        first.join();

        assertThat(teller.threads().getIntValue()).isEqualTo(count + 2);
    }

    /** Counts requests; the first waits. */
    public static class Counter extends Teller {
        static final CountDownLatch gate = new CountDownLatch(1);
        static final CountDownLatch entered = new CountDownLatch(1);
        private int count;

        @Override
        public void see(int number) {
            entered.countDown();
            awaitGate();
            count++;
        }

        private static void awaitGate() {
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public IntWrapper threads() {
            return new IntWrapper(count + 1);
        }
    }
}
