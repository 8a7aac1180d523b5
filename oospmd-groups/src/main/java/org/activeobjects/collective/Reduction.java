package org.activeobjects.collective;

/**
 * How two elements become one in a reduction.
 *
 * <p>Each gives the same bits whichever of its operands comes first (which of two different NaN
 * survives is left open).
 */
public enum Reduction {
    /** The sum; whole numbers wrap around. */
    SUM,
    /** The smaller one; for floating point as {@link Math#min(double, double)}. */
    MIN,
    /** The greater one; for floating point as {@link Math#max(double, double)}. */
    MAX
}
