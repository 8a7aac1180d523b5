package org.activeobjects.npb;

/** What a kernel needs of the other ranks. */
public interface Ranks {

    /** One rank alone. */
    Ranks ALONE =
            new Ranks() {
                @Override
                public int rank() {
                    return 0;
                }

                @Override
                public int size() {
                    return 1;
                }

                @Override
                public void exchange(
                        String tag,
                        int peer,
                        double[] source,
                        int sourceOffset,
                        double[] destination,
                        int destinationOffset,
                        int count) {
                    System.arraycopy(source, sourceOffset, destination, destinationOffset, count);
                }

                @Override
                public void sum(double[] values) {}

                @Override
                public double max(double value) {
                    return value;
                }
            };

    /**
     * The rank.
     *
     * @return its number
     */
    int rank();

    /**
     * The ranks.
     *
     * @return how many
     */
    int size();

    /**
     * Exchanges arrays.
     *
     * @param tag tag
     * @param peer peer
     * @param source source
     * @param sourceOffset offset
     * @param destination destination
     * @param destinationOffset offset
     * @param count elements
     */
    void exchange(
            String tag,
            int peer,
            double[] source,
            int sourceOffset,
            double[] destination,
            int destinationOffset,
            int count);

    /**
     * Sums over all ranks.
     *
     * @param values in and out
     */
    void sum(double[] values);

    /**
     * Maximum over all ranks.
     *
     * @param value this rank's
     * @return the largest
     */
    double max(double value);
}
