package org.activeobjects.npb.ep;

import org.activeobjects.npb.NpbRandom;

/**
 * Makes pairs of Gaussian deviates from pairs of uniform ones, sums them, and counts them by size.
 *
 * <p>Works on blocks of pairs that fit the first-level cache, one pass per operation, each pass a
 * loop without branches in a method of its own, which the compiler turns into vector instructions
 * where it can: random numbers by a table of powers of the multiplier, so that none waits for the
 * one before it; squares; the accepted pairs moved together; logarithm and root of those alone.
 *
 * <p><b>Threading:</b> belongs to one thread. Nothing is allocated after construction.
 */
final class GaussianPairs {

    /** Pairs in one block. */
    static final int BLOCK = 1024;

    /** Square annuli that are counted: by the whole part of the larger deviate. */
    static final int ANNULI = 10;

    private static final long SEED = 271_828_183L;

    private static final double LN_2 = Math.log(2);
    private static final int MANTISSA_BITS = 52;
    private static final long ROOT_OF_HALF = Double.doubleToRawLongBits(Math.sqrt(0.5));

    private final long[] oddPowers = new long[BLOCK];
    private final long[] evenPowers = new long[BLOCK];
    private final double[] x = new double[BLOCK];
    private final double[] y = new double[BLOCK];
    private final double[] t = new double[BLOCK];
    private final double[] mantissa = new double[BLOCK];
    private final double[] exponent = new double[BLOCK];
    private final long[] counts = new long[ANNULI];
    private final long[] otherCounts = new long[ANNULI];
    private double sumX;
    private double sumY;

    GaussianPairs() {
        for (int i = 0; i < BLOCK; i++) {
            oddPowers[i] = NpbRandom.skip(1, 2L * i + 1);
            evenPowers[i] = NpbRandom.skip(1, 2L * i + 2);
        }
    }

    /**
     * Adds a range of the benchmark's pairs.
     *
     * @param firstPair number of the first one, from 0
     * @param pairs how many, a multiple of {@link #BLOCK}
     */
    void add(long firstPair, long pairs) {
        long seed = NpbRandom.skip(SEED, 2 * firstPair);
        for (long done = 0; done < pairs; done += BLOCK) {
            addBlock(seed);
            seed = seed * evenPowers[BLOCK - 1] & NpbRandom.MASK;
        }
    }

    private void addBlock(long seed) {
        uniform(seed, oddPowers, x);
        uniform(seed, evenPowers, y);
        squares(x, y, t);
        int n = keepAccepted(x, y, t);
        split(t, mantissa, exponent, n);
        factors(t, mantissa, exponent, n);
        scale(x, t, n);
        scale(y, t, n);
        sumX += sum(x, n);
        sumY += sum(y, n);
        larger(x, y, t, n);
        count(t, n, counts, otherCounts);
    }

    private static void uniform(long seed, long[] powers, double[] out) {
        for (int i = 0; i < BLOCK; i++) {
            out[i] = (seed * powers[i] & NpbRandom.MASK) * (2 * NpbRandom.SCALE) - 1;
        }
    }

    private static void squares(double[] x, double[] y, double[] t) {
        for (int i = 0; i < BLOCK; i++) {
            t[i] = x[i] * x[i] + y[i] * y[i];
        }
    }

    /**
     * Every pair is moved, and overwritten by the next if it is not accepted: no branch to miss.
     */
    private static int keepAccepted(double[] x, double[] y, double[] t) {
        int n = 0;
        for (int i = 0; i < BLOCK; i++) {
            double ti = t[i];
            x[n] = x[i];
            y[n] = y[i];
            t[n] = ti;
            n += ti <= 1 ? 1 : 0;
        }
        return n;
    }

    /** Splits t into mantissa times two to the exponent, the mantissa around one. */
    private static void split(double[] t, double[] mantissa, double[] exponent, int n) {
        for (int i = 0; i < n; i++) {
            long bits = Double.doubleToRawLongBits(t[i]);
            long power = bits - ROOT_OF_HALF >> MANTISSA_BITS;
            mantissa[i] = Double.longBitsToDouble(bits - (power << MANTISSA_BITS));
            exponent[i] = power;
        }
    }

    /**
     * Sets t to the root of -2 ln(t) / t.
     *
     * <p>The logarithm of the mantissa m is twice the inverse hyperbolic tangent of s = (m - 1) /
     * (m + 1), of which s is 0.172 at most, so that nine terms of the series give every bit of a
     * double.
     */
    private static void factors(double[] t, double[] mantissa, double[] exponent, int n) {
        for (int i = 0; i < n; i++) {
            double s = (mantissa[i] - 1) / (mantissa[i] + 1);
            double z = s * s;
            double z2 = z * z;
            double low = 1 + z * (1.0 / 3) + z2 * (1.0 / 5 + z * (1.0 / 7));
            double high =
                    1.0 / 9 + z * (1.0 / 11) + z2 * (1.0 / 13 + z * (1.0 / 15 + z * (1.0 / 17)));
            double half = exponent[i] * (-0.5 * LN_2) - s * (low + z2 * z2 * high);
            t[i] = Math.sqrt(4 * half / t[i]);
        }
    }

    private static void scale(double[] x, double[] factor, int n) {
        for (int i = 0; i < n; i++) {
            x[i] *= factor[i];
        }
    }

    private static void larger(double[] x, double[] y, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = Math.max(Math.abs(x[i]), Math.abs(y[i]));
        }
    }

    /**
     * Two tables by turns: one would wait for its own last increment, mostly of the same annulus.
     */
    private static void count(double[] size, int n, long[] counts, long[] otherCounts) {
        int i = 0;
        for (; i < n - 1; i += 2) {
            counts[(int) size[i]]++;
            otherCounts[(int) size[i + 1]]++;
        }
        if (i < n) {
            counts[(int) size[i]]++;
        }
    }

    private static double sum(double[] x, int n) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = 0;
        for (; i < n - 3; i += 4) {
            s0 += x[i];
            s1 += x[i + 1];
            s2 += x[i + 2];
            s3 += x[i + 3];
        }
        for (; i < n; i++) {
            s0 += x[i];
        }
        return s0 + s1 + (s2 + s3);
    }

    double sumX() {
        return sumX;
    }

    double sumY() {
        return sumY;
    }

    /**
     * The pairs in one annulus.
     *
     * @param annulus 0 to {@link #ANNULI} - 1
     * @return how many accepted pairs have their larger deviate in [annulus, annulus + 1)
     */
    long count(int annulus) {
        return counts[annulus] + otherCounts[annulus];
    }
}
