package org.activeobjects.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method whose result becomes an active object, beside the one that returned it: the caller gets
 * a stub of the result type. A result that is {@code null} or active already stays what it is.
 *
 * <p><b>Source:</b> {@code TurnActive} of ProActive.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface TurnActive {}
