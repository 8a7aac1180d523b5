package org.activeobjects.wrapper;

/**
 * A float that an asynchronous method can return: unlike {@code float}, it can be stood in for by a
 * future.
 *
 * <p><b>Threading:</b> immutable.
 *
 * <p><b>Source:</b> {@code FloatWrapper} of ProActive.
 */
public class FloatWrapper {

    private final float value;

    /**
     * Wraps a value.
     *
     * @param value what to wrap
     */
    public FloatWrapper(float value) {
        this.value = value;
    }

    /**
     * The value.
     *
     * @return what was wrapped
     */
    public float getFloatValue() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FloatWrapper wrapper
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
