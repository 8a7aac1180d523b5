package org.activeobjects.internal.codec;

/**
 * Which classes of this runtime the receivers of a message know by their numbers.
 *
 * <p><b>Threading:</b> safe.
 */
@FunctionalInterface
public interface KnownClasses {

    /**
     * Whether the number alone will do.
     *
     * @param number number of a class of this runtime, 0 or more
     * @return true if every receiver knows it; it does not forget
     */
    boolean know(int number);
}
