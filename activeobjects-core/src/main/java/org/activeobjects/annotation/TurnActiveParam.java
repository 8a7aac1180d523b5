package org.activeobjects.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A parameter whose argument becomes an active object in the runtime of the caller: the method gets
 * a stub of the parameter's type. An argument that is {@code null} or active already stays what it
 * is.
 *
 * <p><b>Source:</b> {@code TurnActiveParam} of ProActive; here it stands at the parameter.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface TurnActiveParam {}
