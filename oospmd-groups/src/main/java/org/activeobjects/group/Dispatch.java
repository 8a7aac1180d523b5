package org.activeobjects.group;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says to whom calls of a method, or of all methods of a class or interface, go if they are made on
 * a typed group with a scattered argument. The method is asked before the type of the group, and
 * {@link PAGroup#setDispatchMode} of the group before both.
 *
 * <p><b>Source:</b> {@code Dispatch} of ProActive.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Dispatch {

    /**
     * To whom calls go.
     *
     * @return the mode
     */
    DispatchMode mode();

    /**
     * How many calls a member has at a time, in {@link DispatchMode#DYNAMIC}.
     *
     * @return 1 or more
     */
    int bufferSize() default 1;
}
