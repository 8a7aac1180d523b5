package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.diagnosis.BlockedCall;
import org.activeobjects.transport.diagnosis.BlockedCall.Kind;
import org.activeobjects.transport.diagnosis.MessageQueue;
import org.activeobjects.transport.error.TransportClosedException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** What threads wait for at an endpoint can be asked, by any thread; over several kinds of link. */
class BlockedCallsTest {

    private static final int LONG = 1_000_000;
    private static final Duration AN_HOUR = Duration.ofHours(1);

    private abstract static class Contract extends TwoTransports {

        Contract(String link) {
            super(link);
        }

        /** A thread that waits in a call, and what comes of that. */
        private record Caller(Thread thread, CompletableFuture<Throwable> end) {

            static Caller of(Thread.Builder builder, Runnable call) {
                CompletableFuture<Throwable> end = new CompletableFuture<>();
                Thread thread = builder.start(() -> run(call, end));
                return new Caller(thread, end);
            }

            static Caller of(Runnable call) {
                return of(Thread.ofPlatform().daemon(), call);
            }

            private static void run(Runnable call, CompletableFuture<Throwable> end) {
                try {
                    call.run();
                    end.complete(null);
                } catch (RuntimeException | Error e) {
                    end.complete(e);
                }
            }

            BlockedCall blocked() {
                return blocked(_ -> true);
            }

            /** The first that is as it should be: it may be in none between two. */
            BlockedCall blocked(Predicate<BlockedCall> isIt) {
                return await().until(
                                () -> BlockedCall.of(thread),
                                call -> call != null && isIt.test(call));
            }

            void ends() {
                assertThat(end.join()).isNull();
                assertThat(BlockedCall.of(thread)).isNull();
            }
        }

        private static Slice room(int length) {
            return Slice.of(new byte[length]);
        }

        private void assertBlocked(BlockedCall call, Kind kind, EndpointAddress peer, int tag) {
            assertThat(call)
                    .isEqualTo(new BlockedCall(near, call.number(), kind, peer, tag, CONTEXT));
        }

        @ParameterizedTest(name = "in a virtual thread: {0}")
        @ValueSource(booleans = {false, true})
        void aReceiveAndThenTheNext(boolean isVirtual) {
            Thread.Builder builder = isVirtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
            Caller caller =
                    Caller.of(
                            builder,
                            () -> {
                                near.recv(farAddress, TAG, CONTEXT, room(1));
                                near.recv(farAddress, Endpoint.ANY_TAG, CONTEXT, room(1));
                            });
            BlockedCall first = caller.blocked();
            assertBlocked(first, Kind.RECEIVE, farAddress, TAG);

            far.send(nearAddress, TAG, CONTEXT, room(1));
            BlockedCall next = caller.blocked(call -> call.number() != first.number());
            assertBlocked(next, Kind.RECEIVE, farAddress, Endpoint.ANY_TAG);

            far.send(nearAddress, TAG, CONTEXT, room(1));
            caller.ends();
        }

        @Test
        void oneFromAnySource() {
            Caller caller =
                    Caller.of(() -> near.recv(EndpointAddress.ANY_SOURCE, TAG, CONTEXT, room(1)));
            assertBlocked(caller.blocked(), Kind.RECEIVE, EndpointAddress.ANY_SOURCE, TAG);

            far.send(nearAddress, TAG, CONTEXT, room(1));
            caller.ends();
        }

        @ParameterizedTest
        @ValueSource(ints = {1, LONG})
        void aSendThatWaitsForItsReceive(int length) {
            Caller caller = Caller.of(() -> near.ssend(farAddress, TAG, CONTEXT, room(length)));
            assertBlocked(caller.blocked(), Kind.SEND, farAddress, TAG);

            far.recv(nearAddress, TAG, CONTEXT, room(length));
            caller.ends();
        }

        @Test
        void aProbe() {
            Caller caller = Caller.of(() -> near.probe(farAddress, TAG, CONTEXT));
            assertBlocked(caller.blocked(), Kind.PROBE, farAddress, TAG);

            far.send(nearAddress, TAG, CONTEXT, room(1));
            caller.ends();
        }

        @Test
        void anExchange() {
            Caller caller =
                    Caller.of(() -> near.exchange(farAddress, TAG, CONTEXT, room(1), room(1)));
            assertBlocked(caller.blocked(), Kind.RECEIVE, farAddress, TAG);

            far.exchange(nearAddress, TAG, CONTEXT, room(1), room(1));
            caller.ends();
        }

        @Test
        void requestsOfWhichSomeAreComplete() {
            Caller caller =
                    Caller.of(
                            () -> {
                                Request first = near.irecv(farAddress, 1, CONTEXT, room(1));
                                Request second = near.irecv(farAddress, 2, CONTEXT, room(1));
                                Request.awaitAll(first, second);
                            });
            assertBlocked(caller.blocked(), Kind.RECEIVE, farAddress, 2);

            far.send(nearAddress, 2, CONTEXT, room(1));
            assertThat(caller.blocked(call -> call.tag() == 1)).isNotNull();

            far.send(nearAddress, 1, CONTEXT, room(1));
            caller.ends();
        }

