package org.activeobjects.internal.creation;

import org.activeobjects.active.StubObject;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.internal.thrown.Thrown;
import org.activeobjects.node.Node;

import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Chooses a constructor by the run-time classes of its arguments.
 *
 * <p>The most specific one wins; a parameter of a boxed type is more specific than one of its
 * primitive type; {@code null} fits any reference.
 */
public final class Constructors {

    private Constructors() {}

    /**
     * Makes an object.
     *
     * @param type its class
     * @param arguments arguments of its constructor
     * @return the new object
     * @throws ActiveObjectCreationException if no single constructor fits, or it fails, or the
     *     class cannot be initialized
     */
    public static Object construct(Class<?> type, Object[] arguments) {
        try {
            return constructed(type, arguments);
        } catch (LinkageError e) {
            Throwable reason = e.getCause() == null ? e : e.getCause();
            throw new ActiveObjectCreationException(
                    "class cannot be used: class="
                            + type.getName()
                            + " reason="
                            + Thrown.textOf(reason)
                            + "; look at its static initializers, and for classes that it needs",
                    e);
        }
    }

    private static Object constructed(Class<?> type, Object[] arguments) {
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            throw new ActiveObjectCreationException(
                    "an abstract type has no objects of its own: class="
                            + type.getName()
                            + "; name a class that implements it");
        }
        Constructor<?> constructor = choose(type, arguments);
        try {
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw new ActiveObjectCreationException(
                    "constructor failed: constructor="
                            + constructor
                            + " reason="
                            + Thrown.textOf(e.getCause()),
                    e.getCause());
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new ActiveObjectCreationException(
                    "constructor cannot be called: constructor=" + constructor, e);
        }
    }

    static Constructor<?> choose(Class<?> type, Object[] arguments) {
        List<Constructor<?>> fitting = new ArrayList<>();
        for (Constructor<?> candidate : type.getDeclaredConstructors()) {
            if (fits(candidate.getParameterTypes(), arguments)) {
                fitting.add(candidate);
            }
        }
        List<Constructor<?>> best = new ArrayList<>();
        for (Constructor<?> candidate : fitting) {
            if (fitting.stream()
                    .noneMatch(
                            other ->
                                    !other.equals(candidate) && isMoreSpecific(other, candidate))) {
                best.add(candidate);
            }
        }
        if (best.size() != 1) {
            throw unclear(type, arguments, best);
        }
        return best.getFirst();
    }

    private static ActiveObjectCreationException unclear(
            Class<?> type, Object[] arguments, List<Constructor<?>> best) {
        String constructors =
                best.isEmpty() ? Arrays.toString(type.getDeclaredConstructors()) : best.toString();
        boolean isNodeAmong = Arrays.stream(arguments).anyMatch(Node.class::isInstance);
        return new ActiveObjectCreationException(
                (best.isEmpty() ? "no constructor fits" : "several constructors fit equally")
                        + ": class="
                        + type.getName()
                        + " arguments="
                        + classesOf(arguments)
                        + " constructors="
                        + constructors
                        + (best.isEmpty() && isNodeAmong
                                ? "; where it is to live comes behind an array of the arguments:"
                                        + " newActive(type, new Object[] {...}, node)"
                                : "")
                        + (best.isEmpty() && isInner(type)
                                ? "; it is an inner class, whose objects need one of the class"
                                        + " around it: make it static"
                                : ""));
    }

    private static boolean isInner(Class<?> type) {
        return type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
    }

    private static List<String> classesOf(Object[] arguments) {
        return Arrays.stream(arguments).map(Constructors::classOf).toList();
    }

    /** Of a stub the class that it stands for, which is the one in the program. */
    private static String classOf(Object argument) {
        if (argument instanceof StubObject) {
            return "stub of " + argument.getClass().getSuperclass().getTypeName();
        }
        return argument == null ? "null" : argument.getClass().getTypeName();
    }

    private static boolean fits(Class<?>[] parameters, Object[] arguments) {
        if (parameters.length != arguments.length) {
            return false;
        }
        for (int i = 0; i < parameters.length; i++) {
            boolean fits =
                    arguments[i] == null
                            ? !parameters[i].isPrimitive()
                            : boxed(parameters[i]).isInstance(arguments[i]);
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private static boolean isMoreSpecific(Constructor<?> one, Constructor<?> other) {
        Class<?>[] mine = one.getParameterTypes();
        Class<?>[] others = other.getParameterTypes();
        for (int i = 0; i < mine.length; i++) {
            boolean asSpecific =
                    mine[i] == others[i]
                            || (others[i].isPrimitive()
                                    ? boxed(others[i]) == mine[i]
                                    : boxed(others[i]) != boxed(mine[i])
                                            && others[i].isAssignableFrom(boxed(mine[i])));
            if (!asSpecific) {
                return false;
            }
        }
        return true;
    }

    private static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }
}
