package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.active.ActiveTables;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.message.Handlers;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.transfer.LateMisfits;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Code of users that fails while the log fails, too, as it does without memory. */
@Timeout(60)
class UntoldFaultsTest {

    private static final int FAIL = 1;
    private static final int COUNT = 2;
    private static final int BYTE = ElementType.BYTE.wireId();
    private static final byte[] HEAD = {};
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<Logger> loggers =
            List.of(
                    logger(Handlers.class),
                    logger(ActiveTables.class),
                    logger(Engine.class),
                    logger(Connections.class),
                    logger(Posts.class),
                    logger(LateMisfits.class),
                    (Logger) LogManager.getLogger(Peer.class.getPackageName() + ".StillTask"),
                    (Logger)
                            LogManager.getLogger(
                                    ActiveTables.class.getPackageName() + ".BulkInput"));
    private final List<Level> levels = new ArrayList<>();
    private final FailingAppender appender = new FailingAppender();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger counted = new AtomicInteger();
    private final LoneEngine alone =
            new LoneEngine(
                    TransportConfig.defaults()
                            .withTimeouts(Duration.ofSeconds(10), Duration.ofMillis(1)));
    private final Engine engine = alone.engine();
    private final RuntimeId self = engine.self().id();

    private static final class FailingAppender extends AbstractAppender {

        private volatile boolean hasFailed;

        FailingAppender() {
            super("failing", null, null, false, Property.EMPTY_ARRAY);
            start();
        }

        @Override
        public void append(LogEvent event) {
            hasFailed = true;
            throw new OutOfMemoryError("of the log");
        }
    }

    private static Logger logger(Class<?> whose) {
        return (Logger) LogManager.getLogger(whose);
    }

    @BeforeEach
    void spoilTheLog() {
        loggers.forEach(logger -> levels.add(logger.getLevel()));
        loggers.forEach(logger -> logger.addAppender(appender)); // sets all levels anew
        loggers.forEach(logger -> logger.setLevel(Level.WARN));
    }

    @AfterEach
    void close() {
        for (int i = 0; i < loggers.size(); i++) {
            loggers.get(i).removeAppender(appender);
            loggers.get(i).setLevel(levels.get(i));
        }
        alone.close();
    }

    private void fail() {
        failed.incrementAndGet();
        throw new IllegalStateException("of a handler");
    }

    @Test
    void aMessageBehindOneWhoseHandlerFailsIsHandled() {
        engine.handlers().add(FAIL, (from, stream, head, attachments) -> fail());
        engine.handlers()
                .add(COUNT, (from, stream, head, attachments) -> counted.incrementAndGet());

        engine.post(self, FAIL, 0, HEAD, 0, List.of());
        engine.post(self, COUNT, 0, HEAD, 0, List.of());

        assertThat(failed).hasValue(1);
        assertThat(counted).hasValue(1);
    }

    @Test
    void anActiveMessageBehindOneWhoseHandlerFailsIsHandled() {
        ActiveMessages table =
                engine.tables()
                        .open(
                                "table",
                                handlers -> {
                                    handlers.onRequest(FAIL, "fail", request -> fail());
                                    handlers.onRequest(
                                            COUNT, "count", request -> counted.incrementAndGet());
                                });
        ActiveMessages.Target itself = table.target(self);

        itself.request(FAIL, 0);
        itself.request(COUNT, 0);

        assertThat(failed).hasValue(1);
        assertThat(counted).hasValue(1);
        assertThat(itself.underWay()).isZero();
    }

    @Test
    void aMessageBehindOneForAHandlerThatIsNotThereIsHandled() {
        engine.handlers()
                .add(COUNT, (from, stream, head, attachments) -> counted.incrementAndGet());

        engine.post(self, FAIL, 0, HEAD, 0, List.of()); // which the log is to be told
        engine.post(self, COUNT, 0, HEAD, 0, List.of());

        assertThat(counted).hasValue(1);
    }

    @Test
    void anActiveMessageBehindOneWhoseHandlerFailsAgainIsHandled() {
        logger(ActiveTables.class).setLevel(Level.DEBUG); // of the second time
        ActiveMessages table =
                engine.tables()
                        .open(
                                "table",
                                handlers -> {
                                    handlers.onRequest(FAIL, "fail", request -> fail());
                                    handlers.onRequest(
                                            COUNT, "count", request -> counted.incrementAndGet());
                                });
        ActiveMessages.Target itself = table.target(self);

        itself.request(FAIL, 0);
        itself.request(FAIL, 0);
        itself.request(COUNT, 0);

        assertThat(counted).hasValue(1);
        assertThat(itself.underWay()).isZero();
    }

