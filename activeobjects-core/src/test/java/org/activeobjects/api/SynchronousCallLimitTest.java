package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.active.Body;
import org.activeobjects.active.EndActive;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.ProActiveTimeoutException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.GenericTypeWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

import java.util.concurrent.CountDownLatch;

/** How long the caller of a method that is not asynchronous waits at most. */
@Timeout(60)
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class SynchronousCallLimitTest {

    private static final String SETTING = "activeobjects.synchronousCallTimeoutMs";
    private static CountDownLatch gate;

    /** Answers when it is let. */
    public static class Slow {
        private int served;

        public int serve() throws InterruptedException {
            gate.await();
            return ++served;
        }

        public GenericTypeWrapper<int[]> array() {
            return new GenericTypeWrapper<>(new int[] {served});
        }
    }

    @BeforeEach
    void close() {
        gate = new CountDownLatch(1);
        System.setProperty(SETTING, "20");
    }

    @AfterEach
    void clear() {
        gate.countDown();
        System.clearProperty(SETTING);
    }

    @Test
    void aCallerGivesUpAtTheLimitAndTheRequestRunsOn() {
        try (NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults())) {
            runtime.makeDefault();
            Slow slow = PAActiveObject.newActive(Slow.class);

            assertThatThrownBy(slow::serve).isInstanceOf(ProActiveTimeoutException.class);

            gate.countDown();
            assertThat(slow.array().getObject()).containsExactly(1);
        }
    }

    /** Is made when it is let. */
    public static class SlowToBegin implements EndActive {
        private static CountDownLatch ended;

        public SlowToBegin() throws InterruptedException {
            gate.await();
        }

        @Override
        public void endActivity(Body body) {
            ended.countDown();
        }
    }

    @Test
    void whoeverCreatesOnANodeThatDoesNotAnswerIsToldWhichOneAndGivesUpAtTheLimit()
            throws InterruptedException {
        SlowToBegin.ended = new CountDownLatch(1);
        try (NodeRuntime there = NodeRuntime.open(TransportConfig.defaults());
                NodeRuntime here = NodeRuntime.open(TransportConfig.defaults())) {
            here.makeDefault();
            Node node = here.connect(there.card());

            assertThatThrownBy(
                            () -> PAActiveObject.newActive(SlowToBegin.class, new Object[0], node))
                    .isInstanceOf(ActiveObjectCreationException.class)
                    .hasCauseInstanceOf(ProActiveTimeoutException.class)
                    .hasMessageContaining("node=" + node.url())
                    .hasMessageContaining("creation of " + SlowToBegin.class.getName())
                    .hasMessageContaining(SETTING);

            gate.countDown();
            SlowToBegin.ended.await(); // it is made all the same, and ended at once
        }
    }

    @Test
    void aLimitThatIsNoNumberIsRefusedByName() {
        System.setProperty(SETTING, "soon");

        assertThatThrownBy(() -> NodeRuntime.open(TransportConfig.defaults()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(SETTING + "=soon");
    }
}
