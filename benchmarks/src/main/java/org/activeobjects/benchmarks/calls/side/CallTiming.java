package org.activeobjects.benchmarks.calls.side;

/**
 * What a run took.
 *
 * @param ns nanoseconds
 * @param bytes bytes that the calling thread allocated, or {@link #UNKNOWN}
 */
public record CallTiming(long ns, long bytes) {

    /** The bytes were not counted. */
    public static final long UNKNOWN = -1;

    static CallTiming since(long start) {
        return new CallTiming(System.nanoTime() - start, UNKNOWN);
    }

    String toLine() {
        return ns + " " + bytes;
    }

    /**
     * Reads what a measured program prints.
     *
     * @param line the line without its beginning
     * @return the timing
     */
    public static CallTiming parse(String line) {
        String[] words = line.split(" ");
        return new CallTiming(Long.parseLong(words[0]), Long.parseLong(words[1]));
    }
}
