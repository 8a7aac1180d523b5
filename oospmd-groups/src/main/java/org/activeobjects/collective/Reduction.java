package org.activeobjects.collective;

/**
 * How two elements become one in a reduction.
 *
 * <p>Each gives the same bits whichever of its operands comes first (which of two different NaN
 * survives is left open).
 */
public enum Reduction {
    /** The sum; whole numbers wrap around. */
    SUM(1),
    /** The smaller one; for floating point as {@link Math#min(double, double)}. */
    MIN(2),
    /** The greater one; for floating point as {@link Math#max(double, double)}. */
    MAX(3);

    private final int wireId;

    Reduction(int wireId) {
        this.wireId = wireId;
    }

    /** Its number in messages, 1 to 3. */
    int wireId() {
        return wireId;
    }

    /** The one with this number; null if there is none. */
    static Reduction of(int wireId) {
        return switch (wireId) {
            case 1 -> SUM;
            case 2 -> MIN;
            case 3 -> MAX;
            default -> null;
        };
    }
}
