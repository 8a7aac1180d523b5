package org.activeobjects.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that returns the active object itself: whatever it returns, its caller gets a stub. The
 * result type has to be the class of the stub, or a supertype.
 *
 * <p><b>Source:</b> {@code Self} of ProActive.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Self {}
