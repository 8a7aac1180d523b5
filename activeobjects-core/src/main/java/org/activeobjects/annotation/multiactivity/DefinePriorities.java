package org.activeobjects.annotation.multiactivity;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Who goes first where requests of several groups could begin and there are not enough threads.
 *
 * <p>A request never overtakes one that it is not compatible with. One that was overtaken a hundred
 * times goes first.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface DefinePriorities {

    /**
     * The orders.
     *
     * @return orders that do not contradict each other; groups in none of them come last
     */
    PriorityOrder[] value();
}
