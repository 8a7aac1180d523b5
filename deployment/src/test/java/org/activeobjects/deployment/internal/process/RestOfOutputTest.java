package org.activeobjects.deployment.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** The looks at the readers are counted here, and what happens meanwhile happens at one of them. */
@Timeout(60)
class RestOfOutputTest {

    private static final int MANY = 100 * RestOfOutput.LOOKS;

    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private final CountDownLatch gate = new CountDownLatch(1);
    private final CountDownLatch atGate = new CountDownLatch(1);
    private final PipedOutputStream pipe = new PipedOutputStream();
    private InputStream held;
    private Thread thread;
    private int looks;

    @BeforeEach
    void openAPipe() throws IOException {
        held = new PipedInputStream(pipe);
    }

    @AfterEach
    void endTheReader() throws Exception {
        gate.countDown();
        pipe.close();
        thread.join();
    }

    @Test
    void whoTakesLinesSlowlyGetsThemAll() throws Exception {
        LineReader reader = start(stream("one\ntwo\n"), gated());
        atGate.await(); // it is not waiting before it has begun, either

        assertThat(rest(reader, MANY, gate::countDown).await(() -> false)).isTrue();

        assertThat(taken).hasToString("one\ntwo\n");
    }

    @Test
    void whoTakesNoLinesAtTheEndOfAFailedJobIsGivenUp() throws Exception {
        LineReader reader = start(stream("one\n"), gated());
        atGate.await(); // it is not waiting before it has begun, either

        assertThat(rest(reader, MANY, () -> {}).await(() -> true)).isFalse();

        assertThat(looks).isEqualTo(RestOfOutput.LOOKS);
    }

    @Test
    void aStreamThatIsHeldOpenIsNotWaitedFor() throws Exception {
        LineReader reader = start(held, taken);
        write("one\nbegun");
        await().until(() -> reader.isWaiting() && taken.size() > 0);

        assertThat(rest(reader, MANY, () -> {}).await(() -> false)).isTrue();

        assertThat(taken).hasToString("one\nbegun\n");
        assertThat(looks).isEqualTo(RestOfOutput.LOOKS);
    }

    @Test
    void whatComesLaterIsDropped() throws Exception {
        LineReader reader = start(held, taken);
        await().until(reader::isWaiting);
        assertThat(rest(reader, MANY, () -> {}).await(() -> false)).isTrue();

        write("late\n");
        pipe.close();
        thread.join();

        assertThat(taken.size()).isZero();
    }

    @Test
    void aReaderThatGetsOnIsWaitedForAnew() throws Exception {
        LineReader reader = start(held, taken);
        await().until(reader::isWaiting);
        int last = RestOfOutput.LOOKS;

        RestOfOutput rest =
                rest(
                        reader,
                        last,
                        () -> {
                            int before = reader.moves();
                            write("late\n");
                            await().until(() -> reader.isWaiting() && reader.moves() > before);
                        });
        assertThat(rest.await(() -> false)).isTrue();

        assertThat(taken).hasToString("late\n");
        assertThat(looks).isEqualTo(2 * last);
    }

    private interface Act {

        void run() throws IOException;
    }

    /** Does something at one of the looks. */
    private RestOfOutput rest(LineReader reader, int when, Act act) {
        return new RestOfOutput(
                List.of(reader),
                waitedFor -> {
                    looks++;
                    if (looks == when) {
                        try {
                            act.run();
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                    }
                });
    }

    private LineReader start(InputStream in, OutputStream out) {
        LineReader reader =
                new LineReader(in, false, "", new LineOutput(out, out), "token", line -> {});
        thread = Thread.ofPlatform().daemon().start(reader);
        return reader;
    }

    private void write(String text) throws IOException {
        pipe.write(text.getBytes(StandardCharsets.US_ASCII));
        pipe.flush();
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Takes nothing until the gate opens. */
    private OutputStream gated() {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                try {
                    atGate.countDown();
                    gate.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                taken.write(b);
            }
        };
    }
}
