package org.activeobjects.npb.cg;

import org.activeobjects.npb.NpbRandom;

/**
 * The sparse random vectors that the matrix of CG is the weighted sum of outer products of.
 *
 * <p>Vector i has a fixed number of elements at random places, and one half at place i. They come
 * from one sequence of random numbers, so every rank makes all of them.
 */
final class RandomVectors {

    private static final long SEED = 314_159_265L;

    /** Length of every vector. */
    final int order;

    /** First element of each vector in the arrays below, and the end of the last. */
    final int[] start;

    /** Place of each element, from 0. */
    final int[] place;

    /** Value of each element. */
    final double[] element;

    RandomVectors(int order, int nonzeros) {
        this.order = order;
        this.start = new int[order + 1];
        this.place = new int[order * (nonzeros + 1)];
        this.element = new double[order * (nonzeros + 1)];
        NpbRandom random = new NpbRandom(SEED);
        // The benchmark takes one number for itself before it makes the matrix.
        random.next();
        // Places are drawn below a power of two, and those beyond the order are dropped.
        int range = Integer.highestOneBit(order - 1) << 1;
        for (int vector = 0; vector < order; vector++) {
            int end = draw(random, range, start[vector], nonzeros);
            start[vector + 1] = setHalf(vector, start[vector], end);
        }
    }

    private int draw(NpbRandom random, int range, int from, int nonzeros) {
        int end = from;
        while (end < from + nonzeros) {
            double value = random.next();
            int candidate = (int) (range * random.next());
            if (candidate < order && indexOf(candidate, from, end) < 0) {
                place[end] = candidate;
                element[end] = value;
                end++;
            }
        }
        return end;
    }

    private int setHalf(int wanted, int from, int end) {
        int index = indexOf(wanted, from, end);
        if (index >= 0) {
            element[index] = 0.5;
            return end;
        }
        place[end] = wanted;
        element[end] = 0.5;
        return end + 1;
    }

    private int indexOf(int wanted, int from, int end) {
        for (int i = from; i < end; i++) {
            if (place[i] == wanted) {
                return i;
            }
        }
        return -1;
    }
}
