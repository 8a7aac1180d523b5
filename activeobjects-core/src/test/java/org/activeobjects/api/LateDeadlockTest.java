package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.diagnosis.DeadlockException;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** Deadlocks that no wait closes: all wait already when a result turns out to need one of them. */
@Timeout(60)
class LateDeadlockTest {

    private static volatile CountDownLatch ownerMayWait;
    private static volatile CountDownLatch relayMayReturn;

    private NodeRuntime here;
    private final Party owner;
    private final Party relay;
    private final Party asker;

    /** Waits as it is told to. */
    public static class Party {

        public IntWrapper one() {
            return new IntWrapper(1);
        }

        /** Waits for a result that it was given. */
        public IntWrapper use(IntWrapper result) {
            pass(ownerMayWait);
            return new IntWrapper(result.getIntValue());
        }

        public IntWrapper ask(Party other) {
            return new IntWrapper(other.one().getIntValue());
        }

        /** Leaves the answer to another one, but computes before it does. */
        public IntWrapper leaveTo(Party other) {
            pass(relayMayReturn);
            return other.one();
        }

        /** Leaves the answer to one that leaves it to another. */
        public IntWrapper leaveToOneThatLeavesTo(Party next, Party other) {
            return next.leaveTo(other);
        }
    }

    LateDeadlockTest() {
        here = FailingRuntimes.open();
        here.makeDefault();
        owner = PAActiveObject.newActive(Party.class);
        relay = PAActiveObject.newActive(Party.class);
        asker = PAActiveObject.newActive(Party.class);
    }

    @BeforeEach
    void hold() {
        ownerMayWait = new CountDownLatch(1);
        relayMayReturn = new CountDownLatch(1);
    }

    @AfterEach
    void close() {
        ownerMayWait.countDown();
        relayMayReturn.countDown();
        here.close();
    }

    private static void pass(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("not let go", e);
        }
    }

    @Test
    void aResultThatWasPassedOnIsLeftToOneThatWaits() {
        closesWhenItIsLeftToTheAsker(relay.leaveTo(asker));
    }

    @Test
    void aResultThatWasLeftToAnotherIsLeftToOneThatWaits() {
        Party first = PAActiveObject.newActive(Party.class);

        closesWhenItIsLeftToTheAsker(first.leaveToOneThatLeavesTo(relay, asker));
    }

    private void closesWhenItIsLeftToTheAsker(IntWrapper result) {
        IntWrapper used = owner.use(result);
        IntWrapper asked = asker.ask(owner);
        await().until(() -> waiting() == 1); // for one that does not wait yet
        ownerMayWait.countDown();
        await().until(() -> waiting() == 2); // for one that computes

        relayMayReturn.countDown();

        await().until(() -> !PAFuture.isAwaited(used) && !PAFuture.isAwaited(asked));
        assertThat(Stream.of(used, asked).map(LateDeadlockTest::failure))
                .anySatisfy(failure -> assertThat(failure).isInstanceOf(DeadlockException.class));
    }

    private static long waiting() {
        return PALifeCycle.dump().lines().filter(line -> line.contains(", waits for ")).count();
    }

    private static Throwable failure(IntWrapper result) {
        try {
            var _ = result.getIntValue();
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }
}
