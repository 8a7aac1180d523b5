package org.activeobjects.internal.codec.type;

import org.activeobjects.internal.codec.wire.CodecFault;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * How a container is filled and emptied: by the methods of the JDK's class, also where a class of
 * the user's overrides them. Its fields have their values already, so that what it does besides,
 * such as to count, or to refuse what comes once it is closed, would be done a second time.
 *
 * <p><b>Threading:</b> safe.
 */
final class OwnMethods {

    private static final ClassValue<OwnMethods> ALL =
            new ClassValue<>() {
                @Override
                protected OwnMethods computeValue(Class<?> type) {
                    return new OwnMethods(type);
                }
            };

    private final Class<?> base;

    /** The user's class that extends that of the JDK; {@code null} if there is none. */
    private final Class<?> below;

    private final MethodHandle adder;
    private final MethodHandle putter;
    private final MethodHandle clearer;

    private OwnMethods(Class<?> type) {
        this.base = ClassShape.platformBaseOf(type);
        this.below = base == type ? null : below(type, base);
        this.adder = isOf(Collection.class) ? find(adderOf(base), 1) : null;
        this.putter = isOf(Map.class) ? find("put", 2) : null;
        this.clearer = below == null ? null : find("clear", 0);
    }

    /**
     * The methods for one class.
     *
     * @param type class of a collection or a map that can be changed
     * @return its methods
     * @throws CodecFault if its module does not let them be found
     */
    static OwnMethods of(Class<?> type) {
        return ALL.get(type);
    }

    private static Class<?> below(Class<?> type, Class<?> base) {
        Class<?> below = type;
        while (below.getSuperclass() != base) {
            below = below.getSuperclass();
        }
        return below;
    }

    private boolean isOf(Class<?> kind) {
        return below != null && kind.isAssignableFrom(base);
    }

    /** One that calls no other that can be overridden. */
    private static String adderOf(Class<?> base) {
        if (CopyOnWriteArrayList.class.isAssignableFrom(base)) {
            return "addAll"; // to add one by one would copy it each time
        } else if (List.class.isAssignableFrom(base)) {
            return "add";
        } else if (ArrayDeque.class.isAssignableFrom(base)) {
            return "addLast";
        } else if (Deque.class.isAssignableFrom(base)) {
            return "offerLast";
        }
        return Queue.class.isAssignableFrom(base) ? "offer" : "add";
    }

    private MethodHandle find(String name, int parameters) {
        Class<?> returned =
                switch (name) {
                    case "clear", "addLast" -> void.class;
                    case "put" -> Object.class;
                    default -> boolean.class;
                };
        MethodType type = MethodType.genericMethodType(parameters).changeReturnType(returned);
        if (name.equals("addAll")) {
            type = type.changeParameterType(0, Collection.class);
        }
        try {
            return MethodHandles.privateLookupIn(below, MethodHandles.lookup())
                    .findSpecial(base, name, type, below)
                    .asType(
                            MethodType.genericMethodType(parameters + 1)
                                    .changeReturnType(void.class));
        } catch (ReflectiveOperationException e) {
            throw new CodecFault(
                    below.getTypeName(),
                    "the method " + name + " of its superclass cannot be called: " + e,
                    "have its module open its package",
                    e);
        }
    }

    void addAll(Collection<Object> target, Object[] elements) {
        try {
            if (adder == null) {
                target.addAll(Arrays.asList(elements));
            } else if (isCopied()) {
                adder.invokeExact((Object) target, (Object) Arrays.asList(elements));
            } else {
                for (Object element : elements) {
                    adder.invokeExact((Object) target, element);
                }
            }
        } catch (Throwable e) {
            throw OwnMethods.<RuntimeException>unchecked(e);
        }
    }

    private boolean isCopied() {
        return CopyOnWriteArrayList.class.isAssignableFrom(base);
    }

    void add(Collection<Object> target, Object element) {
        try {
            if (adder == null) {
                target.add(element);
            } else {
                adder.invokeExact((Object) target, element);
            }
        } catch (Throwable e) {
            throw OwnMethods.<RuntimeException>unchecked(e);
        }
    }

    void put(Map<Object, Object> target, Object key, Object value) {
        try {
            if (putter == null) {
                target.put(key, value);
            } else {
                putter.invokeExact((Object) target, key, value);
            }
        } catch (Throwable e) {
            throw OwnMethods.<RuntimeException>unchecked(e);
        }
    }

    void clear(Collection<?> target) {
        if (clearer == null) {
            target.clear();
        } else {
            clear((Object) target);
        }
    }

    void clear(Map<?, ?> target) {
        if (clearer == null) {
            target.clear();
        } else {
            clear((Object) target);
        }
    }

    private void clear(Object target) {
        try {
            clearer.invokeExact(target);
        } catch (Throwable e) {
            throw OwnMethods.<RuntimeException>unchecked(e);
        }
    }

    /** Also a checked exception, which the code of a key may throw though nothing declares it. */
    @SuppressWarnings("unchecked") // who declares none throws one all the same
    private static <E extends Throwable> RuntimeException unchecked(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
