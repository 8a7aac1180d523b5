package org.activeobjects.npb.cg;

/** Loops over whole vectors, each a method of its own so that it is compiled early and well. */
final class Vectors {

    private Vectors() {}

    static double dot(double[] a, double[] b) {
        int length = Math.min(a.length, b.length);
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = 0;
        for (; i < length - 3; i += 4) {
            s0 += a[i] * b[i];
            s1 += a[i + 1] * b[i + 1];
            s2 += a[i + 2] * b[i + 2];
            s3 += a[i + 3] * b[i + 3];
        }
        for (; i < length; i++) {
            s0 += a[i] * b[i];
        }
        return s0 + s1 + (s2 + s3);
    }

    static double squaredDistance(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            double difference = a[i] - b[i];
            sum += difference * difference;
        }
        return sum;
    }

    /** {@code a += factor * b}. */
    static void addScaled(double[] a, double factor, double[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] += factor * b[i];
        }
    }

    /** {@code a = factor * a + b}. */
    static void scaleAndAdd(double[] a, double factor, double[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] = factor * a[i] + b[i];
        }
    }

    /** {@code a = factor * b}. */
    static void scale(double[] a, double factor, double[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] = factor * b[i];
        }
    }

    /** Adds all of {@code b} to as many elements of {@code a}. */
    static void add(double[] a, int from, double[] b) {
        for (int i = 0; i < b.length; i++) {
            a[from + i] += b[i];
        }
    }
}
