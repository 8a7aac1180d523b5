package org.activeobjects.npb;

/**
 * The pseudo-random numbers of the NAS Parallel Benchmarks: x' = 5<sup>13</sup> x mod
 * 2<sup>46</sup>.
 *
 * <p>A product of two 46-bit numbers overflows a {@code long}, but only in bits that the modulus
 * cuts off, so plain 64-bit arithmetic is exact.
 *
 * <p><b>Threading:</b> an instance belongs to one thread; the static methods are pure.
 *
 * <p><b>Source:</b> the generator of NAS-95-020, section 2.2 ({@code randlc} there, with double
 * precision halves; here with integers).
 */
public final class NpbRandom {

    /** The multiplier, 5 to the 13th power. */
    public static final long MULTIPLIER = 1_220_703_125L;

    /** The modulus less one: the low 46 bits. */
    public static final long MASK = (1L << 46) - 1;

    /** What turns a state into a number of the open interval (0, 1). */
    public static final double SCALE = 0x1p-46;

    private long state;

    /**
     * A sequence that starts after a seed.
     *
     * @param seed state before the first number, odd, 1 to {@link #MASK}
     * @throws IllegalArgumentException if the seed is even or out of range
     */
    public NpbRandom(long seed) {
        if ((seed & 1) == 0 || (seed & ~MASK) != 0) {
            throw new IllegalArgumentException("seed must be odd and less than 2^46: seed=" + seed);
        }
        this.state = seed;
    }

    /**
     * Goes one step further.
     *
     * @return the next number, more than 0 and less than 1, exact
     */
    public double next() {
        state = state * MULTIPLIER & MASK;
        return state * SCALE;
    }

    /**
     * Where the sequence stands.
     *
     * @return the state that the last number was made of; the seed if there is none yet
     */
    public long state() {
        return state;
    }

    /**
     * The state that a sequence has after many steps, found in a time that grows with the
     * logarithm.
     *
     * @param seed state before the first step
     * @param steps number of steps, zero or more
     * @return the state after them
     * @throws IllegalArgumentException if {@code steps} is negative
     */
    public static long skip(long seed, long steps) {
        if (steps < 0) {
            throw new IllegalArgumentException("steps must not be negative: steps=" + steps);
        }
        long factor = MULTIPLIER;
        long result = seed;
        for (long left = steps; left != 0; left >>>= 1) {
            if ((left & 1) != 0) {
                result = result * factor & MASK;
            }
            factor = factor * factor & MASK;
        }
        return result;
    }
}
