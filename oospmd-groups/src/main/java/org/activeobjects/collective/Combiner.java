package org.activeobjects.collective;

import org.activeobjects.transport.ElementType;

/**
 * Combines arrays element by element. One short loop for each type and operation, so that the
 * compiler makes vector code of every one.
 */
final class Combiner {

    private Combiner() {}

    static boolean supports(ElementType type) {
        return switch (type) {
            case DOUBLE, LONG, INT, FLOAT -> true;
            case BYTE, BOOLEAN, CHAR, SHORT -> false;
        };
    }

    /**
     * Elements {@code [offset, offset + count)} of the target take in {@code [0, count)} of the
     * other.
     */
    static void combine(
            ElementType type, Reduction op, Object target, int offset, Object other, int count) {
        switch (type) {
            case DOUBLE -> doubles(op, (double[]) target, offset, (double[]) other, count);
            case LONG -> longs(op, (long[]) target, offset, (long[]) other, count);
            case INT -> ints(op, (int[]) target, offset, (int[]) other, count);
            case FLOAT -> floats(op, (float[]) target, offset, (float[]) other, count);
            case BYTE, BOOLEAN, CHAR, SHORT -> throw new AssertionError(type);
        }
    }

    private static void doubles(Reduction op, double[] target, int offset, double[] other, int n) {
        switch (op) {
            case SUM -> {
                for (int i = 0; i < n; i++) {
                    target[offset + i] += other[i];
                }
            }
            case MIN -> {
                for (int i = 0; i < n; i++) {
                    target[offset + i] = Math.min(target[offset + i], other[i]);
                }
            }
            case MAX -> {
                for (int i = 0; i < n; i++) {
                    target[offset + i] = Math.max(target[offset + i], other[i]);
                }
            }
        }
    }

    private static void longs(Reduction op, long[] target, int offset, long[] other, int n) {
        switch (op) {
            case SUM -> {
                for (int i = 0; i < n; i++) {
                    target[offset + i] += other[i];
                }
            }
            case MIN -> {
                for (int i = 0; i < n; i++) {
                    target[offset + i] = Math.min(target[offset + i], other[i]);
                }
            }
            case MAX -> {
                for (int i = 0; i < n; i++) {
                    target[offset + i] = Math.max(target[offset + i], other[i]);
                }
            }
        }
    }

    private static void ints(Reduction op, int[] target, int offset, int[] other, int n) {
        switch (op) {
            case SUM -> {
                for (int i = 0; i < n; i++) {
                    target[offset + i] += other[i];
                }
            }
            case MIN -> {
                for (int i = 0; i < n; i++) {
                    target[offset + i] = Math.min(target[offset + i], other[i]);
                }
            }
            case MAX -> {
                for (int i = 0; i < n; i++) {
                    target[offset + i] = Math.max(target[offset + i], other[i]);
                }
            }
        }
    }

    private static void floats(Reduction op, float[] target, int offset, float[] other, int n) {
        switch (op) {
            case SUM -> {
                for (int i = 0; i < n; i++) {
                    target[offset + i] += other[i];
                }
            }
            case MIN -> {
                for (int i = 0; i < n; i++) {
                    target[offset + i] = Math.min(target[offset + i], other[i]);
                }
            }
            case MAX -> {
                for (int i = 0; i < n; i++) {
                    target[offset + i] = Math.max(target[offset + i], other[i]);
                }
            }
        }
    }
}
