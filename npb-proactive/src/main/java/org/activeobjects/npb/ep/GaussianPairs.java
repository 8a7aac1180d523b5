package org.activeobjects.npb.ep;

import org.activeobjects.npb.NpbRandom;

/**
 * Makes pairs of Gaussian deviates from pairs of uniform ones, sums them, and counts them by size.
 *
 * <p>Works on blocks of pairs that fit the first-level cache, in one pass per operation, each pass
 * a loop without branches: random numbers by a table of powers of the multiplier, so that none
 * waits for the one before it; then squares; then the accepted pairs moved together; then logarithm
 * and root of those alone.
 *
 * <p><b>Threading:</b> belongs to one thread. Nothing is allocated after construction.
 */
final class GaussianPairs {

    /** Pairs in one block. */
    static final int BLOCK = 1024;

    /** Square annuli that are counted: by the whole part of the larger deviate. */
    static final int ANNULI = 10;

    private static final long SEED = 271_828_183L;

    private final long[] oddPowers = new long[BLOCK];
    private final long[] evenPowers = new long[BLOCK];
    private final double[] x = new double[BLOCK];
    private final double[] y = new double[BLOCK];
    private final double[] t = new double[BLOCK];
    private final long[] counts = new long[ANNULI];
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
            uniform(seed, oddPowers, x);
            uniform(seed, evenPowers, y);
            squares(x, y, t);
            int n = keepAccepted(x, y, t);
            factors(t, n);
            scale(x, t, n);
            scale(y, t, n);
            count(x, y, n, counts);
            sumX += sum(x, n);
            sumY += sum(y, n);
            seed = seed * evenPowers[BLOCK - 1] & NpbRandom.MASK;
        }
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

    private static void factors(double[] t, int n) {
        for (int i = 0; i < n; i++) {
            t[i] = Math.sqrt(-2 * Math.log(t[i]) / t[i]);
        }
    }

    private static void scale(double[] x, double[] factor, int n) {
        for (int i = 0; i < n; i++) {
            x[i] *= factor[i];
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

    private static void count(double[] x, double[] y, int n, long[] counts) {
        for (int i = 0; i < n; i++) {
            counts[(int) Math.max(Math.abs(x[i]), Math.abs(y[i]))]++;
        }
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
        return counts[annulus];
    }
}
