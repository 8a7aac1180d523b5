package org.activeobjects.wrapper;

/**
 * A float that an asynchronous method can return, and that can be changed.
 *
 * <p><b>Threading:</b> not safe.
 *
 * <p><b>Source:</b> {@code FloatMutableWrapper} of ProActive.
 */
public class FloatMutableWrapper {

    private float value;

    /**
     * Wraps a value.
     *
     * @param value what to wrap
     */
    public FloatMutableWrapper(float value) {
        this.value = value;
    }

    /**
     * The value.
     *
     * @return what was set last
     */
    public float getFloatValue() {
        return value;
    }

    /**
     * Replaces the value.
     *
     * @param newValue what to wrap from now on
     */
    public void setFloatValue(float newValue) {
        this.value = newValue;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FloatMutableWrapper wrapper
                && Float.compare(getFloatValue(), wrapper.getFloatValue()) == 0;
    }

    @Override
    public int hashCode() {
        return Float.hashCode(getFloatValue());
    }

    @Override
    public String toString() {
        return String.valueOf(getFloatValue());
    }
}
