package org.activeobjects.wrapper;

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
