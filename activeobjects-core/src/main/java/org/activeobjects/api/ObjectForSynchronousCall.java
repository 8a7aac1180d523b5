package org.activeobjects.api;

import java.io.Serializable;

/**
 * The result of a method that has none, but whose callers are to wait until it is done.
 *
 * <p>A {@code void} method is one-way: its caller goes on at once and is not told of a failure. A
 * method that returns this class is synchronous, because nothing can stand in for a final class:
 *
 * <pre>{@code
 * public ObjectForSynchronousCall store(String line) {
 *     lines.add(line);
 *     return new ObjectForSynchronousCall();
 * }
 * }</pre>
 *
 * <p><b>Threading:</b> immutable; all instances are equal.
 *
 * <p><b>Source:</b> {@code ObjectForSynchronousCall} of ProActive.
 */
public final class ObjectForSynchronousCall implements Serializable {

    private static final long serialVersionUID = 1;

    /** An answer without content. */
    public ObjectForSynchronousCall() {}

    @Override
    public boolean equals(Object other) {
        return other instanceof ObjectForSynchronousCall;
    }

    @Override
    public int hashCode() {
        return 1;
    }

    @Override
    public String toString() {
        return "done";
    }
}
