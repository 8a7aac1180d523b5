package org.activeobjects.annotation.multiactivity;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Which groups of a multi-active object are compatible. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface DefineRules {

    /**
     * The rules.
     *
     * @return rules; groups that none of them names together are not compatible
     */
    Compatible[] value();
}
