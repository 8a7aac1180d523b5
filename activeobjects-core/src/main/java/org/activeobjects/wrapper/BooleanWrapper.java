package org.activeobjects.wrapper;

/**
 * A boolean that an asynchronous method can return: unlike {@code boolean}, it can be stood in for
 * by a future.
 *
 * <p><b>Threading:</b> immutable.
 *
 * <p><b>Source:</b> {@code BooleanWrapper} of ProActive.
 */
public class BooleanWrapper {

    private final boolean value;

    /**
     * Wraps a value.
     *
     * @param value what to wrap
     */
    public BooleanWrapper(boolean value) {
        this.value = value;
    }

    /**
     * The value.
     *
     * @return what was wrapped
     */
    public boolean getBooleanValue() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BooleanWrapper wrapper
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
