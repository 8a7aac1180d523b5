package org.activeobjects.wrapper;

import java.util.Objects;

/**
 * A string that an asynchronous method can return, and that can be changed.
 *
 * <p><b>Threading:</b> not safe.
 *
 * <p><b>Source:</b> {@code StringMutableWrapper} of ProActive.
 */
public class StringMutableWrapper {

    private String value;

    /**
     * Wraps a value.
     *
     * @param value what to wrap
     */
    public StringMutableWrapper(String value) {
        this.value = value;
    }

    /**
     * The value.
     *
     * @return what was set last
     */
    public String getStringValue() {
        return value;
    }

    /**
     * Replaces the value.
     *
     * @param newValue what to wrap from now on
     */
    public void setStringValue(String newValue) {
        this.value = newValue;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StringMutableWrapper wrapper
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
