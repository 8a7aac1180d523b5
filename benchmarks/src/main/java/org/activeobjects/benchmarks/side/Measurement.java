package org.activeobjects.benchmarks.side;

import java.util.Locale;

/** What is measured between two ranks, in the manner of the OSU benchmarks. */
public enum Measurement {
    /** A message goes there and one of the same size comes back; half of that time. */
    LATENCY(1),
    /** Windows of messages one way, one answer per window. */
    BANDWIDTH(2),
    /** Both sides send and receive at once. */
    EXCHANGE(3);

    /** Messages of one window, if that is not too much memory traffic. */
    private static final int WINDOW = 64;

    private static final long WINDOW_BYTES = 64L << 20;
    private static final int SMALLEST_WINDOW = 4;

    private final int wireId;

    Measurement(int wireId) {
        this.wireId = wireId;
    }

    /**
     * The number that stands for this measurement between two JVMs.
     *
     * @return 1 or more
     */
    public int wireId() {
        return wireId;
    }

    /**
     * The measurement that a number stands for.
     *
     * @param wireId the number
     * @return the measurement
     * @throws IllegalArgumentException if the number stands for none
     */
    public static Measurement ofWireId(long wireId) {
        for (Measurement one : values()) {
            if (one.wireId == wireId) {
                return one;
            }
        }
        throw new IllegalArgumentException("no measurement has this number: " + wireId);
    }

    /**
     * The name on the command line and in files.
     *
     * @return lower case letters
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Messages whose time one iteration takes: the time of an iteration over this number is what is
     * reported.
     *
     * @param bytes length of a message
     * @return 1 or more; half a round trip is the time of one message
     */
    public int messages(long bytes) {
        return switch (this) {
            case LATENCY -> 2;
            case BANDWIDTH -> window(bytes);
            case EXCHANGE -> 1;
        };
    }

    /**
     * Messages that go over the wire in one iteration, both ways together.
     *
     * @param bytes length of a message
     * @return 2 or more
     */
    public int messagesOnTheWire(long bytes) {
        return this == BANDWIDTH ? window(bytes) : 2;
    }

    /**
     * Messages that one iteration of {@link #BANDWIDTH} sends.
     *
     * @param bytes length of a message
     * @return 4 to 64
     */
    public static int window(long bytes) {
        return Math.clamp(WINDOW_BYTES / bytes, SMALLEST_WINDOW, WINDOW);
    }
}
