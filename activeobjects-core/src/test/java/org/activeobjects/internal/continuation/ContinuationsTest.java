package org.activeobjects.internal.continuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.error.FutureMonitoringPingFailureException;
import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.PeerLostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Messages with futures and their updates, in every order. */
@Timeout(30)
class ContinuationsTest {

    private static final RuntimeId HOME = new RuntimeId(1, 1);
    private static final RuntimeId OTHER = new RuntimeId(2, 2);

    private final BlockingQueue<Map<RuntimeId, Integer>> sent = new LinkedBlockingQueue<>();
    private final Continuations continuations = new Continuations((future, owed) -> sent.add(owed));

    private FutureCopy message(long number) {
        Object[] attachments = {new double[3], new long[] {number}};
        continuations.arrived(HOME, attachments);
        return Continuations.carried(attachments, 0);
    }

    private void update(long messages, Object value) {
        continuations.update(HOME, 5, messages, () -> value);
    }

    private void assertThatNothingIsKept() {
        assertThat(continuations.toString()).contains("passedFutures=0 copiedFutures=0");
    }

    @Test
    void anUpdateAfterItsMessagesSettlesTheCopy() throws Throwable {
        FutureCopy first = message(5);
        FutureCopy second = message(5);
        assertThat(second).isSameAs(first);
        assertThat(first.isDone()).isFalse();
        update(2, "here");

        assertThat(first.get(0)).isEqualTo("here");
        assertThatNothingIsKept();
    }

    @Test
    void anUpdateBeforeItsMessagesWaitsForAllOfThem() throws Throwable {
        update(2, "early");
        FutureCopy first = message(5);
        assertThat(first.get(0)).isEqualTo("early");
        assertThat(continuations.toString()).contains("copiedFutures=1");

        assertThat(message(5).get(0)).isEqualTo("early");
        assertThatNothingIsKept();
    }

    @Test
    void aMessageThatTheUpdateDoesNotAnswerForGetsAnotherOne() throws Throwable {
        FutureCopy first = message(5);
        FutureCopy second = message(5);
        update(1, "once");
        assertThat(continuations.toString()).contains("copiedFutures=1");
        update(1, "late and ignored");

        assertThat(first.get(0)).isEqualTo("once");
        assertThat(second.get(0)).isEqualTo("once");
        assertThat(continuations.toString()).contains("lateUpdates=1");
        assertThatNothingIsKept();
    }

    @Test
    void theResultGoesOnceToEachRuntimeWithTheNumberOfItsMessages() throws Exception {
        Promise promise = new Promise(Object.class, "the call");
        PassedFuture passed = continuations.pass(promise);
        assertThat(continuations.pass(promise)).isSameAs(passed);
        assertThat(continuations.awaited(passed.number())).isSameAs(promise);
        continuations.posted(HOME, List.of(passed, passed));
        continuations.posted(OTHER, List.of(passed));
        promise.value("done");

        assertThat(sent.poll(20, TimeUnit.SECONDS)).isEqualTo(Map.of(HOME, 2, OTHER, 1));
        assertThat(continuations.awaited(passed.number())).isNull();
        // This message was encoded before the result came, and posted afterwards.
        continuations.posted(OTHER, List.of(passed));
        assertThat(sent.poll(20, TimeUnit.SECONDS)).isEqualTo(Map.of(OTHER, 1));
        assertThat(sent).isEmpty();
        assertThatNothingIsKept();
    }

    @Test
    void copiesOfALostRuntimeFailAlsoWhenTheyArriveLater() {
        FutureCopy before = message(5);
        before.describe(Object.class, "Bank#1.audit");
        assertThat(continuations.lost(HOME, new PeerLostException(HOME.toString(), "test", null)))
                .isEqualTo(1);
        FutureCopy after = message(6);

        assertThatThrownBy(() -> before.get(0))
                .isInstanceOf(FutureMonitoringPingFailureException.class)
                .hasMessageContaining("Bank#1.audit")
                .hasMessageContaining(HOME.toString());
        assertThatThrownBy(() -> after.get(0))
                .isInstanceOf(FutureMonitoringPingFailureException.class);
        assertThatNothingIsKept();
    }

    @Test
    void whatIsNoListOfFuturesIsRefused() {
        assertThatThrownBy(() -> continuations.arrived(HOME, new Object[0]))
                .isInstanceOf(SerializationException.class);
        assertThatThrownBy(() -> continuations.arrived(HOME, new Object[] {new int[1]}))
                .isInstanceOf(SerializationException.class);
        assertThatThrownBy(() -> Continuations.carried(new Object[] {new double[1]}, 0))
                .isInstanceOf(SerializationException.class);
        assertThatThrownBy(() -> update(0, "of no message"))
                .isInstanceOf(SerializationException.class);
        assertThatNothingIsKept();
    }

    private WeakReference<PeerLostException> lose(RuntimeId runtime) {
        PeerLostException loss = new PeerLostException(runtime.toString(), "it crashed", null);
        continuations.lost(runtime, loss);
        return new WeakReference<>(loss);
    }

    @Test
    void ofManyRuntimesThatWereLostOnlyTheLastAreKnown() {
        WeakReference<PeerLostException> first = lose(HOME);
        for (int i = 1; i < Continuations.LOST_KEPT; i++) {
            lose(new RuntimeId(3, i));
        }
        assertThatThrownBy(() -> message(5).get(0)).hasMessageContaining("it crashed");

        lose(OTHER);

        await().until(
                        () -> {
                            System.gc();
                            return first.get() == null;
                        });
    }
}
