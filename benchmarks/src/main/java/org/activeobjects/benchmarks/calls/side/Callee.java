package org.activeobjects.benchmarks.calls.side;

import org.activeobjects.annotation.Borrowed;
import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.LongWrapper;

/** The active object that is called. */
public class Callee {

    private long taken;
    private long sum;

    /** One that has taken nothing. */
    public Callee() {}

    /**
     * Answers.
     *
     * @param number any
     * @return the number
     */
    public IntWrapper echo(int number) {
        return new IntWrapper(number);
    }

    /**
     * Takes an array.
     *
     * @param array any
     * @return its length
     */
    public IntWrapper take(double[] array) {
        return new IntWrapper(array.length);
    }

    /**
     * Takes an array, which it does not keep.
     *
     * @param array any
     * @return its length
     */
    public IntWrapper borrow(@Borrowed double[] array) {
        return new IntWrapper(array.length);
    }

    /**
     * Takes two small arguments.
     *
     * @param number any
     * @param value any
     */
    public void tell(int number, long value) {
        taken++;
        sum += number + value;
    }

    /**
     * How often {@link #tell} was called since this was asked last.
     *
     * @return the number
     */
    public LongWrapper taken() {
        long result = taken;
        taken = 0;
        return new LongWrapper(result);
    }

    /**
     * The sum of all that was told.
     *
     * @return the sum
     */
    public long sum() {
        return sum;
    }
}
