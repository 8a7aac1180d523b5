package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.util.concurrent.TimeUnit.SECONDS;

import org.activeobjects.active.Body;
import org.activeobjects.active.EndActive;
import org.activeobjects.active.RunActive;
import org.activeobjects.active.Service;
import org.activeobjects.annotation.multiactivity.Compatible;
import org.activeobjects.annotation.multiactivity.DefineGroups;
import org.activeobjects.annotation.multiactivity.DefinePriorities;
import org.activeobjects.annotation.multiactivity.DefineRules;
import org.activeobjects.annotation.multiactivity.DefineThreadConfig;
import org.activeobjects.annotation.multiactivity.Group;
import org.activeobjects.annotation.multiactivity.MemberOf;
import org.activeobjects.annotation.multiactivity.PriorityOrder;
import org.activeobjects.annotation.multiactivity.PrioritySet;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.BodyTerminatedReplyException;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.multiactivity.MultiActiveService;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.StringWrapper;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Objects that serve several requests at the same time, as their annotations say. */
@Timeout(60)
class MultiActiveTest {

    private static volatile CountDownLatch gate;
    private static volatile CyclicBarrier meeting;
    private static final List<String> EVENTS = new ArrayList<>();

    private static synchronized void event(String text) {
        EVENTS.add(text);
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(30, SECONDS)) {
                throw new IllegalStateException("waited in vain");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void meet() {
        try {
            meeting.await(30, SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** What cannot be read where it arrives, once that is said. */
    public static class Heavy implements Externalizable {

        private static final long serialVersionUID = 1;

        static volatile boolean isUnreadable;

        /** For whoever reads it. */
        public Heavy() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(3);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            if (isUnreadable) {
                throw new OutOfMemoryError("no memory, as the test wants it");
            }
            assertThat(in.readInt()).isEqualTo(3);
        }
    }

    /** Looks at what it is given before it serves. */
    @DefineGroups(
            @Group(
                    name = "scales",
                    selfCompatible = true,
                    parameter = "org.activeobjects.api.MultiActiveTest$Heavy"))
    public static class Scales {

        @MemberOf("scales")
        public IntWrapper weigh(Heavy heavy) {
            return new IntWrapper(heavy == null ? 0 : 3);
        }
    }

    /** Has one lock for what it does and for what decides what may be done. */
    @DefineGroups(
            @Group(
                    name = "all",
                    selfCompatible = true,
                    parameter = "java.lang.String",
                    condition = "this.mayRunTogetherAndSaysSo"))
    @DefineThreadConfig(threadPoolSize = 4, hardLimit = false)
    public static class Locked {

        static volatile CountDownLatch entered;
        static volatile CountDownLatch decides;

        synchronized boolean mayRunTogether(String one, String other) {
            return !one.equals(other);
        }

        boolean mayRunTogetherAndSaysSo(String one, String other) {
            decides.countDown();
            return mayRunTogether(one, other);
        }

        @MemberOf("all")
        public synchronized IntWrapper ask(String key, Store other) {
            entered.countDown();
            await(decides); // of the next request, which wants the lock
            return new IntWrapper(other.writeUntilOpen(key).getStringValue().length());
        }

        @MemberOf("all")
        public IntWrapper look(String key) {
            return new IntWrapper(key.length());
        }
    }

    /** Called by a type that does not say what its parameter is. */
    public interface Meeting<K> {

        StringWrapper readTogether(K key);
    }

    /** Readers share, writers of one key exclude each other and its readers. */
    @DefineGroups({
        @Group(name = "read", selfCompatible = true, parameter = "java.lang.String"),
        @Group(
                name = "write",
                selfCompatible = true,
                parameter = "java.lang.String",
                condition = "!equals")
    })
    @DefineRules(
            @Compatible(
                    value = {"read", "write"},
                    condition = "this.differ"))
    public static class Store implements Meeting<String>, EndActive {

        private final Map<String, Integer> values = new ConcurrentHashMap<>();
        private final Map<String, AtomicInteger> writers = new ConcurrentHashMap<>();
        private final AtomicInteger inAudit = new AtomicInteger();

        boolean differ(String one, String other) {
            return !one.equals(other);
        }

        @MemberOf("read")
        public IntWrapper get(String key) {
            return new IntWrapper(values.getOrDefault(key, 0));
        }

        @Override
        @MemberOf("read")
        public StringWrapper readTogether(String key) {
            meet();
            return new StringWrapper("met in " + Thread.currentThread().getName());
        }

        @MemberOf("write")
        public void add(String key, int amount) {
            AtomicInteger own = writers.computeIfAbsent(key, absent -> new AtomicInteger());
            if (own.incrementAndGet() != 1 || inAudit.get() != 0) {
                throw new IllegalStateException("two writers of " + key);
            }
            // Not atomic, which is safe only as long as the rules hold.
            int old = values.getOrDefault(key, 0);
            Thread.yield();
            values.put(key, old + amount);
            own.decrementAndGet();
        }

        @MemberOf("write")
        public IntWrapper writeTogether(String key) {
            meet();
            return new IntWrapper(1);
        }

        @MemberOf("write")
        public StringWrapper writeUntilOpen(String key) {
            event("writing " + key);
            await(gate);
            return new StringWrapper("written " + key);
        }

        /** In no group: runs alone. */
        public IntWrapper audit() {
            inAudit.incrementAndGet();
            int sum = values.values().stream().mapToInt(Integer::intValue).sum();
            boolean alone = writers.values().stream().allMatch(count -> count.get() == 0);
            inAudit.decrementAndGet();
            return new IntWrapper(alone ? sum : -1);
        }

        @Override
        public void endActivity(Body body) {
            event("end");
        }
    }

    /** At most two at a time, the urgent ones first; a waiting one does not count. */
    @DefineGroups({
        @Group(name = "usual", selfCompatible = true),
        @Group(name = "urgent", selfCompatible = true)
    })
    @DefineRules(@Compatible({"usual", "urgent"}))
    @DefineThreadConfig(threadPoolSize = 1, hardLimit = false)
    @DefinePriorities(@PriorityOrder({@PrioritySet("urgent"), @PrioritySet("usual")}))
    public static class Desk {

        @MemberOf("usual")
        public void first() {
            await(gate);
            event("first");
        }

        @MemberOf("usual")
        public void usual(int number) {
            event("usual" + number);
        }

        @MemberOf("urgent")
        public IntWrapper urgent(int number) {
            event("urgent" + number);
            return new IntWrapper(number);
        }

        @MemberOf("usual")
        public IntWrapper asksItself() {
            Desk self = (Desk) PAActiveObject.getStubOnThis();
            return new IntWrapper(self.urgent(7).getIntValue() + 1);
        }

        @MemberOf("usual")
        public StringWrapper serves() {
            new Service(PAActiveObject.getBodyOnThis()).serveOldest();
            return new StringWrapper("served");
        }
    }

    /** Has an activity of its own that says how many threads there are. */
    @DefineGroups(@Group(name = "all", selfCompatible = true))
    public static class Own implements RunActive {

        private final AtomicInteger running = new AtomicInteger();

        @Override
        public void runActivity(Body body) {
            new MultiActiveService(body).multiActiveServing(2);
            event("served");
        }

        @MemberOf("all")
        public IntWrapper atOnce() {
            int now = running.incrementAndGet();
            Thread.yield();
            running.decrementAndGet();
            return new IntWrapper(now);
        }
    }

    /** Everything is wrong with it. */
    @DefineGroups({
        @Group(name = "a", selfCompatible = true),
        @Group(name = "a", selfCompatible = true),
        @Group(name = "b", selfCompatible = false, condition = "equals"),
        @Group(name = "c", selfCompatible = true, parameter = "org.acme.Missing"),
        @Group(name = "d", selfCompatible = true, parameter = "int", minThreads = 3)
    })
    @DefineRules({
        @Compatible({"a", "x"}),
        @Compatible("a"),
        @Compatible(
                value = {"a", "b"},
                condition = "this.missing")
    })
    @DefineThreadConfig(threadPoolSize = 3)
    @DefinePriorities({
        @PriorityOrder({@PrioritySet("a"), @PrioritySet("b")}),
        @PriorityOrder({@PrioritySet("b"), @PrioritySet("a")})
    })
    public static class Absurd {

        @MemberOf("y")
        public void one() {}

        @MemberOf("d")
        public void two(String text) {}
    }

    /** Says of a condition of its own that it were one of its parameters. */
    @DefineGroups(
            @Group(
                    name = "a",
                    selfCompatible = true,
                    parameter = "java.lang.String",
                    condition = "!isSame"))
    public static class Forgetful {

        public boolean isSame(String one, String other) {
            return one.equals(other);
        }
    }

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
    private final NodeRuntime there = NodeRuntime.open(TransportConfig.defaults());

    @BeforeEach
    void open() {
        here.makeDefault();
        gate = new CountDownLatch(1);
        synchronized (MultiActiveTest.class) {
            EVENTS.clear();
        }
    }

    @AfterEach
    void close() {
        gate.countDown();
        there.close();
        here.close();
    }

    private static synchronized List<String> events() {
        return List.copyOf(EVENTS);
    }

    private Store store(String where) {
        return PAActiveObject.newActive(
                Store.class,
                new Object[0],
                where.equals("here") ? here.node() : here.connect(there.card()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void servesCompatibleRequestsAtTheSameTime(String where) {
        meeting = new CyclicBarrier(4);
        Store store = store(where);
        List<StringWrapper> readers =
                IntStream.range(0, 2).mapToObj(i -> store.readTogether("a")).toList();
        IntWrapper writer = store.writeTogether("b");
        IntWrapper other = store.writeTogether("c");

        assertThat(readers)
                .allSatisfy(
                        reader ->
                                assertThat(reader.getStringValue())
                                        .matches("met in Store#\\d+ readTogether"));
        assertThat(writer.getIntValue() + other.getIntValue()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void runsTogetherWhatAGenericSupertypeHasNamed(String where) throws Exception {
        String url = PAActiveObject.registerByName(store(where), "store");
        @SuppressWarnings("unchecked")
        Meeting<String> store = PAActiveObject.lookupActive(Meeting.class, url);
        meeting = new CyclicBarrier(2);
        StringWrapper one = store.readTogether("a");
        StringWrapper other = store.readTogether("b");

        assertThat(one.getStringValue()).startsWith("met in Store#");
        assertThat(other.getStringValue()).startsWith("met in Store#");
        PAActiveObject.unregister(url);
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void keepsApartWhatIsNotCompatibleAndInItsOrder(String where) {
        Store store = store(where);
        Map<String, Integer> expected = new HashMap<>();
        for (int i = 0; i < 900; i++) {
            String key = "key" + i % 3;
            store.add(key, i);
            expected.merge(key, i, Integer::sum);
            if (i % 100 == 99) {
                assertThat(store.get(key).getIntValue()).isEqualTo(expected.get(key));
            }
        }

        assertThat(store.audit().getIntValue())
                .isEqualTo(expected.values().stream().mapToInt(Integer::intValue).sum());
    }

    @Test
    void servesFromManyCallersAtOnce() throws InterruptedException {
        Store store = store("here");
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int caller = i;
            callers.add(
                    Thread.startVirtualThread(
                            () ->
                                    IntStream.range(0, 250)
                                            .forEach(n -> store.add("key" + (n + caller) % 5, 1))));
        }
        for (Thread caller : callers) {
            caller.join();
        }

        assertThat(store.audit().getIntValue()).isEqualTo(1000);
    }

    @Test
    void beginsWithTheUrgentAndKeepsToTheNumberOfThreads() {
        Desk desk = PAActiveObject.newActive(Desk.class);
        desk.first();
        desk.usual(1);
        desk.urgent(1);
        desk.urgent(2);
        // Priority is among those that the object has taken off its queue.
        LocalBody body = ActiveHandler.of(desk).route().body();
        while (body.queueLength() > 0 || body.ownThread().getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        gate.countDown();
        while (events().size() < 4) {
            Thread.onSpinWait();
        }

        assertThat(events()).containsExactly("first", "urgent1", "urgent2", "usual1");
    }

    @Test
    void letsAnotherRequestBeginWhileOneWaitsUnderASoftLimit() {
        Desk desk = PAActiveObject.newActive(Desk.class);

        assertThat(desk.asksItself().getIntValue()).isEqualTo(8);
    }

    @Test
    void leavesTheQueueToTheObjectItself() {
        Desk desk = PAActiveObject.newActive(Desk.class);

        assertThatThrownBy(() -> desk.serves().getStringValue())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("only the thread of an active object");
    }

    @Test
    void mayBeServedByAnActivityOfItsOwn() {
        Own own = PAActiveObject.newActive(Own.class);
        List<IntWrapper> counts = IntStream.range(0, 200).mapToObj(i -> own.atOnce()).toList();

        assertThat(counts).allMatch(count -> count.getIntValue() <= 2);
        PAActiveObject.terminateActiveObject(own, false);
        while (PAActiveObject.pingActiveObject(own)) {
            Thread.onSpinWait();
        }
        assertThat(events()).containsExactly("served");
    }

    @Test
    void servesWhatWasSentBeforeAnOrderToEnd() {
        Store store = store("here");
        StringWrapper first = store.writeUntilOpen("a");
        StringWrapper second = store.writeUntilOpen("a");
        PAActiveObject.terminateActiveObject(store, false);
        gate.countDown();

        assertThat(first.getStringValue()).isEqualTo("written a");
        assertThat(second.getStringValue()).isEqualTo("written a");
        while (PAActiveObject.pingActiveObject(store)) {
            Thread.onSpinWait();
        }
        assertThat(events()).containsExactly("writing a", "writing a", "end");
    }

    @Test
    void completesWhatRunsAndFailsTheRestAtAnImmediateEnd() {
        Store store = store("here");
        StringWrapper running = store.writeUntilOpen("a");
        StringWrapper waiting = store.writeUntilOpen("a");
        while (events().isEmpty()) {
            Thread.onSpinWait();
        }
        PAActiveObject.terminateActiveObject(store, true);
        assertThatThrownBy(() -> store.get("b").getIntValue())
                .isInstanceOf(BodyTerminatedRequestException.class);
        gate.countDown();

        assertThat(running.getStringValue()).isEqualTo("written a");
        assertThatThrownBy(waiting::getStringValue)
                .isInstanceOf(BodyTerminatedReplyException.class);
    }

    @Test
    void tellsHowAConditionOfTheObjectIsWritten() {
        assertThatThrownBy(() -> PAActiveObject.newActive(Forgetful.class))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("condition=!isSame")
                .hasMessageContaining("; for that of the object write this.isSame");
    }

    @Test
    void whoGivesWhatTheMemoryDoesNotHoldGetsAnAnswer() {
        Scales scales =
                PAActiveObject.newActive(Scales.class, new Object[0], here.connect(there.card()));
        Heavy heavy = new Heavy();
        assertThat(scales.weigh(heavy).getIntValue()).isEqualTo(3);
        Heavy.isUnreadable = true;
        try {
            IntWrapper answer = scales.weigh(heavy);

            PAFuture.waitFor(answer, 20_000);
            assertThat(PAFuture.isAwaited(answer)).isFalse();
            assertThatThrownBy(answer::getIntValue)
                    .hasStackTraceContaining("no memory, as the test wants it");
        } finally {
            Heavy.isUnreadable = false;
        }
    }

    @Test
    void aRequestThatWaitsWithALockThatAConditionNeedsGoesOn() {
        Locked.entered = new CountDownLatch(1);
        Locked.decides = new CountDownLatch(1);
        gate = new CountDownLatch(1);
        Locked locked = PAActiveObject.newActive(Locked.class);
        LocalBody body = ActiveHandler.of(locked).route().body();
        Store store = PAActiveObject.newActive(Store.class);
        IntWrapper asked = locked.ask("one", store);
        await(Locked.entered);
        IntWrapper looked = locked.look("other");
        Awaitility.await().until(body::isWaiting);

        gate.countDown();

        PAFuture.waitFor(asked, 20_000);
        assertThat(asked.getIntValue()).isPositive();
        PAFuture.waitFor(looked, 20_000);
        assertThat(looked.getIntValue()).isEqualTo(5);
    }

    @Test
    void tellsAtCreationAllThatIsWrongWithTheAnnotations() {
        assertThatThrownBy(() -> PAActiveObject.newActive(Absurd.class))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("two groups have the name 'a'")
                .hasMessageContaining("group 'b' has a condition and is not self compatible")
                .hasMessageContaining("no known class: org.acme.Missing")
                .hasMessageContaining("@Compatible [a, x] names a group that is not defined: 'x'")
                .hasMessageContaining("@Compatible [a] has to name two groups at least")
                .hasMessageContaining("condition=this.missing")
                .hasMessageContaining("@MemberOf of one names a group that is not defined: 'y'")
                .hasMessageContaining("@MemberOf of two has no parameter of its group's type int")
                .hasMessageContaining("threadPoolSize=3 sum of minThreads=3")
                .hasMessageContaining("contradict each other");
    }
}
