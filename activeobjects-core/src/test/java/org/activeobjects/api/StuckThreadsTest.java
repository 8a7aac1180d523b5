package org.activeobjects.api;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.THROWABLE;

import static java.util.concurrent.CompletableFuture.delayedExecutor;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import org.activeobjects.annotation.ImmediateService;
import org.activeobjects.annotation.multiactivity.Compatible;
import org.activeobjects.annotation.multiactivity.DefineGroups;
import org.activeobjects.annotation.multiactivity.DefineRules;
import org.activeobjects.annotation.multiactivity.DefineThreadConfig;
import org.activeobjects.annotation.multiactivity.Group;
import org.activeobjects.annotation.multiactivity.MemberOf;
import org.activeobjects.diagnosis.DeadlockException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;

/** Deadlocks in which objects take part that have several threads, or wait for any of several. */
@Timeout(120)
class StuckThreadsTest {

    private static volatile CountDownLatch gate;
    private static volatile CyclicBarrier meeting;

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Until one line of the dump has all the words. */
    private static void awaitDump(String... words) {
        while (PALifeCycle.dump()
                .lines()
                .noneMatch(line -> Stream.of(words).allMatch(line::contains))) {
            Thread.yield();
        }
    }

    /** Asks another one, from its own thread or beside it. */
    public static class Clerk {

        private volatile Clerk other;
        private volatile Shelf shelf;

        public Clerk() {}

        public boolean knows(Clerk known) {
            other = known;
            return true;
        }

        public boolean knowsShelf(Shelf known) {
            shelf = known;
            return true;
        }

        public IntWrapper answer() {
            return new IntWrapper(1);
        }

        public IntWrapper ask() {
            return new IntWrapper(other.answer().getIntValue() + 1);
        }

        /** Waits for what is served beside the other's own thread. */
        public IntWrapper askBeside() {
            return new IntWrapper(other.beside().getIntValue() + 1);
        }

        /** Asks the other one's own thread. */
        @ImmediateService
        public IntWrapper beside() {
            return new IntWrapper(other.answer().getIntValue() + 1);
        }

        /** Waits for the second of two that are served one after the other. */
        public IntWrapper askInTurn() {
            IntWrapper first = other.inTurn(true);
            IntWrapper second = other.inTurn(false);
            return new IntWrapper(second.getIntValue() + first.getIntValue());
        }

        @ImmediateService(uniqueThread = true)
        public IntWrapper inTurn(boolean asks) {
            return asks ? new IntWrapper(other.answer().getIntValue() + 1) : new IntWrapper(1);
        }

        public IntWrapper read() {
            return new IntWrapper(shelf.read().getIntValue() + 1);
        }

        public IntWrapper write() {
            return new IntWrapper(shelf.write().getIntValue() + 1);
        }

        /** What is written is sent before what is read. */
        public IntWrapper writeThenRead() {
            IntWrapper written = shelf.write();
            return new IntWrapper(shelf.read().getIntValue() + written.getIntValue());
        }

        /** Answers when the gate is open. */
        public IntWrapper late() {
            await(gate);
            return new IntWrapper(1);
        }

        public IntWrapper askLate() {
            return new IntWrapper(other.late().getIntValue() + 1);
        }

        /** Hands on what this object has to give, once the gate is open. */
        public IntWrapper handOnLate(Clerk asked) {
            IntWrapper awaited = asked.ask();
            await(gate);
            return awaited;
        }

        /** Waits for something that is handed on later, when somebody waits for this object. */
        public IntWrapper askHandOnLate(Clerk asked) {
            IntWrapper answer = other.handOnLate(asked);
            awaitDump("serves ask for ", ".answer for ");
            return new IntWrapper(answer.getIntValue() + 1);
        }

        public IntWrapper any() {
            return firstOf(List.of(other.answer(), other.answer()));
        }

        /** Waits for any of two of the other one, which does the same. */
        public IntWrapper anyOfAny() {
            return firstOf(List.of(other.any(), other.any()));
        }

        /** Waits for any of two, one of which is free. */
        public IntWrapper anyOfAnyOr(Clerk free) {
            return firstOf(List.of(other.any(), free.answer()));
        }

        private static IntWrapper firstOf(List<IntWrapper> answers) {
            return new IntWrapper(answers.get(PAFuture.waitForAny(answers)).getIntValue() + 1);
        }
    }

