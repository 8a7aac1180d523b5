package org.activeobjects.wrapper;

/**
 * A boolean that an asynchronous method can return, and that can be changed.
 *
 * <p><b>Threading:</b> not safe.
 *
 * <p><b>Source:</b> {@code BooleanMutableWrapper} of ProActive.
 */
public class BooleanMutableWrapper {

    private boolean value;

    /**
     * Wraps a value.
     *
     * @param value what to wrap
     */
    public BooleanMutableWrapper(boolean value) {
        this.value = value;
    }

    /**
     * The value.
     *
     * @return what was set last
     */
    public boolean getBooleanValue() {
        return value;
    }

    /**
     * Replaces the value.
     *
     * @param newValue what to wrap from now on
     */
    public void setBooleanValue(boolean newValue) {
        this.value = newValue;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BooleanMutableWrapper wrapper
                && Boolean.compare(getBooleanValue(), wrapper.getBooleanValue()) == 0;
    }

    @Override
    public int hashCode() {
        return Boolean.hashCode(getBooleanValue());
    }

    @Override
    public String toString() {
        return String.valueOf(getBooleanValue());
    }
}
