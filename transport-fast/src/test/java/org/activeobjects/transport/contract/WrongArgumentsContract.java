package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Who hands over a wrong argument is told so at once, on the thread that calls, and everything is
 * as before; over whatever link.
 */
public abstract class WrongArgumentsContract extends TwoTransports {

    private static final int HANDLER = 5;
    private static final int REQUEST = 1;
    private static final int BULK = 3;
    private static final EndpointAddress ANY = EndpointAddress.ANY_SOURCE;
    private static final byte[] HEAD = new byte[2];

    /** Bytes of a message that goes in pieces over every link. */
    private static final int LONG = 4_000_000;

    private final Slice ints = Slice.of(new int[4]);
    private final Slice room = Slice.of(new int[4]);

    protected WrongArgumentsContract(String link) {
        super(link);
    }

    @Test
    void sendsAndReceivesNameTheSliceThatIsNull() {
        for (EndpointAddress with : List.of(farAddress, nearAddress)) {
            refused(
                    NullPointerException.class,
                    "the slice to send is null",
                    () -> near.isend(with, TAG, CONTEXT, null),
                    () -> near.issend(with, TAG, CONTEXT, null),
                    () -> near.send(with, TAG, CONTEXT, null),
                    () -> near.ssend(with, TAG, CONTEXT, null),
                    () -> near.exchange(with, TAG, CONTEXT, null, room),
                    () -> near.sendInit(with, TAG, CONTEXT, null),
                    () -> near.exchangeInit(with, TAG, CONTEXT, null, room));
            refused(
                    NullPointerException.class,
                    "the slice to receive into is null",
                    () -> near.irecv(with, TAG, CONTEXT, null),
                    () -> near.recv(with, TAG, CONTEXT, null),
                    () -> near.exchange(with, TAG, CONTEXT, ints, null),
                    () -> near.recvInit(with, TAG, CONTEXT, null),
                    () -> near.exchangeInit(with, TAG, CONTEXT, ints, null));
        }
        assertWorks();
    }

    @Test
    void anAddressThatIsNoneIsRefusedBeforeAnythingWaitsForIt() {
        String isNull = "the address of the other endpoint is null";
        refused(NullPointerException.class, isNull, sendsTo(null));
        refused(NullPointerException.class, "any is ANY_SOURCE", receivesFrom(null));
        refused(IllegalArgumentException.class, "any source is for a receive", sendsTo(ANY));
        for (int number : new int[] {0, -1, Integer.MIN_VALUE}) {
            EndpointAddress none = new EndpointAddress(farAddress.runtime(), number);
            String text = "the number of an endpoint is 1 or more: address=" + none;
            refused(IllegalArgumentException.class, text, sendsTo(none));
            refused(IllegalArgumentException.class, text, receivesFrom(none));
        }
        assertThat(near.iprobe(new EndpointAddress(new RuntimeId(0, 0), 0), TAG, CONTEXT)).isNull();
        assertWorks();
    }

    private ThrowingCallable[] sendsTo(EndpointAddress to) {
        return new ThrowingCallable[] {
            () -> near.isend(to, TAG, CONTEXT, ints),
            () -> near.issend(to, TAG, CONTEXT, ints),
            () -> near.send(to, TAG, CONTEXT, ints),
            () -> near.ssend(to, TAG, CONTEXT, ints),
            () -> near.exchange(to, TAG, CONTEXT, ints, room),
            () -> near.sendInit(to, TAG, CONTEXT, ints),
            () -> near.exchangeInit(to, TAG, CONTEXT, ints, room),
            () -> near.isendObject(to, TAG, CONTEXT, "text"),
            () -> near.sendObject(to, TAG, CONTEXT, "text")
        };
    }

