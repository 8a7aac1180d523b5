package org.activeobjects.internal.codec.wire;

import java.util.Arrays;

/**
 * What equal hash codes cost. Whoever knows the hash function can send keys that all fall together,
 * and have them compared each with each.
 */
public final class Collisions {

    private static final int HARMLESS = 64;

    private Collisions() {}

    /**
     * Comparisons when keys are put into a hash table whose buckets become trees.
     *
     * @param keys the keys, {@code null} allowed
     * @return number of comparisons among keys with equal hash codes that have no order
     */
    public static long inTrees(Object[] keys) {
        if (keys.length <= HARMLESS) {
            return 0;
        }
        int[] hashes = new int[keys.length];
        int count = 0;
        for (Object key : keys) {
            // Equal hashes among those that have an order are found in its tree.
            if (key != null && !(key instanceof Comparable<?>)) {
                hashes[count++] = key.hashCode();
            }
        }
        Arrays.sort(hashes, 0, count);
        long comparisons = 0;
        int start = 0;
        for (int i = 1; i <= count; i++) {
            if (i == count || hashes[i] != hashes[start]) {
                comparisons += pairs(i - start);
                start = i;
            }
        }
        return comparisons;
    }

    /**
     * Comparisons when keys are put into a hash table whose buckets are lists.
     *
     * @param keys the keys
     * @param capacity number of buckets
     * @return number of comparisons
     */
    public static long inLists(Object[] keys, int capacity) {
        if (keys.length <= HARMLESS) {
            return 0;
        }
        int[] loads = new int[capacity];
        long comparisons = 0;
        for (Object key : keys) {
            comparisons += loads[(hash(key) & Integer.MAX_VALUE) % capacity]++;
        }
        return comparisons;
    }

    /**
     * Comparisons when keys are put into a table with linear probing.
     *
     * @param keys the keys
     * @return number of comparisons in a table of twice their number
     */
    public static long inProbes(Object[] keys) {
        if (keys.length <= HARMLESS) {
            return 0;
        }
        int capacity = 2 * keys.length;
        int[] loads = new int[capacity];
        for (Object key : keys) {
            loads[Math.floorMod(hash(key), capacity)]++;
        }
        long comparisons = 0;
        long displaced = 0;
        // Twice round: what is displaced at the end goes on at the begin.
        for (int i = 0; i < 2 * capacity; i++) {
            displaced += i < capacity ? loads[i] : 0;
            displaced -= displaced > 0 ? 1 : 0;
            comparisons += displaced;
        }
        return comparisons;
    }

    private static int hash(Object key) {
        return key == null ? 0 : key.hashCode();
    }

    private static long pairs(long count) {
        return count * (count - 1) / 2;
    }
}
