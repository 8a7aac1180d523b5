package org.activeobjects.spi;

/**
 * The arguments of one call, primitive ones without boxes. None of them can change.
 *
 * <p><b>Threading:</b> immutable.
 *
 * <p>Not for implementation outside this module.
 */
public abstract class PackedArguments {

    /** For the generated classes, one per method. */
    protected PackedArguments() {}

    /**
     * The arguments as others are passed.
     *
     * @return a new array, primitive ones boxed
     */
    public abstract Object[] toArray();

    /**
     * Runs the method that they are for; overriding is in force.
     *
     * @param target an instance of the class of its table
     * @return the result, primitive ones boxed, {@code null} if the method is {@code void}
     * @throws Throwable what the method throws, as it is
     * @throws ClassCastException if the target is of another class; the method did not run
     */
    public abstract Object invoke(Object target) throws Throwable;
}
