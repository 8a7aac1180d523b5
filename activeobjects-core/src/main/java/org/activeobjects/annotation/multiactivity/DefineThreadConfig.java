package org.activeobjects.annotation.multiactivity;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How many requests of a multi-active object run at the same time. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface DefineThreadConfig {

    /**
     * The number of threads.
     *
     * @return 1 or more
     */
    int threadPoolSize() default Integer.MAX_VALUE;

    /**
     * Whether a request that waits for a result still counts.
     *
     * @return true, the default, if it does; false to let another one begin meanwhile
     */
    boolean hardLimit() default true;
}
