package org.activeobjects.npb.rehearsal;

import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.StringWrapper;

import java.util.List;

/** The active object that is called. */
public class Echo {

    private int told;

    /** One that was told nothing. */
    public Echo() {}

    /**
     * Answers.
     *
     * @param number any
     * @return the number
     */
    public IntWrapper number(int number) {
        return new IntWrapper(number);
    }

    /**
     * Answers.
     *
     * @param text any
     * @return the text
     */
    public StringWrapper text(String text) {
        return new StringWrapper(text);
    }

    /**
     * Answers.
     *
     * @param items any
     * @return how many there are
     */
    public IntWrapper list(List<String> items) {
        return new IntWrapper(items.size());
    }

    /**
     * Answers.
     *
     * @param values any
     * @return how many there are
     */
    public IntWrapper array(double[] values) {
        return new IntWrapper(values.length);
    }

    /**
     * Counts.
     *
     * @param number any
     * @param echo any, such as a stub of this
     */
    public void tell(int number, Echo echo) {
        told++;
    }

    /**
     * How often it was told something.
     *
     * @return the number
     */
    public IntWrapper told() {
        return new IntWrapper(told);
    }
}
