package org.activeobjects.benchmarks.idle;

import org.activeobjects.wrapper.IntWrapper;

/** An active object with nothing to do. */
public class Idler {

    private final int number;

    /** Number 0. */
    public Idler() {
        this(0);
    }

    /**
     * One of many.
     *
     * @param number what it answers
     */
    public Idler(int number) {
        this.number = number;
    }

    /**
     * Answers.
     *
     * @return the number it was made with
     */
    public IntWrapper number() {
        return new IntWrapper(number);
    }
}
