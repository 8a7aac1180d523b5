package org.activeobjects.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method whose requests are served at once, beside the queue, while the active object may be
 * serving another one: such a method has to be safe to run at the same time as any other.
 *
 * <p>It holds for the methods that override it, too.
 *
 * <p><b>Source:</b> {@code ImmediateService} of ProActive.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ImmediateService {

    /**
     * Whether the requests of one caller are served by one thread, in their order.
     *
     * @return false, the default, to give each request a thread of its own
     */
    boolean uniqueThread() default false;
}
