package org.activeobjects.internal.stub;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;

/**
 * Makes constructors that set no field and run no code of the class, as Java's own serialization
 * does.
 *
 * <p>The means is {@code sun.reflect.ReflectionFactory}, which the module {@code jdk.unsupported}
 * exports for libraries of serialization. It is found by name, because the compiler warns of every
 * class of that module and the warning cannot be switched off.
 */
public final class BareConstructor {

    private static final Constructor<?> OF_OBJECT;
    private static final MethodHandle MAKE;

    static {
        try {
            OF_OBJECT = Object.class.getConstructor();
            Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Object one =
                    lookup.findStatic(
                                    factory, "getReflectionFactory", MethodType.methodType(factory))
                            .invoke();
            MAKE =
                    lookup.findVirtual(
                                    factory,
                                    "newConstructorForSerialization",
                                    MethodType.methodType(
                                            Constructor.class, Class.class, Constructor.class))
                            .bindTo(one);
        } catch (ClassNotFoundException e) {
            throw new ExceptionInInitializerError(
                    "no stub can be made, for the JVM has not loaded a module that this needs:"
                            + " module=jdk.unsupported class="
                            + e.getMessage()
                            + "; start it with --add-modules jdk.unsupported");
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private BareConstructor() {}

    /**
     * The bare constructor of a class.
     *
     * @param type a class that is not abstract
     * @return a constructor without parameters; of the superclasses too only that of {@code Object}
     *     runs
     */
    public static Constructor<?> of(Class<?> type) {
        return of(type, OF_OBJECT);
    }

    /**
     * A constructor of a class that begins with one of a superclass.
     *
     * @param type a class that is not abstract
     * @param first constructor of a superclass, of any visibility
     * @return a constructor with the parameters of {@code first}; between that and the class no
     *     constructor runs
     */
    public static Constructor<?> of(Class<?> type, Constructor<?> first) {
        try {
            return (Constructor<?>) MAKE.invokeExact(type, first);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("declares no checked exception", e);
        }
    }
}
