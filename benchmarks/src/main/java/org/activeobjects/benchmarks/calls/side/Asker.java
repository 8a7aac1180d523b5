package org.activeobjects.benchmarks.calls.side;

import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.LongWrapper;

/** The active object that calls. */
public class Asker {

    private final Callee callee;
    private final double[] array;
    private final boolean lends;

    /** For its stub. */
    public Asker() {
        this(null, 0, false);
    }

    /**
     * Calls one callee.
     *
     * @param callee who is called
     * @param length length of the array that it passes
     * @param lends whether it calls the method that borrows the array
     */
    public Asker(Callee callee, int length, boolean lends) {
        this.callee = callee;
        this.array = new double[length];
        this.lends = lends;
    }

    /**
     * Calls with a number and waits, again and again.
     *
     * @param calls how often
     * @return nanoseconds that it took
     */
    public long ask(long calls) {
        return ask(callee, calls);
    }

    /**
     * As {@link #ask}, without keeping its own caller waiting.
     *
     * @param calls how often
     * @return nanoseconds that it took
     */
    public LongWrapper askAside(long calls) {
        return new LongWrapper(ask(calls));
    }

    /**
     * Calls with an array and waits, again and again.
     *
     * @param calls how often
     * @return nanoseconds that it took
     */
    public long pass(long calls) {
        return pass(callee, array, lends, calls);
    }

    static long ask(Callee callee, long calls) {
        long start = System.nanoTime();
        for (long i = 0; i < calls; i++) {
            int number = (int) i;
            IntWrapper answer = callee.echo(number);
            check(answer.getIntValue(), number);
        }
        return System.nanoTime() - start;
    }

    static long pass(Callee callee, double[] array, boolean lends, long calls) {
        long start = System.nanoTime();
        for (long i = 0; i < calls; i++) {
            IntWrapper answer = lends ? callee.borrow(array) : callee.take(array);
            check(answer.getIntValue(), array.length);
        }
        return System.nanoTime() - start;
    }

    static void check(long actual, long expected) {
        if (actual != expected) {
            throw new IllegalStateException(
                    "wrong answer: expected=" + expected + " actual=" + actual);
        }
    }
}
