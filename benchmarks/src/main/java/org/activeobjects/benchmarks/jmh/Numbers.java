package org.activeobjects.benchmarks.jmh;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;

/** Numbers that a rank sends, or room for those that it receives. */
interface Numbers extends AutoCloseable {

    /** Stands for a registered buffer; anything else for an array. */
    String REGISTERED = "registered";

    /** All of them. */
    Slice slice();

    /** The first one. */
    double first();

    /** Sets the first one. */
    void first(double value);

    @Override
    default void close() {}

    /** So many, 0 at first, in memory of a kind; registered with a runtime if it is of that. */
    static Numbers of(String memory, int count, Transport owner) {
        return memory.equals(REGISTERED)
                ? new InBuffer(owner.allocate((long) count * Double.BYTES))
                : new InArray(new double[count]);
    }

    /** In the heap. */
    final class InArray implements Numbers {

        private final double[] array;

        InArray(double[] array) {
            this.array = array;
        }

        @Override
        public Slice slice() {
            return Slice.of(array);
        }

        @Override
        public double first() {
            return array[0];
        }

        @Override
        public void first(double value) {
            array[0] = value;
        }
    }

    /**
     * In a registered buffer.
     *
     * @param buffer the buffer, owned by this
     * @param view all of it
     */
    record InBuffer(RegisteredBuffer buffer, RegisteredBuffer.View view) implements Numbers {

        InBuffer(RegisteredBuffer buffer) {
            this(buffer, buffer.view(ElementType.DOUBLE));
        }

        @Override
        public Slice slice() {
            return view.slice();
        }

        @Override
        public double first() {
            return view.getDouble(0);
        }

        @Override
        public void first(double value) {
            view.setDouble(0, value);
        }

        @Override
        public void close() {
            view.close();
            buffer.close();
        }
    }
}
