package org.activeobjects.deployment.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * One message between a launcher and a rank: a verb and words of any text.
 *
 * <p>To the launcher it travels as one line on the rank's standard error, known by a random token
 * in front of it; to the rank, as one line on the pipe that it finds as its standard input. So both
 * ways end when either side ends, whatever else is broken.
 *
 * @param verb what is said
 * @param words what goes with it
 */
public record ControlLine(Verb verb, List<String> words) {

    /** Starts a control line; hardly ever printed by programs, so that looking for it is cheap. */
    public static final byte MARK = 1;

    private static final Base64.Encoder ENCODER = Base64.getEncoder();
    private static final Base64.Decoder DECODER = Base64.getDecoder();

    /** What can be said. */
    public enum Verb {
        /** Rank: I am up; my card. */
        CARD,
        /** Launcher: everybody is up; the cards by rank. */
        RANKS,
        /** Rank: {@code main} has returned. */
        DONE,
        /** Rank: I failed; the cause {@code root} or {@code lost}, one line, the stack trace. */
        FAILED,
        /** Launcher: write what the active objects do to the standard output. */
        DUMP,
        /** Rank: that is written, as far as it could be. */
        DUMPED,
        /** Launcher: the job is over, end in order. */
        END
    }

    /** Keeps a copy of the words. */
    public ControlLine {
        words = List.copyOf(words);
    }

    /**
     * A message.
     *
     * @param verb what is said
     * @param words what goes with it
     * @return the message
     */
    public static ControlLine of(Verb verb, String... words) {
        return new ControlLine(verb, List.of(words));
    }

    /**
     * The message as one line.
     *
     * @return letters, digits, blanks and Base64's signs; no line end
     */
    public String encode() {
        StringBuilder line = new StringBuilder(verb.name());
        for (String word : words) {
            // A point in front keeps an empty word from vanishing between two blanks.
            line.append(" .").append(ENCODER.encodeToString(word.getBytes(StandardCharsets.UTF_8)));
        }
        return line.toString();
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @param line the line without its end
     * @return the message
     * @throws IllegalArgumentException if the line is anything else
     */
    public static ControlLine parse(String line) {
        String[] parts = line.strip().split(" ");
        List<String> words =
                Arrays.stream(parts)
                        .skip(1)
                        .map(
                                part ->
                                        new String(
                                                DECODER.decode(part.substring(1)),
                                                StandardCharsets.UTF_8))
                        .toList();
        return new ControlLine(Verb.valueOf(parts[0]), words);
    }
}
