package org.activeobjects.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method whose result is waited for before it is sent, if it is itself a future: the caller gets
 * the value, and the active object serves nothing else meanwhile.
 *
 * <p><b>Source:</b> {@code UnwrapFuture} of ProActive.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface UnwrapFuture {}
