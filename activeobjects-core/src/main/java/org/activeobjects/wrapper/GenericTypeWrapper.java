package org.activeobjects.wrapper;

import java.util.Objects;

/**
 * Any object that an asynchronous method can return, also one of a final class or an array: unlike
 * these, it can be stood in for by a future.
 *
 * <p><b>Threading:</b> immutable, as far as the object is.
 *
 * <p><b>Source:</b> {@code GenericTypeWrapper} of ProActive.
 *
 * @param <T> type of the object
 */
public class GenericTypeWrapper<T> {

    private final T object;

    /**
     * Wraps an object.
     *
     * @param object what to wrap; may be null
     */
    public GenericTypeWrapper(T object) {
        this.object = object;
    }

    /**
     * The object.
     *
     * @return what was wrapped
     */
    public T getObject() {
        return object;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GenericTypeWrapper<?> wrapper
                && Objects.equals(getObject(), wrapper.getObject());
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(getObject());
    }

    @Override
    public String toString() {
        return String.valueOf(getObject());
    }
}
