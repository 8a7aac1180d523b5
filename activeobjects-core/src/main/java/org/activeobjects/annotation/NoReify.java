package org.activeobjects.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Allows what else keeps a class from having active objects: a method whose calls are not requests.
 * Called on a stub it runs there and then, on an object whose fields were never set; it is for
 * helpers that use none. A static method that works on static fields of its class may be allowed
 * too: it works on those of its caller's JVM.
 *
 * <p>On a method it holds for that method, also if it could be intercepted. On a class it holds for
 * those methods that the class itself declares and that cannot be intercepted, static ones among
 * them.
 *
 * <p><b>Source:</b> {@code NoReify} of ProActive.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface NoReify {}