    private ThrowingCallable[] receivesFrom(EndpointAddress from) {
        return new ThrowingCallable[] {
            () -> near.irecv(from, TAG, CONTEXT, room),
            () -> near.recv(from, TAG, CONTEXT, room),
            () -> near.recvInit(from, TAG, CONTEXT, room),
            () -> near.irecvObject(from, TAG, CONTEXT),
            () -> near.recvObject(from, TAG, CONTEXT),
            () -> near.iprobe(from, TAG, CONTEXT),
            () -> near.probe(from, TAG, CONTEXT),
            () -> near.improbe(from, TAG, CONTEXT),
            () -> near.mprobe(from, TAG, CONTEXT, PATIENCE)
        };
    }

    @Test
    void aTagThatIsNoneIsRefusedByPersistentRequestsToo() {
        refused(
                IllegalArgumentException.class,
                "a tag is 0 or more: tag=-2",
                () -> near.sendInit(farAddress, -2, CONTEXT, ints),
                () -> near.recvInit(farAddress, -2, CONTEXT, room),
                () -> near.exchangeInit(farAddress, -2, CONTEXT, ints, room),
                () -> near.recv(farAddress, -2, CONTEXT, room));
        near.recvInit(farAddress, Endpoint.ANY_TAG, CONTEXT, room).close();
    }

    @Test
    void whoWaitsForNothingIsTold() {
        Request open = near.irecv(farAddress, TAG, CONTEXT, room);
        Request complete = near.isend(nearAddress, TAG, CONTEXT, Slice.of(new byte[1]));
        refused(
                NullPointerException.class,
                "the longest wait is null",
                () -> open.await(null),
                () -> complete.await(null),
                () -> near.awaitAny((Duration) null, open),
                () -> Request.awaitAny((Duration) null, open),
                () -> near.probe(farAddress, TAG, CONTEXT, null),
                () -> near.mprobe(farAddress, TAG, CONTEXT, null),
                () -> one.help(() -> true, null));
        refused(
                NullPointerException.class,
                "the array of requests is null",
                () -> near.awaitAny((Request[]) null),
                () -> near.awaitAll((Request[]) null),
                () -> Request.awaitAny((Request[]) null),
                () -> Request.awaitAll((Request[]) null));
        Request elsewhere = far.irecv(nearAddress, TAG, CONTEXT, Slice.of(new int[4]));
        refused(
                IllegalArgumentException.class,
                "a request of another transport",
                () -> near.awaitAny(PATIENCE, elsewhere),
                () -> Request.awaitAny(PATIENCE, open, elsewhere));
        Request stranger = stranger();
        refused(
                IllegalArgumentException.class,
                "a request that no endpoint has started",
                () -> near.awaitAny(PATIENCE, stranger),
                () -> Request.awaitAll(stranger));
        assertThat(open.test()).isFalse();
        assertThat(open.cancel()).isTrue();
        assertThat(elsewhere.cancel()).isTrue();
        assertWorks();
    }

    /** A request that somebody else has made. */
    private Request stranger() {
        return (Request)
                Proxy.newProxyInstance(
                        Request.class.getClassLoader(),
                        new Class<?>[] {Request.class},
                        (proxy, method, arguments) -> {
                            boolean isText = method.getReturnType() == String.class;
                            return isText ? "stranger" : near;
                        });
    }

    @Test
    void ofSeveralPersistentRequestsNoneIsStartedIfOneIsNull() {
        try (PersistentRequest receive = near.recvInit(farAddress, TAG, CONTEXT, room)) {
            refused(
                    NullPointerException.class,
                    "a persistent request is null",
                    () -> PersistentRequest.startAll(receive, null));
            assertThat(receive.isActive()).isFalse();

            receive.start();
            refused(
                    NullPointerException.class,
                    "a persistent request is null",
                    () -> PersistentRequest.awaitAll(receive, null));
            refused(
                    NullPointerException.class,
                    "the longest wait is null",
                    () -> receive.await(null));
            assertThat(receive.isActive()).isTrue();
            far.send(nearAddress, TAG, CONTEXT, ints);
            PersistentRequest.awaitAll(receive);
        }
        refused(
                NullPointerException.class,
                "the array of persistent requests is null",
                () -> PersistentRequest.startAll((PersistentRequest[]) null),
                () -> PersistentRequest.awaitAll((PersistentRequest[]) null));
    }