        @Test
        void eachRoundOfAPersistentRequest() {
            Caller caller =
                    Caller.of(
                            () -> {
                                PersistentRequest receive =
                                        near.recvInit(farAddress, TAG, CONTEXT, room(1));
                                for (int round = 0; round < 2; round++) {
                                    receive.start();
                                    receive.await();
                                }
                                receive.close();
                            });
            BlockedCall first = caller.blocked();
            assertBlocked(first, Kind.RECEIVE, farAddress, TAG);

            far.send(nearAddress, TAG, CONTEXT, room(1));
            assertThat(caller.blocked(call -> call.number() != first.number())).isNotNull();

            far.send(nearAddress, TAG, CONTEXT, room(1));
            caller.ends();
        }

        @Test
        void anyOfSeveralReceives() {
            Caller one =
                    Caller.of(
                            () ->
                                    near.awaitAny(
                                            near.irecv(farAddress, 1, CONTEXT, room(1)),
                                            null,
                                            near.irecv(farAddress, 1, CONTEXT, room(1))));
            Caller another =
                    Caller.of(
                            () ->
                                    near.awaitAny(
                                            near.irecv(farAddress, 2, CONTEXT, room(1)),
                                            near.irecv(nearAddress, 3, CONTEXT, room(1))));
            assertBlocked(one.blocked(), Kind.RECEIVE, farAddress, 1);
            assertBlocked(
                    another.blocked(), Kind.RECEIVE, EndpointAddress.ANY_SOURCE, Endpoint.ANY_TAG);

            far.send(nearAddress, 1, CONTEXT, room(1));
            one.ends();
            far.send(nearAddress, 2, CONTEXT, room(1));
            another.ends();
        }

        @Test
        void noneThatIsLimitedOrOfSeveralKinds() {
            Caller limited = Caller.of(() -> near.probe(farAddress, TAG, CONTEXT, AN_HOUR));
            Caller several =
                    Caller.of(
                            () ->
                                    near.awaitAny(
                                            near.irecv(farAddress, TAG, CONTEXT, room(1)),
                                            near.irecv(farAddress, TAG, CONTEXT + 1, room(1))));
            Caller either =
                    Caller.of(
                            () ->
                                    near.awaitAny(
                                            near.irecv(farAddress, 9, CONTEXT, room(1)),
                                            near.issend(farAddress, 9, CONTEXT, room(1))));
            await().until(() -> LockSupport.getBlocker(limited.thread) != null);
            await().until(() -> LockSupport.getBlocker(several.thread) != null);
            await().until(() -> LockSupport.getBlocker(either.thread) != null);
            assertThat(BlockedCall.of(limited.thread)).isNull();
            assertThat(BlockedCall.of(several.thread)).isNull();
            assertThat(BlockedCall.of(either.thread)).isNull();

            far.send(nearAddress, TAG, CONTEXT, room(1));
            several.ends();
            far.send(nearAddress, TAG, CONTEXT, room(1));
            limited.ends();
            far.recv(nearAddress, 9, CONTEXT, room(1));
            either.ends();
        }

        @Test
        void theMessagesThatAreHereAndNotReceived() {
            assertThat(MessageQueue.unreceivedAt(near)).isEmpty();
            far.send(nearAddress, TAG, CONTEXT, room(1));
            Request large = far.isend(nearAddress, TAG + 1, CONTEXT, room(LONG));
            far.send(nearAddress, TAG + 2, CONTEXT, Slice.of(new int[2]));
            Endpoint.Message kept = near.mprobe(farAddress, TAG + 2, CONTEXT, AN_HOUR);

            assertThat(MessageQueue.unreceivedAt(near))
                    .containsExactly(
                            new Status(farAddress, TAG, CONTEXT, ElementType.BYTE, 1),
                            new Status(farAddress, TAG + 1, CONTEXT, ElementType.BYTE, LONG));

            near.recv(farAddress, TAG, CONTEXT, room(1));
            near.recv(farAddress, TAG + 1, CONTEXT, room(LONG));
            large.await();
            assertThat(kept.status().tag()).isEqualTo(TAG + 2);
            assertThat(MessageQueue.unreceivedAt(near)).isEmpty();
        }

        @Test
        void whatWaitsIsToldWhyTheEndpointIsClosed() {
            Caller caller = Caller.of(() -> near.recv(farAddress, TAG, CONTEXT, room(1)));
            assertThat(caller.blocked()).isNotNull();

            near.close("a circle");

            assertThat(caller.end.join())
                    .isInstanceOf(TransportClosedException.class)
                    .hasMessageContaining("endpoint=" + nearAddress + " reason=a circle");
            assertThatThrownBy(() -> near.send(farAddress, TAG, CONTEXT, room(1)))
                    .isInstanceOf(TransportClosedException.class)
                    .hasMessageContaining("reason=a circle");
        }
    }

    /** Within one JVM, as between two. */
    @Nested
    class WithinAJvm extends Contract {
        WithinAJvm() {
            super("local");
        }
    }

    @Nested
    class OverSharedMemory extends Contract {
        OverSharedMemory() {
            super("shm");
        }
    }

    @Nested
    class OverTcp extends Contract {
        OverTcp() {
            super("tcp");
        }
    }

    @Nested
    class OverNetty extends Contract {
        OverNetty() {
            super("netty");
        }
    }
}