    /** At most two requests at a time; what is written is written alone. */
    @DefineGroups({
        @Group(name = "read", selfCompatible = true),
        @Group(name = "write", selfCompatible = false),
        @Group(name = "free", selfCompatible = true)
    })
    @DefineRules(@Compatible({"free", "write"}))
    @DefineThreadConfig(threadPoolSize = 2, hardLimit = true)
    public static class Shelf {

        public Shelf() {}

        @MemberOf("read")
        public IntWrapper read() {
            return new IntWrapper(1);
        }

        @MemberOf("write")
        public IntWrapper write() {
            return new IntWrapper(2);
        }

        /** Waits for one who reads here. */
        @MemberOf("read")
        public IntWrapper hasRead(Clerk clerk) {
            return new IntWrapper(clerk.read().getIntValue() + 1);
        }

        /** Two of them have begun before they go on. */
        @MemberOf("read")
        public IntWrapper haveReadTogether(Clerk clerk) {
            try {
                meeting.await(60, SECONDS);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            return hasRead(clerk);
        }

        @MemberOf("read")
        public IntWrapper readsLate(Clerk clerk) {
            return new IntWrapper(clerk.late().getIntValue() + 1);
        }

        @MemberOf("read")
        public IntWrapper hasWritten(Clerk clerk) {
            return new IntWrapper(clerk.write().getIntValue() + 1);
        }

        @MemberOf("read")
        public IntWrapper hasWrittenThenRead(Clerk clerk) {
            return new IntWrapper(clerk.writeThenRead().getIntValue() + 1);
        }

        @MemberOf("free")
        public IntWrapper frees(Clerk clerk) {
            return new IntWrapper(clerk.write().getIntValue() + 1);
        }
    }

    private NodeRuntime here;
    private NodeRuntime there;
    private Node[] nodes;

    @BeforeEach
    void openBothWithFailures() {
        here = FailingRuntimes.open();
        there = FailingRuntimes.open();
        here.makeDefault();
        gate = new CountDownLatch(1);
        meeting = new CyclicBarrier(2);
        nodes = new Node[] {here.node(), here.connect(there.card())};
    }

    @AfterEach
    void closeBoth() {
        gate.countDown();
        there.close();
        here.close();
    }

    private <T> T at(Class<T> type, String places, int index) {
        return PAActiveObject.newActive(type, new Object[0], nodes[places.charAt(index) - '0']);
    }

    /** The first of two that know each other; the digits say on which runtime each one lives. */
    private Clerk pair(String places) {
        Clerk first = at(Clerk.class, places, 0);
        Clerk second = at(Clerk.class, places, 1);
        assertThat(first.knows(second) && second.knows(first)).isTrue();
        return first;
    }

    private Clerk clerkOf(Shelf shelf, String places, int index) {
        Clerk clerk = at(Clerk.class, places, index);
        assertThat(clerk.knowsShelf(shelf)).isTrue();
        return clerk;
    }

