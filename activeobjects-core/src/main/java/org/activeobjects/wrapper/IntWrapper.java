package org.activeobjects.wrapper;

import java.util.Objects;

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
                && Objects.equals(getIntValue(), wrapper.getIntValue());
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(getIntValue());
    }

    @Override
    public String toString() {
        return String.valueOf(getIntValue());
    }
}
