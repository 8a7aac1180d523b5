package org.activeobjects.internal.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.api.PAFuture;
import org.activeobjects.error.BodyTerminatedReplyException;
import org.activeobjects.internal.remote.Termination;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What extensions keep with an active object ends with it. */
@Timeout(60)
class BodyStatesTest {

    /** Has extensions. */
    public static class Thing {

        static volatile CountDownLatch entered;
        static volatile CountDownLatch gate;

        public IntWrapper awaitGate() throws InterruptedException {
            entered.countDown();
            return new IntWrapper(gate.await(20, TimeUnit.SECONDS) ? 1 : 0);
        }

        public IntWrapper refuse() {
            throw new IllegalArgumentException("refused");
        }
    }

    /** Fails when it is told anything, and not by an exception. */
    private static final class Sick implements AutoCloseable, BodyHandle.FailureListener {

        @Override
        public void close() {
            throw new NoClassDefFoundError("on purpose");
        }

        @Override
        public void onFailure(String request, String thrown) {
            throw new NoClassDefFoundError("on purpose");
        }
    }

    /** Of an extension. */
    private static final class State implements AutoCloseable {
        private volatile boolean closed;

        @Override
        public void close() {
            closed = true;
        }
    }

    @Test
    void aStateIsClosedAtTheEndAlsoIfItIsMadeLater() {
        try (NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults())) {
            runtime.makeDefault();
            Thing early = PAActiveObject.newActive(Thing.class);
            Thing late = PAActiveObject.newActive(Thing.class);
            LocalBody earlyBody = ActiveHandler.of(early).route().body();
            LocalBody lateBody = ActiveHandler.of(late).route().body();
            State before = earlyBody.state(State.class, State::new);
            assertThat(before.closed).isFalse();

            PAActiveObject.terminateActiveObject(early, true);
            PAActiveObject.terminateActiveObject(late, true);
            await().until(() -> before.closed && !lateBody.isAlive());

            // As an extension does that has found it alive a moment ago.
            assertThat(lateBody.state(State.class, State::new).closed).isTrue();
        }
    }

    @Test
    void anErrorOfAStateKeepsNoAnswerFromItsCaller() throws Exception {
        try (NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults())) {
            runtime.makeDefault();
            Thing.entered = new CountDownLatch(1);
            Thing.gate = new CountDownLatch(1);
            Thing thing = PAActiveObject.newActive(Thing.class);
            LocalBody body = ActiveHandler.of(thing).route().body();
            var _ = body.state(Sick.class, Sick::new);
            String url = PAActiveObject.registerByName(thing, "thing");

            IntWrapper refused = thing.refuse();
            PAFuture.waitFor(refused, 20_000);
            assertThatThrownBy(refused::getIntValue).hasMessage("refused");

            CompletableFuture<IntWrapper> served = PAFuture.async(() -> awaitGate(thing));
            assertThat(Thing.entered.await(20, TimeUnit.SECONDS)).isTrue();
            IntWrapper queued = thing.refuse();
            PAActiveObject.terminateActiveObject(thing, true);
            Thing.gate.countDown();

            assertThat(served.get(20, TimeUnit.SECONDS).getIntValue()).isEqualTo(1);
            PAFuture.waitFor(queued, 20_000);
            assertThatThrownBy(queued::getIntValue)
                    .isInstanceOf(BodyTerminatedReplyException.class);
            assertThatThrownBy(() -> PAActiveObject.lookupActive(Thing.class, url))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void anOrderToEndThatComesTooLateIsNoFault() {
        try (NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults())) {
            runtime.makeDefault();
            Thing thing = PAActiveObject.newActive(Thing.class);
            LocalBody body = ActiveHandler.of(thing).route().body();
            PAActiveObject.terminateActiveObject(thing, true);
            assertThat(body.takesRequests()).isFalse();

            // By somebody who has found that it takes requests a moment ago.
            body.receive(new Termination(body, body::id));
            PAActiveObject.terminateActiveObject(thing, false);
        }
    }

    /** Whose caller cannot be told of its end, for want of memory. */
    private static final class Untold extends TestRequest {

        Untold(LocalBody body) {
            super(body, "refuse", null);
        }

        @Override
        public boolean lost(String callee, Throwable why) {
            throw new OutOfMemoryError("as the test wants it");
        }
    }

    @Test
    void aCallerThatCannotBeToldOfTheEndKeepsNobodyElseWaiting() throws Exception {
        try (NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults())) {
            runtime.makeDefault();
            Thing.entered = new CountDownLatch(1);
            Thing.gate = new CountDownLatch(1);
            Thing thing = PAActiveObject.newActive(Thing.class);
            LocalBody body = ActiveHandler.of(thing).route().body();
            CompletableFuture<IntWrapper> served = PAFuture.async(() -> awaitGate(thing));
            assertThat(Thing.entered.await(20, TimeUnit.SECONDS)).isTrue();
            body.receive(new Untold(body));
            IntWrapper queued = thing.refuse();
            PAActiveObject.terminateActiveObject(thing, true);
            Thing.gate.countDown();

            assertThat(served.get(20, TimeUnit.SECONDS).getIntValue()).isEqualTo(1);
            PAFuture.waitFor(queued, 20_000);
            assertThatThrownBy(queued::getIntValue)
                    .isInstanceOf(BodyTerminatedReplyException.class);
        }
    }

    private static IntWrapper awaitGate(Thing thing) {
        try {
            return thing.awaitGate();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