    private static String head(Throwable e) {
        return e.getMessage().lines().findFirst().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "01", "10", "11"})
    void aThreadOfAnImmediateServiceIsPartOfADeadlock(String places) {
        Clerk first = pair(places);

        assertThatThrownBy(() -> first.askBeside().getIntValue())
                .isInstanceOf(DeadlockException.class)
                .satisfies(
                        e ->
                                assertThat(head(e))
                                        .contains(".askBeside")
                                        .contains(".beside")
                                        .matches("deadlock: .* waits for .* waits for .*"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1"})
    void anObjectThatWaitsForItsOwnImmediateServiceWhichWaitsForIt(String places) {
        Clerk alone = at(Clerk.class, places, 0);
        assertThat(alone.knows(alone)).isTrue();

        assertThatThrownBy(() -> alone.askBeside().getIntValue())
                .isInstanceOf(DeadlockException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "01", "10", "11"})
    void whileAnImmediateServiceWaitsTheObjectGoesOn(String places) {
        Clerk first = pair(places);

        // The other one asks back, and is answered by the thread that waits for nothing.
        assertThat(first.beside().getIntValue()).isEqualTo(2);
        assertThat(first.ask().getIntValue()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "01", "10"})
    void aRequestBehindAnotherOneOfItsCallerIsPartOfADeadlock(String places) {
        Clerk first = pair(places);

        assertThatThrownBy(() -> first.askInTurn().getIntValue())
                .isInstanceOf(DeadlockException.class)
                .satisfies(e -> assertThat(head(e)).contains(".askInTurn").contains(".inTurn"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "01", "10", "11"})
    void aRequestThatMayNotRunBesideOneThatWaitsIsPartOfADeadlock(String places) {
        Shelf shelf = at(Shelf.class, places, 0);
        Clerk clerk = clerkOf(shelf, places, 1);

        assertThatThrownBy(() -> shelf.hasWritten(clerk).getIntValue())
                .isInstanceOf(DeadlockException.class)
                .hasMessageMatching(
                        "(?s).*Shelf#(\\d+)\\.write is queued; not beside"
                                + " Shelf#\\1\\.hasWritten.*")
                .satisfies(e -> assertThat(head(e)).contains(".write (queued) waits for "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "01", "10", "11"})
    void aRequestThatMayRunBesideOneThatWaitsIsServed(String places) {
        Shelf shelf = at(Shelf.class, places, 0);
        Clerk clerk = clerkOf(shelf, places, 1);

        assertThat(shelf.hasRead(clerk).getIntValue()).isEqualTo(3);
        assertThat(shelf.frees(clerk).getIntValue()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "01", "10"})
    void aRequestThatMayNotOvertakeIsPartOfADeadlock(String places) {
        Shelf shelf = at(Shelf.class, places, 0);
        Clerk clerk = clerkOf(shelf, places, 1);

        assertThatThrownBy(() -> shelf.hasWrittenThenRead(clerk).getIntValue())
                .isInstanceOf(DeadlockException.class)
                .hasMessageMatching("(?s).*\\.read is queued; not before write.*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"000", "010", "011", "100"})
    void threadsThatAllWaitAreADeadlock(String places) {
        Shelf shelf = at(Shelf.class, places, 0);
        IntWrapper first = shelf.haveReadTogether(clerkOf(shelf, places, 1));
        IntWrapper second = shelf.haveReadTogether(clerkOf(shelf, places, 2));

        List<Throwable> told = new ArrayList<>();
        for (IntWrapper answer : List.of(first, second)) {
            try {
                assertThat(answer.getIntValue()).isEqualTo(3);
            } catch (DeadlockException e) {
                told.add(e);
            }
        }
        // One is told; its thread lets the other one go on.
        assertThat(told)
                .singleElement(as(THROWABLE))
                .hasMessageContaining("no thread is left: Shelf#");
    }

    @ParameterizedTest
    @ValueSource(strings = {"000", "010"})
    void aWaitForWhatIsHandedOnLaterIsPartOfADeadlock(String places) {
        Clerk first = at(Clerk.class, places, 0);
        Clerk second = at(Clerk.class, places, 1);
        Clerk third = at(Clerk.class, places, 2);
        assertThat(first.knows(second) && third.knows(first)).isTrue();

        // The third waits for the first before the first waits for the second, which is busy.
        IntWrapper answer = first.askHandOnLate(third);
        awaitDump("serves askHandOnLate for ", ", waits for ");
        gate.countDown();

        assertThatThrownBy(answer::getIntValue).isInstanceOf(DeadlockException.class);
    }

    /** Longer than it takes to find and to confirm a deadlock. */
    @ParameterizedTest
    @ValueSource(strings = {"00000", "01010"})
    void waitsThatEndLateAreNoDeadlock(String places) {
        Clerk late = at(Clerk.class, places, 0);
        Clerk first = at(Clerk.class, places, 1);
        Clerk second = at(Clerk.class, places, 2);
        Shelf shelf = at(Shelf.class, places, 3);
        Clerk writer = clerkOf(shelf, places, 4);
        assertThat(first.knows(late) && second.knows(first)).isTrue();
        List<IntWrapper> answers =
                List.of(
                        first.askLate(),
                        second.askBeside(),
                        second.any(),
                        shelf.readsLate(late),
                        writer.write());
        delayedExecutor(1_500, MILLISECONDS).execute(gate::countDown);

        assertThat(answers).extracting(IntWrapper::getIntValue).containsExactly(2, 3, 2, 2, 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "01", "10", "11"})
    void twoThatWaitForAnyOfEachOtherAreStuck(String places) {
        Clerk first = pair(places);

        assertThatThrownBy(() -> first.anyOfAny().getIntValue())
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("one of 2 calls")
                .satisfies(e -> assertThat(head(e)).contains(".anyOfAny").contains(".any "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"000", "010", "011"})
    void oneOfThemGoesOnIfAnyAlternativeIsFree(String places) {
        Clerk first = pair(places);

        assertThat(first.anyOfAnyOr(at(Clerk.class, places, 2)).getIntValue()).isEqualTo(2);
    }
}
