package org.activeobjects.wrapper;

/**
 * An int that an asynchronous method can return: unlike {@code int}, it can be stood in for by a
 * future.
 *
 * <p><b>Threading:</b> immutable.
 *
 * <p><b>Source:</b> {@code IntWrapper} of ProActive.
 */
public class IntWrapper {

    private final int value;

    /**
     * Wraps a value.
     *
     * @param value what to wrap
     */
    public IntWrapper(int value) {
        this.value = value;
    }

    /**
     * The value.
     *
     * @return what was wrapped
     */
    public int getIntValue() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IntWrapper wrapper
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
