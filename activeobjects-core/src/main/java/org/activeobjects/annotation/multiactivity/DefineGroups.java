package org.activeobjects.annotation.multiactivity;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The groups of methods of a multi-active object.
 *
 * <p>A class with groups serves several requests at the same time, as far as their groups are
 * compatible. A method in no group runs alone. Groups of superclasses count too.
 *
 * <p><b>Source:</b> the annotations of this package are those of ProActive; {@code minThreads},
 * {@code maxThreads} and priorities as in its last versions.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface DefineGroups {

    /**
     * The groups.
     *
     * @return groups of different names
     */
    Group[] value();
}
