package org.activeobjects.transport.address;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Names one runtime, for ever and everywhere.
 *
 * @param high upper 64 bits
 * @param low lower 64 bits
 */
public record RuntimeId(long high, long low) implements Comparable<RuntimeId> {

    private static final int DIGITS = 32;
    private static final int HALF = DIGITS / 2;

    /**
     * A new id, never given before.
     *
     * @return 128 random bits
     */
    public static RuntimeId random() {
        SecureRandom random = new SecureRandom();
        return new RuntimeId(random.nextLong(), random.nextLong());
    }

    /**
     * Reads what {@link #toString} wrote.
     *
     * @param text 32 hexadecimal digits
     * @return the id
     * @throws IllegalArgumentException if the text is anything else
     */
    public static RuntimeId parse(String text) {
        Objects.requireNonNull(text, "the text of a runtime id is null");
        if (text.length() != DIGITS) {
            throw new IllegalArgumentException("a runtime id has 32 hexadecimal digits: " + text);
        }
        return new RuntimeId(
                HexFormat.fromHexDigitsToLong(text, 0, HALF),
                HexFormat.fromHexDigitsToLong(text, HALF, DIGITS));
    }

    @Override
    public int compareTo(RuntimeId other) {
        int order = Long.compareUnsigned(high, other.high);
        return order != 0 ? order : Long.compareUnsigned(low, other.low);
    }

    /** As that of the record, which is linked at run time: this takes nothing of a start. */
    @Override
    public boolean equals(Object other) {
        return other instanceof RuntimeId id && id.high == high && id.low == low;
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(high) + Long.hashCode(low);
    }

    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(high) + hex.toHexDigits(low);
    }
}