    @Test
    void aPostOfWhatIsNullSendsNothing() throws Exception {
        BlockingQueue<Integer> handled = new LinkedBlockingQueue<>();
        for (Transport transport : List.of(one, other)) {
            transport.handle(
                    HANDLER, (from, stream, head, attached) -> handled.add(attached.length));
        }
        for (RuntimeId to : List.of(farAddress.runtime(), nearAddress.runtime())) {
            refused(
                    NullPointerException.class,
                    "the head of a message is null",
                    () -> one.post(to, HANDLER, 0, null, 0, List.of()));
            refused(
                    NullPointerException.class,
                    "the list of attachments is null",
                    () -> one.post(to, HANDLER, 0, HEAD, 2, null));
            refused(
                    NullPointerException.class,
                    "an attachment is null",
                    () -> one.post(to, HANDLER, 0, HEAD, 2, Arrays.asList(ints, null)));
            refused(
                    NullPointerException.class,
                    "the longest wait is null",
                    () -> one.post(to, HANDLER, 0, HEAD, 2, List.of(), null));
            one.post(to, HANDLER, 0, HEAD, 2, List.of(ints)); // behind whatever was sent
            assertThat(handled.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isOne();
            assertThat(handled).isEmpty();
        }
        refused(
                NullPointerException.class,
                "the id of a runtime is null",
                () -> one.post(null, HANDLER, 0, HEAD, 2, List.of()),
                () -> one.linkTo(null));
    }

    @Test
    void memoryOfAnotherThreadFailsItsMessageAndNoOther() throws Exception {
        BlockingQueue<Integer> handled = new LinkedBlockingQueue<>();
        RuntimeId to = farAddress.runtime();
        other.handle(HANDLER, (from, stream, head, attached) -> handled.add(attached.length));
        ActiveMessages table = openTable(one);
        openTable(other);
        ActiveMessages.Target target = table.target(to);
        try (Arena arena = Arena.ofConfined()) {
            Slice mine = Slice.of(arena.allocate(LONG), ElementType.INT);
            CompletableFuture<?> post =
                    onThread(
                            () -> {
                                one.post(to, HANDLER, 0, HEAD, 2, List.of(mine));
                                return null;
                            });
            assertThatThrownBy(() -> post.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("memory of a confined arena");
            CompletableFuture<?> bulk =
                    onThread(
                            () -> {
                                target.bulk(BULK, mine, ActiveMessages.NO_WORDS, 0);
                                return null;
                            });
            assertThatThrownBy(() -> bulk.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("memory of a confined arena");
        }
        one.post(to, HANDLER, 0, HEAD, 2, List.of(ints));
        assertThat(handled.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isOne();
        assertThat(handled).isEmpty();
        assertWorks();
    }

    @Test
    void whatATransportIsToCallIsNotNull() {
        refused(
                NullPointerException.class,
                "the code of a message handler is null",
                () -> one.handle(HANDLER, null));
        one.handle(HANDLER, (from, stream, head, attached) -> {}); // the number is free
        refused(
                NullPointerException.class,
                "the listener for losses is null",
                () -> one.onPeerLost(null));
        refused(
                NullPointerException.class,
                "the condition to help for is null",
                () -> one.help(null, Duration.ZERO));
        refused(
                NullPointerException.class,
                "the code that wakes is null",
                () -> one.afterwards(null));
        refused(NullPointerException.class, "the card of a peer is null", () -> one.learn(null));
        refused(
                NullPointerException.class,
                "the codec of an endpoint is null",
                () -> near.useCodec(null));
    }

    @Test
    void nobodyConnectsToAPortThatIsNone() {
        refused(
                NullPointerException.class,
                "the host to connect to is null",
                () -> one.connect(null, 1));
        for (int port : new int[] {-1, 0, 65_536}) {
            refused(
                    IllegalArgumentException.class,
                    "a port to connect to is a number from 1 to 65535: host=localhost port=" + port,
                    () -> one.connect("localhost", port));
        }
    }

    @Test
    void aTableHasCodeForEachNumber() {
        List<Function<ActiveMessages.Table, ?>> withoutCode =
                List.of(
                        table -> table.onRequest(1, "name", null),
                        table -> table.onReply(1, "name", null),
                        table -> table.onBulk(1, "name", ints, null),
                        table -> table.onBulk(1, "name", bulk -> ints, bulk -> {}, null));
        for (Function<ActiveMessages.Table, ?> filling : withoutCode) {
            refused(
                    NullPointerException.class,
                    "the code of a handler is null",
                    () -> one.openActiveMessages("table", filling::apply));
        }
        Slice noRoom = null;
        refused(
                NullPointerException.class,
                "the room for a bulk request is null",
                () ->
                        one.openActiveMessages(
                                "table", table -> table.onBulk(1, "name", noRoom, bulk -> {})));
        Function<ActiveMessages.Bulk, Slice> noFunction = null;
        refused(
                NullPointerException.class,
                "what names the room for a bulk request is null",
                () ->
                        one.openActiveMessages(
                                "table", table -> table.onBulk(1, "name", noFunction, bulk -> {})));
        refused(
                NullPointerException.class,
                "the name of a table or of a handler is null",
                () -> one.openActiveMessages(null, table -> {}),
                () ->
                        one.openActiveMessages(
                                "table", table -> table.onRequest(1, null, request -> {})));
        refused(
                NullPointerException.class,
                "what gives the handlers of a table is null",
                () -> one.openActiveMessages("table", null));
        assertThat(one.openActiveMessages("table", table -> {}).name()).isEqualTo("table");
    }

    @Test
    void anActiveMessageOfWhatIsNullTakesNoCredit() {
        ActiveMessages table = openTable(one);
        openTable(other);
        for (RuntimeId to : List.of(farAddress.runtime(), nearAddress.runtime())) {
            ActiveMessages.Target target = table.target(to);
            refused(
                    NullPointerException.class,
                    "the words of a message are null",
                    () -> target.request(REQUEST, null, 0),
                    () -> target.tryRequest(REQUEST, null, 0),
                    () -> target.bulk(BULK, ints, null, 0));
            refused(
                    NullPointerException.class,
                    "the elements of a bulk request are null",
                    () -> target.bulk(BULK, null, ActiveMessages.NO_WORDS, 0));
            refused(
                    NullPointerException.class,
                    "the condition to wait for is null",
                    () -> target.await(null, PATIENCE),
                    () -> table.await(null, PATIENCE));
            refused(
                    NullPointerException.class,
                    "the longest wait is null",
                    () -> target.await(() -> true, null),
                    () -> table.await(() -> true, null));
            assertThat(target.underWay()).isZero();
            target.bulk(BULK, ints, ActiveMessages.NO_WORDS, 0);
        }
        refused(
                NullPointerException.class,
                "the runtime of a target is null",
                () -> table.target(null));
    }

    private ActiveMessages openTable(Transport transport) {
        Slice own = Slice.of(new int[LONG / Integer.BYTES]);
        return transport.openActiveMessages(
                "table",
                table ->
                        table.onRequest(REQUEST, "request", request -> {})
                                .onBulk(BULK, "bulk", own, bulk -> {}));
    }

    /** Each call throws exactly that, by itself. */
    private static void refused(
            Class<? extends RuntimeException> type, String text, ThrowingCallable... calls) {
        for (int call = 0; call < calls.length; call++) {
            assertThatThrownBy(calls[call])
                    .as("call %d, to be refused because %s", call, text)
                    .isExactlyInstanceOf(type)
                    .hasMessageContaining(text);
        }
    }

    private void assertWorks() {
        int[] got = new int[1];
        Request receive = far.irecv(ANY, Endpoint.ANY_TAG, CONTEXT, Slice.of(got));
        near.send(farAddress, TAG, CONTEXT, Slice.of(new int[] {42}));
        receive.await(PATIENCE);
        assertThat(got).containsExactly(42);
    }
}
