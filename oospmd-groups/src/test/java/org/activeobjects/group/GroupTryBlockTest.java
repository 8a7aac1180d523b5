package org.activeobjects.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIterable;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.api.PAException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Calls of groups in blocks that announce what is caught around them. */
@Timeout(60)
class GroupTryBlockTest {

    private static volatile CountDownLatch gate;

    private final TransportConfig config =
            TransportConfig.defaults().withJob("blocks", TransportConfig.newSecret());
    private final NodeRuntime here = NodeRuntime.open(config);
    private final NodeRuntime there = NodeRuntime.open(config);
    private Door group;
    private boolean hasBlock;

    /** Serves nothing before the gate is open. */
    public static class Door {
        private final int number;

        public Door(Integer number) {
            this.number = number;
        }

        private void pass() {
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("the gate stays closed: " + number, e);
            }
        }

        public void check(int limit) throws IOException {
            pass();
            if (number >= limit) {
                throw new IOException("over " + limit + ": " + number);
            }
        }

        public IntWrapper number(int limit) throws IOException {
            check(limit);
            return new IntWrapper(number);
        }

        public void note(int limit) {
            pass();
            if (number >= limit) {
                throw new IllegalStateException("over " + limit + ": " + number);
            }
        }
    }

    @BeforeEach
    void makeGroup() {
        gate = new CountDownLatch(1);
        here.makeDefault();
        Node remote = here.connect(there.card());
        group = PAGroup.newGroup(Door.class, new Object[][] {{0}, {1}, {2}}, here.node(), remote);
    }

    private void beginBlock(Class<?> caught) {
        PAException.tryWithCatch(caught);
        hasBlock = true;
    }

    @AfterEach
    void close() {
        if (hasBlock) {
            PAException.removeTryWithCatch();
        }
        gate.countDown();
        there.close();
        here.close();
    }

    @Test
    void aCallWithoutAResultGoesOnAndItsFirstFailureIsThrownAtTheEnd() throws IOException {
        beginBlock(IOException.class);
        group.check(1);
        group.check(3);
        gate.countDown();

        assertThatThrownBy(PAException::endTryWithCatch)
                .isInstanceOf(IOException.class)
                .hasMessage("over 1: 1")
                .satisfies(
                        thrown ->
                                assertThat(thrown.getSuppressed())
                                        .extracting(Throwable::getMessage)
                                        .contains("over 1: 2"));
    }

    @Test
    void aCallWithAResultGoesOnAndItsFailureStandsInTheGroupToo() throws IOException {
        beginBlock(IOException.class);
        IntWrapper numbers = group.number(2);

        assertThat(PAGroup.allAwaited(numbers)).isTrue();
        gate.countDown();

        assertThatThrownBy(PAException::endTryWithCatch)
                .isInstanceOf(IOException.class)
                .hasMessage("over 2: 2");
        assertThat(PAGroup.allArrived(numbers)).isTrue();
        assertThat(PAGroup.getGroup(numbers).get(1).getIntValue()).isEqualTo(1);
        assertThat((ExceptionInGroup) PAGroup.get(numbers, 2))
                .hasRootCauseInstanceOf(IOException.class);
    }

    @Test
    void theEndOfABlockOfRuntimeExceptionsWaitsForOneWayCalls() {
        beginBlock(IllegalStateException.class);
        group.note(2);
        gate.countDown();

        assertThatThrownBy(PAException::endTryWithCatch)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("over 2: 2");
    }

    @Test
    void whatAnOrdinaryMemberThrowsIsThrownAtTheEndAsItself() throws IOException {
        gate.countDown();
        Door mixed = PAGroup.of(Door.class, List.of(new Door(9), group));

        beginBlock(IOException.class);
        mixed.check(5);

        assertThatThrownBy(PAException::endTryWithCatch)
                .isInstanceOf(IOException.class)
                .hasMessage("over 5: 9");
    }

    @Test
    void aCallThatThrowsMoreThanIsCaughtIsWaitedForAsEver() {
        gate.countDown();
        beginBlock(InterruptedException.class);

        assertThatThrownBy(() -> group.check(1))
                .isInstanceOf(ExceptionListException.class)
                .satisfies(
                        failed -> assertThatIterable((ExceptionListException) failed).hasSize(2));
        PAException.endTryWithCatch();
    }

    @Test
    void aCallOutsideOfABlockHasArrivedWhenItReturns() throws IOException {
        gate.countDown();

        IntWrapper numbers = group.number(2);

        assertThat(PAGroup.allArrived(numbers)).isTrue();
        assertThatIterable(PAGroup.getGroup(numbers).getExceptionList()).hasSize(1);
    }
}
