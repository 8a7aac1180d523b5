package org.activeobjects.internal.multiactive;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Says of two requests whether they may run at the same time.
 *
 * <p><b>Threading:</b> safe if the user's method is.
 */
final class Condition {

    /** Holds for all. */
    static final Condition ALWAYS = new Condition("always", null, false, 0, false);

    private static final Logger LOG = LogManager.getLogger(Condition.class);

    private final String text;
    private final Method method;
    private final boolean negated;
    private final int firstGroup;
    private final boolean ofObject;
    private final AtomicBoolean failed = new AtomicBoolean();

    private Condition(
            String text, Method method, boolean negated, int firstGroup, boolean ofObject) {
        this.text = text;
        this.method = method;
        this.negated = negated;
        this.firstGroup = firstGroup;
        this.ofObject = ofObject;
    }

    /**
     * Finds the method of a condition.
     *
     * @param text the condition as the annotation has it
     * @param type class of the active object
     * @param parameters types of the parameters of its groups, without those that name none
     * @param firstGroup number of the group whose parameter comes first
     * @throws IllegalArgumentException if there is no such method
     */
    static Condition of(String text, Class<?> type, List<Class<?>> parameters, int firstGroup) {
        if (text.isEmpty()) {
            return ALWAYS;
        }
        boolean negated = text.startsWith("!");
        String path = negated ? text.substring(1) : text;
        int dot = path.lastIndexOf('.');
        String name = path.substring(dot + 1);
        boolean ofObject = path.startsWith("this.");
        Method found;
        if (ofObject) {
            found = find(type, name, parameters, false);
        } else if (dot >= 0) {
            Class<?> owner = TypeNames.load(path.substring(0, dot), type);
            found = owner == null ? null : find(owner, name, parameters, true);
        } else {
            found =
                    parameters.isEmpty()
                            ? null
                            : find(
                                    parameters.getFirst(),
                                    name,
                                    parameters.subList(1, parameters.size()),
                                    false);
        }
        if (found == null) {
            boolean isOfObject = dot < 0 && find(type, name, parameters, false) != null;
            throw new IllegalArgumentException(
                    "no method returning boolean for condition="
                            + text
                            + " arguments="
                            + parameters
                            + (isOfObject ? "; for that of the object write this." + name : ""));
        }
        return new Condition(text, found, negated, firstGroup, ofObject);
    }

    private static Method find(
            Class<?> owner, String name, List<Class<?>> arguments, boolean isStatic) {
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            for (Method candidate : type.getDeclaredMethods()) {
                if (candidate.getName().equals(name)
                        && candidate.getReturnType() == boolean.class
                        && Modifier.isStatic(candidate.getModifiers()) == isStatic
                        && accepts(candidate, arguments)) {
                    // A public method of a public class can be called even where this is refused.
                    var _ = candidate.trySetAccessible();
                    return candidate;
                }
            }
        }
        return null;
    }

    private static boolean accepts(Method method, List<Class<?>> arguments) {
        Class<?>[] types = method.getParameterTypes();
        boolean fits = types.length == arguments.size();
        for (int i = 0; fits && i < types.length; i++) {
            fits = TypeNames.wrap(types[i]).isAssignableFrom(TypeNames.wrap(arguments.get(i)));
        }
        return fits;
    }

    /** Whether the answer needs no look at the requests. */
    boolean isAlways() {
        return method == null;
    }

    /** Whether the answer may change while the requests do not: the object itself gives it. */
    boolean mayChange() {
        return ofObject;
    }

    /** Whether two requests may run at the same time; the older one is named first. */
    boolean holds(Object target, int olderGroup, Object older, int youngerGroup, Object younger) {
        if (method == null) {
            return true;
        }
        boolean inOrder = olderGroup == firstGroup || youngerGroup != firstGroup;
        Object[] given =
                Stream.of(inOrder ? older : younger, inOrder ? younger : older)
                        .filter(argument -> argument != Rules.NO_PARAMETER)
                        .toArray();
        try {
            return (boolean) invoke(target, given) != negated;
        } catch (ReflectiveOperationException | RuntimeException e) {
            if (failed.compareAndSet(false, true)) {
                LOG.warn(
                        "condition failed, its requests are not compatible; said once:"
                                + " condition={} arguments={}",
                        text,
                        given,
                        e);
            }
            return false;
        }
    }

    private Object invoke(Object target, Object[] given) throws ReflectiveOperationException {
        if (ofObject || Modifier.isStatic(method.getModifiers())) {
            return method.invoke(target, given);
        }
        Object[] rest = new Object[given.length - 1];
        System.arraycopy(given, 1, rest, 0, rest.length);
        return method.invoke(Objects.requireNonNull(given[0], "first parameter"), rest);
    }

    @Override
    public String toString() {
        return text;
    }

    /** Types by the names that annotations give them. */
    static final class TypeNames {

        private static final List<Class<?>> PRIMITIVE =
                List.of(
                        boolean.class,
                        byte.class,
                        char.class,
                        short.class,
                        int.class,
                        long.class,
                        float.class,
                        double.class);

        private TypeNames() {}

        /** The class; null if there is none. */
        static Class<?> load(String name, Class<?> near) {
            for (Class<?> primitive : PRIMITIVE) {
                if (primitive.getName().equals(name)) {
                    return primitive;
                }
            }
            try {
                return Class.forName(name, false, near.getClassLoader());
            } catch (ClassNotFoundException e) {
                return null;
            }
        }

        static Class<?> wrap(Class<?> type) {
            return MethodType.methodType(type).wrap().returnType();
        }
    }
}
