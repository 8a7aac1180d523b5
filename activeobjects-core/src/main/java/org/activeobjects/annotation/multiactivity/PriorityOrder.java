package org.activeobjects.annotation.multiactivity;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Sets of groups, the most urgent first. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface PriorityOrder {

    /**
     * The sets.
     *
     * @return sets in the order of their priority
     */
    PrioritySet[] value();
}
