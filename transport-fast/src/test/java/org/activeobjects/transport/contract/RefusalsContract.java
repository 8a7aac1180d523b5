package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.MessageMismatchException;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Who waits for the answer to what did not fit is told, and does not wait on; over whatever link.
 */
public abstract class RefusalsContract extends TwoTransports {

    private static final int OTHER_CONTEXT = CONTEXT + 1;

    /** How somebody waits for what the peer will not send. */
    enum Wait {
        RECEIVE,
        REQUEST,
        PERSISTENT,
        OBJECT,
        PROBE
    }

    protected RefusalsContract(String link) {
        super(link);
    }

    @ParameterizedTest(name = "{0} elements, persistent: {1}")
    @CsvSource({
        "2, false",
        "5000, false",
        "400000, false",
        "2, true",
        "5000, true",
        "400000, true"
    })
    void anExchangeWhoseMessageAReceiveTurnsDownEnds(int count, boolean isPersistent) {
        for (Endpoint other : List.of(far, one.openEndpoint())) {
            CompletableFuture<?> exchange =
                    onThread(() -> exchangeBytes(other.address(), count, isPersistent));
            assertThatThrownBy(
                            () -> other.recv(nearAddress, TAG, CONTEXT, Slice.of(new float[count])))
                    .isInstanceOf(MessageMismatchException.class);
            assertMisfit(exchange).hasMessageContaining("FLOAT");
            assertStillWorks(other);
        }
    }

    @ParameterizedTest
    @EnumSource(Wait.class)
    void whoWaitsForAnAnswerIsToldThatTheQuestionWasTurnedDown(Wait way) {
        for (Endpoint other : List.of(far, one.openEndpoint())) {
            near.send(other.address(), TAG, CONTEXT, Slice.of(new int[] {1, 2, 3}));
            CompletableFuture<?> answer = onThread(() -> await(other.address(), way));
            assertThatThrownBy(() -> other.recv(nearAddress, TAG, CONTEXT, Slice.of(new float[3])))
                    .isInstanceOf(MessageMismatchException.class);
            assertMisfit(answer)
                    .hasMessageContaining("an earlier send")
                    .hasMessageContaining("INT[3]")
                    .hasMessageContaining("FLOAT[3]");
            assertStillWorks(other);
        }
    }

    @Test
    void receivesOfOtherContextsAndOfOthersWaitOn() {
        int[] inOtherContext = new int[1];
        int[] ofOther = new int[1];
        Endpoint another = other.openEndpoint();
        var first = near.irecv(farAddress, TAG, OTHER_CONTEXT, Slice.of(inOtherContext));
        var second = near.irecv(another.address(), TAG, CONTEXT, Slice.of(ofOther));
        var failed = near.irecv(farAddress, TAG, CONTEXT, Slice.of(new int[1]));
        near.isend(farAddress, TAG, CONTEXT, Slice.of(new int[2]));
        assertThatThrownBy(() -> far.recv(nearAddress, TAG, CONTEXT, Slice.of(new int[1])))
                .isInstanceOf(MessageMismatchException.class);
        assertThatThrownBy(() -> failed.await(PATIENCE))
                .isInstanceOf(MessageMismatchException.class);

        far.send(nearAddress, TAG, OTHER_CONTEXT, Slice.of(new int[] {4}));
        another.send(nearAddress, TAG, CONTEXT, Slice.of(new int[] {5}));
        first.await(PATIENCE);
        second.await(PATIENCE);
        assertThat(inOtherContext).containsExactly(4);
        assertThat(ofOther).containsExactly(5);
    }

    private Object await(EndpointAddress from, Wait way) {
        Slice room = Slice.of(new int[1]);
        switch (way) {
            case RECEIVE -> near.recv(from, TAG, CONTEXT, room);
            case REQUEST -> near.irecv(from, TAG, CONTEXT, room).await();
            case PERSISTENT -> {
                try (PersistentRequest receive = near.recvInit(from, TAG, CONTEXT, room)) {
                    receive.start();
                    receive.await();
                }
            }
            case OBJECT -> near.recvObject(from, TAG, CONTEXT);
            case PROBE -> near.probe(from, TAG, CONTEXT);
        }
        return null;
    }

    private static AbstractThrowableAssert<?, ?> assertMisfit(CompletableFuture<?> call) {
        ThrowingCallable get = () -> call.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return assertThatThrownBy(get).cause().isInstanceOf(MessageMismatchException.class);
    }

    private void assertStillWorks(Endpoint with) {
        int[] got = new int[1];
        near.send(with.address(), TAG, OTHER_CONTEXT, Slice.of(new int[] {42}));
        with.recv(nearAddress, TAG, OTHER_CONTEXT, Slice.of(got));
        assertThat(got).containsExactly(42);
    }
}
