package org.activeobjects.wrapper;

/**
 * A double that an asynchronous method can return: unlike {@code double}, it can be stood in for by
 * a future.
 *
 * <p><b>Threading:</b> immutable.
 *
 * <p><b>Source:</b> {@code DoubleWrapper} of ProActive.
 */
public class DoubleWrapper {

    private final double value;

    /**
     * Wraps a value.
     *
     * @param value what to wrap
     */
    public DoubleWrapper(double value) {
        this.value = value;
    }

    /**
     * The value.
     *
     * @return what was wrapped
     */
    public double getDoubleValue() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DoubleWrapper wrapper
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
