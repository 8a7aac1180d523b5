package org.activeobjects.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Bounds the queues of the active objects of a class: who calls one whose queue is full waits for
 * room. See {@link org.activeobjects.queue.QueueBound}, which says what counts.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface BoundedQueue {

    /**
     * How many requests fit.
     *
     * @return 1 or more
     */
    int value();

    /**
     * How long a caller waits at most, before its call throws {@code RequestQueueFullException}.
     *
     * @return milliseconds; 0 for ever
     */
    long timeoutMs() default 0;
}
