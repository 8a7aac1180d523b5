package org.activeobjects.deployment.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.deployment.internal.protocol.ControlLine;
import org.activeobjects.deployment.internal.protocol.ControlLine.Verb;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

class LineReaderTest {

    private static final String TOKEN = "0123456789abcdef";
    private static final String MARK = (char) ControlLine.MARK + TOKEN + " ";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<ControlLine> control = new ArrayList<>();

    @ParameterizedTest(name = "text {index}")
    @CsvSource({"'', ''", "a, '[7] a\n'", "'a\n', '[7] a\n'", "'a\n\nb', '[7] a\n[7] \n[7] b\n'"})
    void everyLineGetsThePrefix(String text, String expected) {
        read(text, false, text.length() + 1);

        assertThat(out).hasToString(expected);
        assertThat(err.size()).isZero();
    }

    @Test
    void bytesPassAsTheyAre() {
        read("grün €\r\n\u0001 x\n", false, 1000);

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("[7] grün €\r\n[7] \u0001 x\n");
    }

    @Test
    void aLineIsWholeHoweverItArrives() {
        List<String> writes = new ArrayList<>();
        OutputStream whole =
                new OutputStream() {
                    @Override
                    public void write(int b) {
                        throw new AssertionError("a single byte");
                    }

                    @Override
                    public void write(byte[] bytes, int offset, int length) {
                        writes.add(new String(bytes, offset, length, StandardCharsets.UTF_8));
                    }
                };
        LineOutput output = new LineOutput(whole, whole);

        new LineReader(pieces("one\ntwo\nthree", 2), false, "[0] ", output, TOKEN, control::add)
                .run();

        assertThat(writes).containsExactly("[0] one\n", "[0] two\n", "[0] three\n");
    }

    @Test
    void controlLinesAreTakenOutEvenBehindABegunLine() {
        String failed = MARK + ControlLine.of(Verb.FAILED, "root", "", "a\nb").encode();
        read("before\nbegun" + failed + "\n" + MARK + "DONE\nafter\n", true, 5);

        assertThat(err).hasToString("[7] before\n[7] begun\n[7] after\n");
        assertThat(control)
                .containsExactly(
                        ControlLine.of(Verb.FAILED, "root", "", "a\nb"), ControlLine.of(Verb.DONE));
    }

    @Test
    void aMarkWithAnotherTokenIsOutput() {
        read((char) ControlLine.MARK + "fedcba DONE\n", true, 100);

        assertThat(control).isEmpty();
        assertThat(err).hasToString("[7] \u0001fedcba DONE\n");
    }

    @ParameterizedTest(name = "cut: {0}")
    @ValueSource(strings = {"", "FAI", "FAILED .r", "FAILED  .eA=="})
    void ofAMessageThatIsCutOnlyThatIsLost(String begun) {
        read("before\n" + MARK + begun + "\nafter\n" + MARK + begun, true, 100);

        assertThat(control).isEmpty();
        assertThat(err).hasToString("[7] before\n[7] after\n");
    }

    @Test
    void whoIsInTheMidstOfAMessageCanBeGivenUp() {
        LineReader[] reader = new LineReader[1];
        boolean[] isGivenUp = new boolean[1];
        byte[] begun = (MARK + "FAILED .r").getBytes(StandardCharsets.UTF_8);
        InputStream open =
                new ByteArrayInputStream(begun) {
                    @Override
                    public synchronized int read(byte[] bytes, int offset, int count) {
                        int length = super.read(bytes, offset, count);
                        isGivenUp[0] = length < 0 && reader[0].tryGiveUp();
                        return length;
                    }
                };
        reader[0] = new LineReader(open, true, "", new LineOutput(out, err), TOKEN, control::add);

        reader[0].run();

        assertThat(isGivenUp[0]).isTrue();
        assertThat(err.size()).isZero();
    }

    @Test
    void aLineWithoutEndIsCut() {
        read("x".repeat(LineReader.MAX_LINE_LENGTH + 1), false, 1 << 16);

        assertThat(out.toString(StandardCharsets.UTF_8).lines().map(String::length))
                .containsExactly(LineReader.MAX_LINE_LENGTH + 4, 1 + 4);
    }

    @Test
    void readingGoesOnWhenNobodyTakesTheLines() {
        OutputStream broken =
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("closed");
                    }
                };
        LineOutput output = new LineOutput(broken, broken);

        new LineReader(pieces("a\n" + MARK + "DONE\n", 3), true, "", output, TOKEN, control::add)
                .run();

        assertThat(control).containsExactly(ControlLine.of(Verb.DONE));
    }

    @ParameterizedTest
    @ValueSource(classes = {UncheckedIOException.class, OutOfMemoryError.class})
    void readingGoesOnWhenWhoTakesTheLinesThrows(Class<? extends Throwable> type) {
        boolean isError = type == OutOfMemoryError.class;
        OutputStream broken =
                new OutputStream() {
                    @Override
                    public void write(int b) {
                        out.write(b);
                        if (b == 'a' && isError) {
                            throw new OutOfMemoryError("of the test");
                        } else if (b == 'a') {
                            throw new UncheckedIOException(new IOException("closed"));
                        }
                    }
                };
        LineOutput output = new LineOutput(broken, broken);

        new LineReader(pieces("a\n" + MARK + "DONE\nb\n", 2), true, "", output, TOKEN, control::add)
                .run();

        assertThat(control).containsExactly(ControlLine.of(Verb.DONE));
        assertThat(out).hasToString("ab\n");
    }

    private void read(String text, boolean isErr, int pieceLength) {
        LineOutput output = new LineOutput(out, err);
        new LineReader(pieces(text, pieceLength), isErr, "[7] ", output, TOKEN, control::add).run();
    }

    /** A stream that gives a few bytes at a time, as a pipe may. */
    private static InputStream pieces(String text, int length) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] bytes, int offset, int count) {
                return super.read(bytes, offset, Math.min(count, length));
            }
        };
    }
}
