package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.active.ActiveTables;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.message.Handlers;
import org.activeobjects.transport.peer.Peer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Code of users that fails while the log fails, too, as it does without memory. */
@Timeout(60)
class UntoldFaultsTest {

    private static final int FAIL = 1;
    private static final int COUNT = 2;
    private static final byte[] HEAD = {};

    private final List<Logger> loggers =
            List.of(logger(Handlers.class), logger(ActiveTables.class), logger(Engine.class));
    private final FailingAppender appender = new FailingAppender();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger counted = new AtomicInteger();
    private final LoneEngine alone = new LoneEngine();
    private final Engine engine = alone.engine();
    private final RuntimeId self = engine.self().id();

    private static final class FailingAppender extends AbstractAppender {

        FailingAppender() {
            super("failing", null, null, false, Property.EMPTY_ARRAY);
            start();
        }

        @Override
        public void append(LogEvent event) {
            throw new OutOfMemoryError("of the log");
        }
    }

    private static Logger logger(Class<?> whose) {
        return (Logger) LogManager.getLogger(whose);
    }

    @BeforeEach
    void spoilTheLog() {
        loggers.forEach(logger -> logger.addAppender(appender));
    }

    @AfterEach
    void close() {
        loggers.forEach(logger -> logger.removeAppender(appender));
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
}
