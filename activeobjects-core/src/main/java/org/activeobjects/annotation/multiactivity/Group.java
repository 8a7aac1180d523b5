package org.activeobjects.annotation.multiactivity;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A group of methods. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface Group {

    /**
     * Name of the group.
     *
     * @return a name that no other group has
     */
    String name();

    /**
     * Whether requests of this group may run at the same time.
     *
     * @return true if they may, as far as the condition holds
     */
    boolean selfCompatible();

    /**
     * Type of the parameter that all methods of the group have, for conditions; of several of that
     * type the first is meant.
     *
     * @return name of a class or primitive type; empty if no condition looks at a parameter
     */
    String parameter() default "";

    /**
     * When two requests of the group may run at the same time; see {@link Compatible#condition}.
     *
     * @return the condition; empty for always
     */
    String condition() default "";

    /**
     * How many threads are kept for the group, which no other group uses.
     *
     * @return 0 or more; the sum over all groups is less than the number of threads
     */
    int minThreads() default 0;

    /**
     * How many requests of the group run at the same time.
     *
     * @return 1 or more
     */
    int maxThreads() default Integer.MAX_VALUE;
}
