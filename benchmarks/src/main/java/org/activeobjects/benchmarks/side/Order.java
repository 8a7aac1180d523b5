package org.activeobjects.benchmarks.side;

/**
 * One line that tells a measured program what to do next.
 *
 * @param measurement what to do
 * @param bytes length of a message
 * @param iterations how often, besides those of the lead-in
 */
public record Order(Measurement measurement, int bytes, long iterations) {

    /** What the leading side prints before the nanoseconds that an order took. */
    public static final String ELAPSED = "NS ";

    /** What every side prints when it is connected. */
    public static final String READY = "READY";

    private static final long LEAD_IN_SHARE = 8;

    /**
     * Iterations that come before the timed ones: they bring both sides together, and what the
     * programs measured in between have thrown out of the caches back in.
     *
     * @return 1 or more
     */
    public long leadIn() {
        return iterations / LEAD_IN_SHARE + 1;
    }

    /**
     * Bytes that go over the wire for this order, both ways together, without the lead-in.
     *
     * @return bytes
     */
    public long traffic() {
        return iterations * measurement.messagesOnTheWire(bytes) * bytes;
    }

    /**
     * Writes the order.
     *
     * @return a line for {@link #parse}
     */
    public String toLine() {
        return measurement.wireId() + " " + bytes + " " + iterations;
    }

    static Order parse(String line) {
        String[] words = line.split(" ");
        return new Order(
                Measurement.ofWireId(Long.parseLong(words[0])),
                Integer.parseInt(words[1]),
                Long.parseLong(words[2]));
    }
}
