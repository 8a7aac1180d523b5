package org.activeobjects.deployment.internal.agent;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

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
     * @throws IllegalArgumentException if there is no such class, or it has no {@code main}
     */
    static UserProgram find(String className) {
        Class<?> type;
        try {
            type = Class.forName(className, false, ClassLoader.getSystemClassLoader());
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            throw new IllegalArgumentException(
                    "main class not found: class=%s classPath=%s; give its folder or jar with -cp"
                            .formatted(className, System.getProperty("java.class.path")),
                    e);
        }
        Method main = findMain(type, String[].class);
        if (main == null) {
            main = findMain(type);
        }
        if (main == null) {
            throw new IllegalArgumentException(
                    "the class has no main method: class="
                            + className
                            + "; write 'public static void main(String[] args)'");
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
            throw cutBelowMain(e.getCause());
        }
    }

    private Object newInstance() throws ReflectiveOperationException {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    private Throwable cutBelowMain(Throwable thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        int end = trace.length;
        while (end > 0 && !isOfProgram(trace[end - 1])) {
            end--;
        }
        if (end > 0) {
            thrown.setStackTrace(java.util.Arrays.copyOf(trace, end));
        }
        return thrown;
    }

    private boolean isOfProgram(StackTraceElement frame) {
        return frame.getClassName().equals(main.getDeclaringClass().getName())
                || frame.getClassName().equals(type.getName());
    }

    private static Method findMain(Class<?> type, Class<?>... parameters) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            try {
                Method method = c.getDeclaredMethod("main", parameters);
                if (!Modifier.isPrivate(method.getModifiers())) {
                    return method;
                }
            } catch (NoSuchMethodException e) {
                // A super class may have it.
            }
        }
        return null;
    }
}
