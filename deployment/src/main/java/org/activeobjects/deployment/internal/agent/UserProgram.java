package org.activeobjects.deployment.internal.agent;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/** The user's program: a class with a {@code main} of any form that Java 25 starts. */
final class UserProgram {

    private final Class<?> type;
    private final Method main;

    private UserProgram(Class<?> type, Method main) {
        this.type = type;
        this.main = main;
    }

    /**
     * Finds the program.
     *
     * @throws IllegalArgumentException if there is no such class, or it has no {@code main} that
     *     can be called
     */
    static UserProgram find(String className, ClassLoader loader) {
        try {
            return of(Class.forName(className, false, loader));
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    "main class not found: class=%s classPath=%s; give its folder or jar with -cp"
                            .formatted(className, System.getProperty("java.class.path")),
                    e);
        } catch (LinkageError e) {
            throw new IllegalArgumentException(
                    "main class cannot be loaded: class=%s reason=%s classPath=%s; give the full name of the class, all that it needs with -cp, and compile it for Java %s at most"
                            .formatted(
                                    className,
                                    e,
                                    System.getProperty("java.class.path"),
                                    Runtime.version().feature()),
                    e);
        }
    }

    static UserProgram of(Class<?> type) {
        Method main = findMain(type, String[].class);
        if (main == null) {
            main = findMain(type);
        }
        if (main == null) {
            throw new IllegalArgumentException(
                    "the class has no main method: class="
                            + type.getName()
                            + "; write 'public static void main(String[] args)'");
        }
        if (!Modifier.isStatic(main.getModifiers()) && !canBeMade(type)) {
            throw new IllegalArgumentException(
                    "the main method is not static, and no object can be made to call it on: class="
                            + type.getName()
                            + "; make the method static, or the class not abstract with a"
                            + " constructor without parameters");
        }
        main.setAccessible(true);
        return new UserProgram(type, main);
    }

    /**
     * Runs it to its return.
     *
     * @throws Throwable what the program threw, its stack trace ending at {@code main}
     */
    void run(String[] args) throws Throwable {
        try {
            Object target = Modifier.isStatic(main.getModifiers()) ? null : newInstance();
            if (main.getParameterCount() == 0) {
                main.invoke(target);
            } else {
                main.invoke(target, (Object) args);
            }
        } catch (InvocationTargetException e) {
            throw TraceCut.belowMain(e.getCause(), UserProgram.class);
        } catch (LinkageError e) {
            // Of the class itself, such as what its initialization has thrown.
            throw TraceCut.belowMain(e, UserProgram.class);
        }
    }

    private static boolean canBeMade(Class<?> type) {
        return !Modifier.isAbstract(type.getModifiers())
                && Arrays.stream(type.getDeclaredConstructors())
                        .anyMatch(constructor -> constructor.getParameterCount() == 0);
    }

    private Object newInstance() throws ReflectiveOperationException {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    private static Method findMain(Class<?> type, Class<?>... parameters) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            try {
                Method method = c.getDeclaredMethod("main", parameters);
                if (!Modifier.isPrivate(method.getModifiers())
                        && method.getReturnType() == void.class) {
                    return method;
                }
            } catch (NoSuchMethodException e) {
                // A super class may have it.
            }
        }
        return null;
    }
}
