package org.activeobjects.internal.stub;

import org.activeobjects.annotation.Borrowed;
import org.activeobjects.spi.StubMethod;
import org.activeobjects.wrapper.BooleanWrapper;
import org.activeobjects.wrapper.DoubleWrapper;
import org.activeobjects.wrapper.FloatWrapper;
import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.LongWrapper;
import org.activeobjects.wrapper.StringWrapper;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodType;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The parameters of a class's methods that borrow their arrays, wherever in the class, its
 * superclasses and its interfaces that is said.
 *
 * <p><b>Threading:</b> safe; made once per class.
 */
public final class BorrowedParameters {

    private static final int[] NONE = {};

    /**
     * Results that are sent after the method has returned, and cannot hold what it had borrowed.
     */
    private static final Set<Class<?>> RESULTS =
            Set.of(
                    Boolean.class,
                    Character.class,
                    Byte.class,
                    Short.class,
                    Integer.class,
                    Long.class,
                    Float.class,
                    Double.class,
                    String.class,
                    BigInteger.class,
                    BigDecimal.class,
                    UUID.class,
                    Duration.class,
                    Instant.class,
                    BooleanWrapper.class,
                    IntWrapper.class,
                    LongWrapper.class,
                    FloatWrapper.class,
                    DoubleWrapper.class,
                    StringWrapper.class);

    private static final ClassValue<BorrowedParameters> OF =
            new ClassValue<>() {
                @Override
                protected BorrowedParameters computeValue(Class<?> type) {
                    return MethodScan.read(type, () -> new BorrowedParameters(type));
                }
            };

    private final Map<String, Set<Integer>> positions = new HashMap<>();
    private final List<String> obstacles = new ArrayList<>();
    private final ConcurrentMap<StubMethod, int[]> found = new ConcurrentHashMap<>();

    private BorrowedParameters(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>();
        collect(type, all);
        for (Class<?> one : all) {
            for (Method method : one.getDeclaredMethods()) {
                // A bridge has the annotations of the method that it leads to.
                if (!method.isBridge() && !Modifier.isStatic(method.getModifiers())) {
                    look(method);
                }
            }
        }
        for (Executable constructor : type.getDeclaredConstructors()) {
            if (!positionsIn(constructor).isEmpty()) {
                obstacles.add(
                        constructor.toGenericString()
                                + ": @Borrowed, which is for parameters of methods");
            }
        }
    }

    /**
     * The positions of the parameters that borrow.
     *
     * @param target class of the object that the method runs on
     * @param method a method of the class, or of a superclass or interface of it
     * @return positions, from 0, the array in use; of length 0 for nearly all methods
     */
    public static int[] of(Class<?> target, StubMethod method) {
        BorrowedParameters all = OF.get(target);
        return all.positions.isEmpty() ? NONE : all.found.computeIfAbsent(method, all::find);
    }

    /** What is wrong with the borrowed parameters of a class, one line each. */
    static List<String> obstacles(Class<?> type) {
        return OF.get(type).obstacles;
    }

    private static void collect(Class<?> type, Set<Class<?>> all) {
        if (type == null || MethodScan.isPlatform(type) || !all.add(type)) {
            return;
        }
        collect(type.getSuperclass(), all);
        for (Class<?> implemented : type.getInterfaces()) {
            collect(implemented, all);
        }
    }

    private void look(Method method) {
        Set<Integer> borrowed = positionsIn(method);
        if (borrowed.isEmpty()) {
            return;
        }
        Class<?>[] types = method.getParameterTypes();
        String fault = faultOf(method.getReturnType());
        for (int position : borrowed) {
            Class<?> type = types[position];
            if (!type.isArray() || !type.getComponentType().isPrimitive()) {
                fault = "@Borrowed, but a " + type.getTypeName() + " is no array of primitives";
            }
        }
        if (fault != null) {
            obstacles.add(Signatures.readable(method) + ": " + fault);
        } else {
            positions
                    .computeIfAbsent(key(method.getName(), types), name -> new TreeSet<>())
                    .addAll(borrowed);
        }
    }

    private static String faultOf(Class<?> result) {
        return result.isPrimitive() || result.isEnum() || RESULTS.contains(result)
                ? null
                : "@Borrowed, but its result is sent after it has returned, and a "
                        + result.getTypeName()
                        + " may refer to the array; return void, a primitive, a string, a number,"
                        + " an enum or an immutable wrapper";
    }

    private static Set<Integer> positionsIn(Executable code) {
        Set<Integer> borrowed = new TreeSet<>();
        if (code.getParameterCount() > 0) {
            Annotation[][] all = code.getParameterAnnotations();
            for (int i = 0; i < all.length; i++) {
                for (Annotation one : all[i]) {
                    if (one instanceof Borrowed) {
                        borrowed.add(i);
                    }
                }
            }
        }
        return borrowed;
    }

    private int[] find(StubMethod method) {
        Set<Integer> borrowed = positions.get(key(method.name(), method.parameterTypes()));
        return borrowed == null ? NONE : borrowed.stream().mapToInt(Integer::intValue).toArray();
    }

    private static String key(String name, Class<?>[] types) {
        return name + MethodType.methodType(void.class, types).toMethodDescriptorString();
    }
}
