package org.activeobjects.wrapper;

/**
 * A long that an asynchronous method can return, and that can be changed.
 *
 * <p><b>Threading:</b> not safe.
 *
 * <p><b>Source:</b> {@code LongMutableWrapper} of ProActive.
 */
public class LongMutableWrapper {

    private long value;

    /**
     * Wraps a value.
     *
     * @param value what to wrap
     */
    public LongMutableWrapper(long value) {
        this.value = value;
    }

    /**
     * The value.
     *
     * @return what was set last
     */
    public long getLongValue() {
        return value;
    }

    /**
     * Replaces the value.
     *
     * @param newValue what to wrap from now on
     */
    public void setLongValue(long newValue) {
        this.value = newValue;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LongMutableWrapper wrapper
                && Long.compare(getLongValue(), wrapper.getLongValue()) == 0;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(getLongValue());
    }

    @Override
    public String toString() {
        return String.valueOf(getLongValue());
    }
}
