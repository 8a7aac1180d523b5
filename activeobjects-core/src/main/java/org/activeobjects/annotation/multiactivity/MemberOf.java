package org.activeobjects.annotation.multiactivity;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The group that a method belongs to; it holds for the methods that override it, too. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface MemberOf {

    /**
     * Name of the group.
     *
     * @return a group of {@link DefineGroups}
     */
    String value();
}
