package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.active.Body;
import org.activeobjects.active.InitActive;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.failure.CallFailure;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.runtime.CoreRuntime;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.Serializable;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** An answer that is longer than a message may be fails, however it comes about. */
@Timeout(60)
class LongAnswerTest {

    private static final long LONGEST = 100_000;
    private static final Semaphore MAY_WRITE = new Semaphore(0);

    private NodeRuntime here;
    private NodeRuntime there;
    private Node far;

    /** A long one. */
    public static class Letter implements Serializable {

        private final byte[] text;

        /** For its stub. */
        public Letter() {
            this(0);
        }

        Letter(int length) {
            text = new byte[length];
        }

        public int length() {
            return text.length;
        }
    }

    /** Writes letters. */
    public static class Writer {

        public Letter write(int length) {
            MAY_WRITE.acquireUninterruptibly();
            return new Letter(length);
        }

        public Letter fail(int length, int textLength) {
            throw new Torn("torn " + "x".repeat(textLength), new byte[length]);
        }
    }

    /** Says what was written before. */
    public static class Torn extends IllegalStateException {

        private static final long serialVersionUID = 1;

        @SuppressWarnings("unused")
        private final byte[] rest;

        Torn(String message, byte[] rest) {
            super(message);
            this.rest = rest;
        }
    }

    /** Cannot begin. */
    public static class Stillborn implements InitActive {

        @Override
        public void initActivity(Body body) {
            MAY_WRITE.acquireUninterruptibly();
            throw new Torn("torn", new byte[200_000]);
        }

        public void note(int number) {}

        public Letter write(int length) {
            return new Letter(length);
        }
    }

    /** Answers with letters as long as what it reads. */
    public static class Reader {

        public Letter read(byte[] text) {
            return new Letter(text.length);
        }
    }

    /** Has others write. */
    public static class Clerk {

        private final Writer writer = PAActiveObject.newActive(Writer.class);

        public Letter order(int length) {
            return writer.write(length);
        }

        public int orders() {
            return 0;
        }
    }

    @BeforeEach
    void openBoth() {
        TransportConfig usual = TransportConfig.defaults();
        here = NodeRuntime.open(usual);
        there = NodeRuntime.open(usual.withMaxMessageLength(LONGEST));
        here.makeDefault();
        far = here.connect(there.card());
    }

    @AfterEach
    void closeBoth() {
        there.close();
        here.close();
    }

    @Test
    void failsIfItIsReturned() {
        Writer writer = PAActiveObject.newActive(Writer.class, new Object[0], far);
        MAY_WRITE.release();
        assertTooLong(writer.write(200_000));
    }

    @Test
    void failsIfItIsAnAwaitedResultThatIsPassedOn() {
        Clerk clerk = PAActiveObject.newActive(Clerk.class, new Object[0], far);
        Letter letter = clerk.order(200_000);
        assertThat(clerk.orders()).isZero(); // it has been served, and its result is awaited
        MAY_WRITE.release();
        assertTooLong(letter);

        Letter shorter = clerk.order(1000);
        MAY_WRITE.release();
        assertThat(shorter.length()).isEqualTo(1000);
    }

    @ParameterizedTest
    @CsvSource({"200000, 0", "0, 200000"})
    void failsIfItIsWhatTheMethodThrows(int length, int textLength) {
        Writer writer = PAActiveObject.newActive(Writer.class, new Object[0], far);

        Letter torn = writer.fail(length, textLength);

        assertTooLong(torn);
        assertThatThrownBy(torn::length).hasStackTraceContaining(Torn.class.getName() + ": torn");
        MAY_WRITE.release();
        assertThat(writer.write(1000).length()).isEqualTo(1000);
    }

    @Test
    void aCallThatIsTooLongIsNotWaitedForAnyMore() throws IOException {
        String url = PAActiveObject.getUrl(PAActiveObject.newActive(Reader.class));
        there.makeDefault(); // from where nothing as long may be sent
        Reader reader = PAActiveObject.lookupActive(Reader.class, url);

        assertThatThrownBy(() -> reader.read(new byte[200_000]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("longer than maxMessageLength");

        assertThat(there.toString()).contains(" waiting=0 ");
        assertThat(reader.read(new byte[100]).length()).isEqualTo(100);
    }

    private static void assertTooLong(Letter letter) {
        assertThatThrownBy(letter::length)
                .hasStackTraceContaining("longer than maxMessageLength")
                .hasStackTraceContaining("maxMessageLength=" + LONGEST);
    }

    @Test
    void isToldOfAOneWayCallThatIsNotServedForIt() throws Exception {
        BlockingQueue<CallFailure> told = new LinkedBlockingQueue<>();
        PAException.setDefaultFailureHandler(told::add);
        try {
            Stillborn stillborn = PAActiveObject.newActive(Stillborn.class, new Object[0], far);
            stillborn.note(1);
            Letter letter = stillborn.write(1);
            long number = ActiveHandler.of(stillborn).route().id().number();
            await().until(() -> ((CoreRuntime) there).exported(number).queueLength() == 2);
            MAY_WRITE.release();

            assertThatThrownBy(() -> PAFuture.getFutureValue(letter, 20_000))
                    .isInstanceOf(ActiveObjectException.class)
                    .hasMessageContaining("activity of the active object failed");
            CallFailure failure = told.poll(20, TimeUnit.SECONDS);
            assertThat(failure.method()).isEqualTo("note");
            assertThat(failure.exception())
                    .hasMessageContaining("activity of the active object failed")
                    .hasMessageContaining("which cannot be sent itself");
        } finally {
            PAException.setDefaultFailureHandler(null);
        }
    }
}
