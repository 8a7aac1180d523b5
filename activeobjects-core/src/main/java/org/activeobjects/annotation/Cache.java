package org.activeobjects.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method whose result never changes: each stub asks once, and gives later callers the same
 * result; threads that call it for the first time at the same time may each ask. It has a result
 * and no parameters. A call that failed is not kept.
 *
 * <p><b>Source:</b> {@code Cache} of ProActive.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Cache {}
