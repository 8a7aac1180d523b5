package org.activeobjects.benchmarks.am;

/** What is measured, over and over; the number is what one rank tells the other. */
enum AmTest {
    /** The matched plane, for comparison: 8 bytes there and back. */
    MATCHED_8("matched plane, 8 B there and back", "µs"),
    /** The matched plane, for comparison: 64 bytes there and back. */
    MATCHED_64("matched plane, 64 B there and back", "µs"),
    /** A request of one word and its reply of one word. */
    REQUEST_1("request and reply of 1 word", "µs"),
    /** A request of eight words and its reply of eight words. */
    REQUEST_8("request and reply of 8 words", "µs"),
    /** A message of 64 bytes, and one that its handler posts. */
    POST_64("post of 64 B and a post back", "µs"),
    /** Requests of one word, one after another. */
    REQUEST_RATE("requests of 1 word, one way", "M/s"),
    /** Requests of eight words, one after another. */
    REQUEST_RATE_8("requests of 8 words, one way", "M/s"),
    /** Messages of 64 bytes, one after another. */
    POST_RATE("posts of 64 B, one way", "M/s"),
    /** Bulk requests of 8 KiB, one after another. */
    BULK_8K("bulk requests of 8 KiB, one way", "GB/s"),
    /** Bulk requests of 1 MiB, one after another. */
    BULK_1M("bulk requests of 1 MiB, one way", "GB/s");

    private final String text;
    private final String unit;

    AmTest(String text, String unit) {
        this.text = text;
        this.unit = unit;
    }

    String text() {
        return text;
    }

    String unit() {
        return unit;
    }

    int bulkBytes() {
        return this == BULK_1M ? 1 << 20 : 8 << 10;
    }

    /** The figure of a run. */
    double figure(long iterations, long ns) {
        return switch (unit) {
            case "µs" -> ns / 1000.0 / iterations;
            case "M/s" -> iterations * 1000.0 / ns;
            default -> (double) iterations * bulkBytes() / ns;
        };
    }
}
