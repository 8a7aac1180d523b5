package org.activeobjects.benchmarks.p2p;

import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Reads lengths of messages: such as 8:16M (doubled from one to the other), 64K, or 8,1K,1M. */
final class Sizes {

    private static final int LARGEST = 256 << 20;

    private Sizes() {}

    /**
     * Reads the option.
     *
     * @throws IllegalArgumentException if it has no sense; the message names it
     */
    static List<Integer> parse(String text) {
        if (text.contains(",")) {
            return List.copyOf(
                    new TreeSet<>(Stream.of(text.split(",", -1)).map(Sizes::one).toList()));
        }
        String[] ends = text.split(":", -1);
        if (ends.length > 2) {
            throw new IllegalArgumentException(
                    "not a range of sizes: --sizes=" + text + "; write such as 8:16M");
        }
        int min = one(ends[0]);
        int max = one(ends[ends.length - 1]);
        if (min > max) {
            throw new IllegalArgumentException(
                    "the smallest size is larger than the largest: --sizes=" + text);
        }
        return Stream.iterate(min, bytes -> bytes <= max, bytes -> bytes * 2).toList();
    }

    /** Reads such as 8, 64K, 16M: whole doubles, up to 256 MiB. */
    static int one(String text) {
        String digits = text.strip().toUpperCase(Locale.ROOT);
        int shift = digits.endsWith("K") ? 10 : digits.endsWith("M") ? 20 : 0;
        digits = shift == 0 ? digits : digits.substring(0, digits.length() - 1);
        if (!digits.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException(
                    "not a size: --sizes=" + text + "; write bytes such as 8, 64K or 16M");
        }
        long size = Long.parseLong(digits) << shift;
        if (size < Double.BYTES || size % Double.BYTES != 0 || size > LARGEST) {
            throw new IllegalArgumentException(
                    "a size must be a multiple of 8 from 8 to 256M: --sizes=" + text);
        }
        return (int) size;
    }
}