    @Test
    void aListenerBehindOneThatFailsIsToldOfALoss() throws Exception {
        CompletableFuture<String> told = new CompletableFuture<>();
        engine.onPeerLost(
                loss -> {
                    throw new AssertionError("of a listener");
                });
        engine.onPeerLost(loss -> told.complete(loss.getMessage()));
        Peer peer = engine.learn(LoneEngine.card(2));
        peer.attach(new RecordingLink());

        peer.lose("it is to be lost", null);

        assertThat(told.get(30, TimeUnit.SECONDS)).contains("it is to be lost");
    }

    @Test
    void aHandlersPeerThatCannotBeConnectedIsLost() {
        Peer peer = engine.learn(LoneEngine.card(2));
        Connections connections =
                new Connections(
                        unreachable -> {
                            throw new TransportException("nobody is there");
                        },
                        Thread.ofPlatform().daemon().factory());

        connections.begin(peer);

        Awaitility.await().atMost(PATIENCE).until(() -> peer.loss() != null);
        assertThat(peer.loss()).hasMessageContaining("nobody is there");
    }

    /** The thread that moves the links does not come to say that nothing is written any more. */
    @Test
    void anEndpointThatWaitsForItsLastElementsClosesAndFailsItsSends() throws Exception {
        Peer peer = engine.learn(LoneEngine.card(2));
        RecordingLink link = new RecordingLink();
        peer.attach(link);
        Endpoint endpoint = engine.openEndpoint();
        EndpointAddress there = new EndpointAddress(peer.id(), 1);
        Request send = endpoint.isend(there, 0, 0, Slice.of(new byte[1 << 20]));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        alone.progress().execute(() -> await(begun, end));
        begun.await();
        FrameHeader header = new FrameHeader().set(Wire.EAGER, BYTE, 0, 1, 1, 1, 0, 0, 0);
        peer.receiver().onHeader(header, new Landing());

        try {
            endpoint.close();
        } finally {
            end.countDown();
        }

        assertThatThrownBy(() -> send.await(PATIENCE)).isInstanceOf(TransportClosedException.class);
    }

    private static void await(CountDownLatch begun, CountDownLatch end) {
        begun.countDown();
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aPostThatWaitsForRoomIsSent() throws Exception {
        Peer peer = engine.learn(LoneEngine.card(2));
        RecordingLink link = new RecordingLink();
        peer.attach(link);
        link.isFull = true;
        CompletableFuture<Void> posted =
                CompletableFuture.runAsync(
                        () -> engine.post(peer.id(), COUNT, 0, HEAD, 0, List.of()));
        Awaitility.await().atMost(PATIENCE).until(() -> appender.hasFailed || posted.isDone());
        link.isFull = false;
        alone.progress().kick();

        posted.get(20, TimeUnit.SECONDS);
        assertThat(link.next().header().kind()).isEqualTo(Wire.MESSAGE);
    }

    @Test
    void aReceiveOfWhatDoesNotFitFailsItself() {
        Endpoint from = engine.openEndpoint();
        Endpoint to = engine.openEndpoint();
        from.send(to.address(), 0, 0, Slice.of(new byte[1]));

        Request receive = to.irecv(from.address(), 0, 0, Slice.of(new int[1]));

        assertThatThrownBy(() -> receive.await(PATIENCE))
                .isInstanceOf(MessageMismatchException.class);
    }

    @Test
    void whoWaitsForAPeerIsToldOfItsLossAlsoIfABulkRequestIsBrokenOff() throws Exception {
        engine.tables()
                .open(
                        "table",
                        handlers ->
                                handlers.onBulk(
                                        1,
                                        "bulk",
                                        bulk -> Slice.of(new byte[8]),
                                        bulk -> fail(),
                                        bulk -> counted.incrementAndGet()));
        Peer peer = engine.learn(LoneEngine.card(2));
        RecordingLink link = new RecordingLink();
        peer.attach(link);
        Request receive =
                engine.openEndpoint()
                        .irecv(new EndpointAddress(peer.id(), 1), 0, 0, Slice.of(new byte[1]));
        String numbering = "1 bulk bulk";
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(numbering.getBytes(US_ASCII));
        long word = ByteBuffer.wrap(digest).getLong();
        feed(peer, Wire.TABLE_HELLO, 0, 9, 0, word, ("table\n" + numbering).getBytes(US_ASCII));
        int number = (int) link.next().header().word3();
        feed(peer, Wire.BULK_REQUEST, 1, number, BYTE, 8, new byte[8]);

        peer.lose("it is to be lost", null);

        assertThatThrownBy(() -> receive.await(PATIENCE))
                .isInstanceOf(PeerLostException.class)
                .hasMessageContaining("it is to be lost");
        assertThat(counted).hasValue(1);
    }

    private static void feed(
            Peer peer, int kind, int type, int source, int tag, long word, byte[] payload) {
        FrameHeader header =
                new FrameHeader().set(kind, type, 0, payload.length, source, 0, tag, 0, word);
        RecordingLink.feed(peer, header, payload);
    }
}
