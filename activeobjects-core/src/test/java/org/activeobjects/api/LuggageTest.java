package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.failure.CallFailure;
import org.activeobjects.failure.FailureHandler;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.StringWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** What was set for an active object while it ran goes with it. */
@Timeout(90)
class LuggageTest {

    private static final BlockingQueue<String> TOLD = new LinkedBlockingQueue<>();
    private static final Semaphore HELD = new Semaphore(0);
    private static volatile CountDownLatch gate;

    private NodeRuntime here;
    private NodeRuntime there;
    private List<Node> places;

    /** Changes at run time which of its methods are served at once, and who is told of failures. */
    public static class Changing {

        /** One-way. */
        public void hold() {
            HELD.release();
            try {
                if (!gate.await(60, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("nobody has opened the gate");
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        public StringWrapper place() {
            return new StringWrapper(PAActiveObject.getNode().url());
        }

        public StringWrapper place(int[] times, String word) {
            return new StringWrapper(word + times.length);
        }

        /** One-way. */
        public void setAtOnce() {
            PAActiveObject.setImmediateService("place", new Class<?>[0]);
            PAActiveObject.setImmediateService(
                    "place", new Class<?>[] {int[].class, String.class}, true);
        }

        /** One-way. */
        public void setInTurn() {
            PAActiveObject.removeImmediateService("place");
        }

        /** One-way. */
        public void fail() {
            throw new IllegalStateException("on purpose");
        }

        /** One-way. */
        public void goTo(String url) {
            PAMobileAgent.migrateTo(url);
        }
    }

    /** Has a field of its own. */
    public static final class Teller implements FailureHandler {

        private final String prefix;

        public Teller(String prefix) {
            this.prefix = prefix;
        }

        @Override
        public void onFailure(CallFailure failure) {
            TOLD.add(prefix + failure.method());
        }
    }

    @BeforeEach
    void open() {
        here = NodeRuntime.open(TransportConfig.defaults());
        there = NodeRuntime.open(TransportConfig.defaults());
        here.makeDefault();
        places = List.of(here.node(), here.connect(there.card()), here.createNode("second", false));
        TOLD.clear();
        HELD.drainPermits();
        gate = new CountDownLatch(1);
    }

    @AfterEach
    void close() {
        gate.countDown();
        there.close();
        here.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void immediateServicesAndHandlersFollow(int place) {
        Changing object = PAActiveObject.newActive(Changing.class);
        object.setAtOnce();
        PAException.setFailureHandler(object, new Teller("told of "));
        object.goTo(places.get(place).url());
        assertThat(object.place().getStringValue()).isNotNull(); // it may be before, or after

        object.hold();
        HELD.acquireUninterruptibly();
        assertThat(object.place().getStringValue()).isEqualTo(places.get(place).url());
        assertThat(object.place(new int[3], "times").getStringValue()).isEqualTo("times3");
        gate.countDown();
        object.fail();
        assertThat(pollTold()).isEqualTo("told of fail");
    }

    private static String pollTold() {
        try {
            return TOLD.poll(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatWasTakenBackStaysTakenBackOverSeveralPlaces() {
        Changing object = PAActiveObject.newActive(Changing.class);
        object.setAtOnce();
        object.goTo(places.get(1).url());
        object.setInTurn();
        object.goTo(places.get(2).url());
        object.hold();
        HELD.acquireUninterruptibly();

        StringWrapper inTurn = object.place();
        assertThat(PAFuture.isAwaited(inTurn)).isTrue();
        gate.countDown();
        assertThat(inTurn.getStringValue()).isEqualTo(places.get(2).url());
    }

    @Test
    void aHandlerThatCannotBeCopiedKeepsTheObjectWhereItIs() {
        Changing object = PAActiveObject.newActive(Changing.class);
        Thread notToBeCopied = Thread.currentThread();
        PAException.setFailureHandler(
                object, failure -> TOLD.add(notToBeCopied.getName() + failure.method()));
        object.goTo(places.get(1).url());

        assertThat(object.place().getStringValue()).isEqualTo(places.get(0).url());
        object.fail();
        assertThat(pollTold()).isEqualTo(notToBeCopied.getName() + "fail");
    }
}
