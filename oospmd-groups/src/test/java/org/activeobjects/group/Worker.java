package org.activeobjects.group;

import org.activeobjects.wrapper.IntWrapper;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** An active object for the tests of groups. */
public class Worker {

    /** For members that live in the test's own runtime or in another of the same JVM. */
    static final CountDownLatch[] GATES = {new CountDownLatch(1), new CountDownLatch(1)};

    static final AtomicInteger ONE_WAY_CALLS = new AtomicInteger();

    private final int number;

    public Worker(Integer number) {
        this.number = number;
    }

    public IntWrapper number() {
        return new IntWrapper(number);
    }

    public IntWrapper plus(IntWrapper other) {
        return new IntWrapper(number + other.getIntValue());
    }

    public Sum sum(double[] values) {
        return new Sum(Arrays.stream(values).sum() + number);
    }

    public void note() {
        ONE_WAY_CALLS.incrementAndGet();
    }

    public IntWrapper failIfOdd() {
        if (number % 2 == 1) {
            throw new IllegalStateException("odd " + number);
        }
        return new IntWrapper(number);
    }

    public void check(int limit) throws IOException {
        if (number >= limit) {
            throw new IOException("over " + limit + ": " + number);
        }
    }

    /** Fails if number and value are more than three. */
    public void checkSum(IntWrapper value) throws IOException {
        if (number + value.getIntValue() > 3) {
            throw new IOException("too much: " + number + " and " + value.getIntValue());
        }
    }

    public int primitive() {
        return number;
    }

    /** Waits until the test lets the member of this number go. */
    public Sum whenLetGo() {
        try {
            GATES[number].await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("not let go: " + number, e);
        }
        return new Sum(number);
    }

    /** A result that can be stood in for and has a method of its own. */
    public static class Sum {
        private final double value;

        public Sum() {
            this(0);
        }

        public Sum(double value) {
            this.value = value;
        }

        public double value() {
            return value;
        }

        public Sum twice() {
            return new Sum(2 * value);
        }
    }
}
