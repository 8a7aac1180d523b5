package org.activeobjects.annotation.multiactivity;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Groups of the same priority. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface PrioritySet {

    /**
     * The groups.
     *
     * @return names of groups
     */
    String[] value();
}
