package org.activeobjects.wrapper;

/**
 * An int that an asynchronous method can return, and that can be changed.
 *
 * <p><b>Threading:</b> not safe.
 *
 * <p><b>Source:</b> {@code IntMutableWrapper} of ProActive.
 */
public class IntMutableWrapper {

    private int value;

    /**
     * Wraps a value.
     *
     * @param value what to wrap
     */
    public IntMutableWrapper(int value) {
        this.value = value;
    }

    /**
     * The value.
     *
     * @return what was set last
     */
    public int getIntValue() {
        return value;
    }

    /**
     * Replaces the value.
     *
     * @param newValue what to wrap from now on
     */
    public void setIntValue(int newValue) {
        this.value = newValue;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IntMutableWrapper wrapper
                && Integer.compare(getIntValue(), wrapper.getIntValue()) == 0;
    }

    @Override
    public int hashCode() {
        return Integer.hashCode(getIntValue());
    }

    @Override
    public String toString() {
        return String.valueOf(getIntValue());
    }
}
