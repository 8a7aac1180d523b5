package org.activeobjects.spmd;

import org.activeobjects.collective.Reduction;
import org.activeobjects.group.PAGroup;

import java.util.Objects;

/**
 * Sums, minima and maxima over all ranks, by the names that old programs have for {@link
 * PASPMD#allReduce}.
 *
 * <p>Every member of the group calls the same operations in the same order, with arrays of the same
 * length; all get the result.
 *
 * <p><b>Threading:</b> as operations of all ranks: one thread of a rank at a time.
 *
 * <p>Arrays are combined in place, and the array that is returned is the one that was given.
 *
 * <p><b>Source:</b> {@code CollectiveOperation} of ProActive.
 */
public final class CollectiveOperation {

    private final Object group;

    /**
     * The operations of a group.
     *
     * @param group typed SPMD group that the caller is a member of, as {@link PASPMD#getSPMDGroup}
     *     gives it
     * @throws IllegalArgumentException if it is no typed group
     */
    public CollectiveOperation(Object group) {
        if (!PAGroup.isGroup(group)) {
            throw new IllegalArgumentException(
                    "not a typed group: "
                            + (group == null ? null : group.getClass().getTypeName())
                            + "; give what PASPMD.getSPMDGroup returns");
        }
        this.group = group;
    }

    /**
     * Adds up a number of each rank.
     *
     * @param value number of this rank
     * @return the sum, on every rank
     */
    public double sum(double value) {
        return all(new double[] {value}, Reduction.SUM)[0];
    }

    /**
     * Adds up a number of each rank.
     *
     * @param value number of this rank
     * @return the sum, on every rank; one that is too large for an {@code int} wraps around
     */
    public int sum(int value) {
        return all(new int[] {value}, Reduction.SUM)[0];
    }

    /**
     * Adds up arrays, element by element.
     *
     * @param values elements of this rank; replaced by the sums
     * @return the same array
     */
    public double[] sum(double[] values) {
        return all(values, Reduction.SUM);
    }

    /**
     * Adds up arrays, element by element.
     *
     * @param values elements of this rank; replaced by the sums
     * @return the same array
     */
    public int[] sum(int[] values) {
        return all(values, Reduction.SUM);
    }

    /**
     * The smallest of a number of each rank.
     *
     * @param value number of this rank
     * @return the smallest, on every rank
     */
    public double min(double value) {
        return all(new double[] {value}, Reduction.MIN)[0];
    }

    /**
     * The smallest of a number of each rank.
     *
     * @param value number of this rank
     * @return the smallest, on every rank
     */
    public int min(int value) {
        return all(new int[] {value}, Reduction.MIN)[0];
    }

    /**
     * The smallest of all ranks, element by element.
     *
     * @param values elements of this rank; replaced by the smallest
     * @return the same array
     */
    public double[] min(double[] values) {
        return all(values, Reduction.MIN);
    }

    /**
     * The smallest of all ranks, element by element.
     *
     * @param values elements of this rank; replaced by the smallest
     * @return the same array
     */
    public int[] min(int[] values) {
        return all(values, Reduction.MIN);
    }

    /**
     * The largest of a number of each rank.
     *
     * @param value number of this rank
     * @return the largest, on every rank
     */
    public double max(double value) {
        return all(new double[] {value}, Reduction.MAX)[0];
    }

    /**
     * The largest of a number of each rank.
     *
     * @param value number of this rank
     * @return the largest, on every rank
     */
    public int max(int value) {
        return all(new int[] {value}, Reduction.MAX)[0];
    }

    /**
     * The largest of all ranks, element by element.
     *
     * @param values elements of this rank; replaced by the largest
     * @return the same array
     */
    public double[] max(double[] values) {
        return all(values, Reduction.MAX);
    }

    /**
     * The largest of all ranks, element by element.
     *
     * @param values elements of this rank; replaced by the largest
     * @return the same array
     */
    public int[] max(int[] values) {
        return all(values, Reduction.MAX);
    }

    private double[] all(double[] values, Reduction how) {
        checkGroup();
        PASPMD.communicator().allReduce(values, how);
        return values;
    }

    private int[] all(int[] values, Reduction how) {
        Objects.requireNonNull(values, "the array to reduce is null");
        checkGroup();
        PASPMD.communicator().allReduce(values, 0, values.length, how);
        return values;
    }

    private void checkGroup() {
        int members = PAGroup.size(group);
        int ranks = PASPMD.getMySPMDGroupSize();
        if (members != ranks) {
            throw new IllegalStateException(
                    "the caller is no member of the group of these operations: members="
                            + members
                            + " ranksOfCaller="
                            + ranks
                            + "; make it with what PASPMD.getSPMDGroup returns");
        }
    }
}
