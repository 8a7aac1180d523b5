package org.activeobjects.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Each active object of the class has a platform thread of its own for life, unless its creator
 * chose another {@link org.activeobjects.threads.ThreadModel}. For code that holds on to its
 * thread: native calls, spinning, libraries with state per thread.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface PlatformThread {}
