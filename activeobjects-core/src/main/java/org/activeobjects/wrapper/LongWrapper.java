package org.activeobjects.wrapper;

import java.util.Objects;

/**
 * A long that an asynchronous method can return: unlike {@code long}, it can be stood in for by a
 * future.
 *
 * <p><b>Threading:</b> immutable.
 *
 * <p><b>Source:</b> {@code LongWrapper} of ProActive.
 */
public class LongWrapper {

    private final long value;

    /**
     * Wraps a value.
     *
     * @param value what to wrap
     */
    public LongWrapper(long value) {
        this.value = value;
    }

    /**
     * The value.
     *
     * @return what was wrapped
     */
    public long getLongValue() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LongWrapper wrapper
                && Objects.equals(getLongValue(), wrapper.getLongValue());
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(getLongValue());
    }

    @Override
    public String toString() {
        return String.valueOf(getLongValue());
    }
}
