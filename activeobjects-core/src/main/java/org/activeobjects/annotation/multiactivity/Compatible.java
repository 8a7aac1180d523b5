package org.activeobjects.annotation.multiactivity;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Groups whose requests may run at the same time, each with each. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface Compatible {

    /**
     * The groups.
     *
     * @return names of two or more groups
     */
    String[] value();

    /**
     * A method that says whether two requests are compatible. Its arguments are the parameters that
     * their groups name, in the order of the groups here, or of arrival within one group; a group
     * without a parameter adds none.
     *
     * <ul>
     *   <li>{@code this.name}: a method of the active object
     *   <li>{@code name}: a method of the first argument, such as {@code equals}
     *   <li>{@code package.Class.name}: a static method
     * </ul>
     *
     * <p>A {@code !} in front negates it. It is called while requests run, before others begin: it
     * has to be quick and safe. Where it throws, the two are not compatible.
     *
     * @return the condition; empty for always
     */
    String condition() default "";
}
