package org.activeobjects.wrapper;

import java.util.Objects;

/**
 * A string that an asynchronous method can return: unlike {@code String}, it can be stood in for by
 * a future.
 *
 * <p><b>Threading:</b> immutable.
 *
 * <p><b>Source:</b> {@code StringWrapper} of ProActive.
 */
public class StringWrapper {

    private final String value;

    /**
     * Wraps a value.
     *
     * @param value what to wrap
     */
    public StringWrapper(String value) {
        this.value = value;
    }

    /**
     * The value.
     *
     * @return what was wrapped
     */
    public String getStringValue() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StringWrapper wrapper
                && Objects.equals(getStringValue(), wrapper.getStringValue());
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(getStringValue());
    }

    @Override
    public String toString() {
        return String.valueOf(getStringValue());
    }
}
