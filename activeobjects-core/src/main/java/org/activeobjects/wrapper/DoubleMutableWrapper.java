package org.activeobjects.wrapper;

/**
 * A double that an asynchronous method can return, and that can be changed.
 *
 * <p><b>Threading:</b> not safe.
 *
 * <p><b>Source:</b> {@code DoubleMutableWrapper} of ProActive.
 */
public class DoubleMutableWrapper {

    private double value;

    /**
     * Wraps a value.
     *
     * @param value what to wrap
     */
    public DoubleMutableWrapper(double value) {
        this.value = value;
    }

    /**
     * The value.
     *
     * @return what was set last
     */
    public double getDoubleValue() {
        return value;
    }

    /**
     * Replaces the value.
     *
     * @param newValue what to wrap from now on
     */
    public void setDoubleValue(double newValue) {
        this.value = newValue;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DoubleMutableWrapper wrapper
                && Double.compare(getDoubleValue(), wrapper.getDoubleValue()) == 0;
    }

    @Override
    public int hashCode() {
        return Double.hashCode(getDoubleValue());
    }

    @Override
    public String toString() {
        return String.valueOf(getDoubleValue());
    }
}
