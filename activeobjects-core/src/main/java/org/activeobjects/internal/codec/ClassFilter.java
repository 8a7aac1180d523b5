package org.activeobjects.internal.codec;

import org.activeobjects.internal.codec.jdk.JdkTypes;
import org.activeobjects.internal.codec.type.ClassShape;
import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.spi.Creation;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Decides which classes may be encoded and decoded: those that can be reached from the signatures
 * of active classes, their subclasses, the value types of the JDK, and the packages that the user
 * names. All else is refused, with the setting that would admit it.
 *
 * <p><b>Threading:</b> any thread; what was admitted stays admitted. Who admits what another thread
 * is about to waits until that has admitted all of it.
 */
public final class ClassFilter {

    /** System property: packages whose classes may be sent, as prefixes, separated by commas. */
    public static final String SETTING = "activeobjects.codec.allow";

    static final String HIDDEN = "its class is hidden: no JVM can find it by its name";
    static final String HIDDEN_REMEDY =
            "send data, or an object of a class that is on the class path of both sides";

    private final List<String> prefixes = new ArrayList<>(); // ours, then the user's
    private final Set<Class<?>> roots = ConcurrentHashMap.newKeySet();
    private final Set<Class<?>> scanned = ConcurrentHashMap.newKeySet();
    private final Set<Class<?>> followed = ConcurrentHashMap.newKeySet();
    private volatile Set<Class<?>> admitted = Set.of(); // replaced: a class comes with its fields
    private final Map<String, Class<?>> byName = new ConcurrentHashMap<>();

    /**
     * A filter with the packages of the user.
     *
     * @param allowed prefixes of class names, like {@code org.acme.}
     */
    public ClassFilter(Collection<String> allowed) {
        prefixes.add("org.activeobjects.wrapper.");
        prefixes.addAll(allowed);
    }

    /**
     * A filter with the packages that the system property names.
     *
     * @return a new filter
     */
    public static ClassFilter fromSettings() {
        return new ClassFilter(
                Arrays.stream(System.getProperty(SETTING, "").split(",", -1))
                        .map(String::strip)
                        .filter(prefix -> !prefix.isEmpty())
                        .toList());
    }

    /**
     * Admits what the methods and constructors of a class take, return and throw, what the class
     * makes of the type variables of its superclasses and interfaces, and what can be reached from
     * there through fields and type arguments.
     *
     * @param activeClass class or interface of an active object
     */
    public void admitSignatures(Class<?> activeClass) {
        if (!scanned.contains(activeClass)) {
            scan(activeClass);
        }
    }

    private synchronized void scan(Class<?> activeClass) {
        Deque<Type> open = new ArrayDeque<>();
        for (Class<?> c = activeClass;
                c != null && !ClassShape.isPlatform(c);
                c = c.getSuperclass()) {
            for (Constructor<?> constructor : c.getDeclaredConstructors()) {
                open.addAll(List.of(constructor.getGenericParameterTypes()));
            }
            for (Class<?> implemented : c.getInterfaces()) {
                admitSignatures(implemented);
            }
            for (Method method : c.getDeclaredMethods()) {
                open.addAll(List.of(method.getGenericParameterTypes()));
                open.add(method.getGenericReturnType());
                open.addAll(List.of(method.getGenericExceptionTypes()));
            }
            addTypeArguments(c.getGenericSuperclass(), open);
            for (Type implemented : c.getGenericInterfaces()) {
                addTypeArguments(implemented, open);
            }
        }
        admitReachable(open);
        scanned.add(activeClass);
    }

    /**
     * Admits classes and what can be reached from them.
     *
     * @param classes any classes
     */
    public void admit(Class<?>... classes) {
        List<Class<?>> all = List.of(classes);
        if (!followed.containsAll(all)) {
            admitReachable(new ArrayDeque<>(all));
            followed.addAll(all);
        }
    }

    /**
     * Admits classes and nothing that can be reached from them.
     *
     * @param classes any classes
     */
    void admitAlone(Collection<Class<?>> classes) {
        publish(classes);
        classes.forEach(type -> byName.put(type.getName(), type));
    }

    private synchronized void publish(Collection<Class<?>> classes) {
        Set<Class<?>> all = new HashSet<>(admitted);
        all.addAll(classes);
        admitted = all;
    }

    private synchronized void admitReachable(Deque<Type> open) {
        List<Class<?>> found = new ArrayList<>();
        try {
            follow(open, found);
        } finally {
            publish(found); // also if one cannot be loaded: none is looked at again
        }
    }

    private void follow(Deque<Type> open, List<Class<?>> found) {
        while (!open.isEmpty()) {
            switch (open.pop()) {
                case Class<?> type -> follow(type, open, found);
                case ParameterizedType type -> {
                    open.push(type.getRawType());
                    open.addAll(List.of(type.getActualTypeArguments()));
                }
                case GenericArrayType type -> open.push(type.getGenericComponentType());
                case WildcardType type -> open.addAll(List.of(type.getUpperBounds()));
                case TypeVariable<?> variable -> {
                    for (Type bound : variable.getBounds()) {
                        // A bound may name its own variable; its class alone matters.
                        open.push(bound instanceof ParameterizedType p ? p.getRawType() : bound);
                    }
                }
                default -> {}
            }
        }
    }

    private void follow(Class<?> type, Deque<Type> open, List<Class<?>> found) {
        if (type.isArray()) {
            open.push(type.getComponentType());
        } else if (!type.isPrimitive() && !ClassShape.isPlatform(type) && roots.add(type)) {
            found.add(type);
            byName.put(type.getName(), type);
            addFields(type, open);
            if (type.isSealed()) {
                open.addAll(List.of(type.getPermittedSubclasses()));
            }
        }
    }

    private static void addFields(Class<?> type, Deque<Type> open) {
        for (Class<?> c = type; c != null && !ClassShape.isPlatform(c); c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
                    open.push(field.getGenericType());
                }
            }
            addTypeArguments(c.getGenericSuperclass(), open);
        }
    }

    private static void addTypeArguments(Type parent, Deque<Type> open) {
        if (parent instanceof ParameterizedType bound) {
            open.addAll(List.of(bound.getActualTypeArguments()));
        }
    }

    /**
     * Tells whether instances of a class may be sent.
     *
     * @param type any class
     * @return true if so
     */
    public boolean admits(Class<?> type) {
        Class<?> element = elementOf(type);
        if (element.isPrimitive() || admitted.contains(element)) {
            return true;
        }
        return ClassShape.isPlatform(element) ? isPlatformValue(element) : admitNew(element);
    }

    private static Class<?> elementOf(Class<?> type) {
        return type.isArray() ? elementOf(type.getComponentType()) : type;
    }

    private static boolean isPlatformValue(Class<?> type) {
        return type.isEnum()
                || type.isInterface()
                || Modifier.isAbstract(type.getModifiers())
                || Number.class.isAssignableFrom(type)
                || type == String.class
                || type == Boolean.class
                || type == Character.class
                || type == Class.class
                || Throwable.class.isAssignableFrom(type)
                || JdkTypes.representativeOf(type) != null;
    }

    private boolean admitNew(Class<?> type) {
        String name = type.getName();
        boolean allowed = prefixes.stream().anyMatch(name::startsWith) || extendsRoot(type);
        if (allowed) {
            Deque<Type> fields = new ArrayDeque<>();
            addFields(type, fields);
            admitReachable(fields);
            publish(List.of(type));
        }
        return allowed;
    }

    /**
     * Whether a value is an exception, or an array or a list of the JDK with nothing but
     * exceptions: then it can be sent, and none of their own code runs where it arrives, as it
     * would in a set.
     */
    boolean admitsAsThrown(Object value) {
        return switch (value) {
            case null -> false;
            case Throwable _ -> true;
            case Object[] array ->
                    Throwable.class.isAssignableFrom(array.getClass().componentType())
                            && admits(array.getClass());
            case List<?> list when JdkTypes.behind(list) != null ->
                    admitsAsThrown(JdkTypes.behind(list));
            case List<?> list ->
                    JdkTypes.representativeOf(list.getClass()) != null && hasThrown(list);
            default -> false;
        };
    }

    private static boolean hasThrown(List<?> list) {
        try {
            Object[] all = list.toArray();
            return all.length > 0 && Arrays.stream(all).allMatch(Throwable.class::isInstance);
        } catch (RuntimeException e) {
            return false; // a view of something that throws
        }
    }

    private boolean extendsRoot(Class<?> type) {
        if (type == null || ClassShape.isPlatform(type)) {
            return false;
        }
        return roots.contains(type)
                || extendsRoot(type.getSuperclass())
                || Arrays.stream(type.getInterfaces()).anyMatch(this::extendsRoot);
    }

    /**
     * Refuses a class that may not be sent.
     *
     * @param type any class
     * @throws CodecFault if it may not
     */
    void check(Class<?> type) {
        checkNotHidden(type);
        if (!admits(type)) {
            throw refusal(type);
        }
    }

    /** An array of such a class is not called hidden, and can be found as little. */
    private static void checkNotHidden(Class<?> type) {
        if (elementOf(type).isHidden()) {
            throw new CodecFault(type.getTypeName(), HIDDEN, HIDDEN_REMEDY);
        }
    }

    private CodecFault refusal(Class<?> type) {
        String name = type.getTypeName();
        Class<?> element = elementOf(type);
        if (ClassShape.isPlatform(element)) {
            return new CodecFault(name, ClassIds.NO_FORM, ClassIds.NO_FORM_REMEDY);
        }
        String home = element.getPackageName();
        List<String> all = new ArrayList<>(prefixes.subList(1, prefixes.size()));
        all.add(home.isEmpty() ? element.getName() : home + ".");
        return new CodecFault(
                name,
                "class is neither reachable from the signature of an active class nor allowed",
                "start with -D" + SETTING + "=" + String.join(",", all));
    }

    /**
     * Finds a class that a peer named, without running its initializer.
     *
     * @param name as {@code Class.getName} gives it
     * @return the class
     * @throws CodecFault if there is none, or if it may not be decoded
     */
    Class<?> load(String name) {
        Class<?> type = find(name);
        check(type);
        return type;
    }

    /**
     * Refuses a class that may not be sent as a value. Those of the JDK may: to name one makes no
     * instance of it and runs no code.
     *
     * @param type any class
     * @throws CodecFault if it may not
     */
    void checkNamed(Class<?> type) {
        checkNotHidden(type);
        Class<?> element = elementOf(type);
        if (!element.isPrimitive() && !ClassShape.isPlatform(element)) {
            check(element);
        }
    }

    /**
     * Finds a class that a peer sent as a value, without running its initializer.
     *
     * @param name as {@code Class.getName} gives it
     * @return the class
     * @throws CodecFault if there is none, or if it may not be sent
     */
    Class<?> loadNamed(String name) {
        Class<?> type = find(name);
        checkNamed(type);
        return type;
    }

    /**
     * Finds the class of an exception: those of any package may arrive. To rebuild one runs none of
     * its constructors and hooks, but its static initializer, and what it overrides of the methods
     * of {@code Throwable}.
     *
     * @param name as {@code Class.getName} gives it
     * @return the class
     * @throws CodecFault if there is none, or if it cannot be thrown
     */
    Class<?> loadThrowable(String name) {
        Class<?> type = find(name);
        if (!Throwable.class.isAssignableFrom(type)) {
            throw new CodecFault(name, "class is no exception", null);
        }
        return type;
    }

    /**
     * Finds a class for a copy within this JVM, which may be of any class; it is not initialized.
     *
     * @param name as {@code Class.getName} gives it
     * @return the class
     * @throws CodecFault if there is none
     */
    Class<?> find(String name) {
        Class<?> known = byName.get(name);
        if (known != null) {
            return known;
        }
        try {
            return Creation.classOf(name);
        } catch (ClassNotFoundException | LinkageError e) {
            ClassLoader context = Thread.currentThread().getContextClassLoader();
            throw new CodecFault(
                    name,
                    "class is not known to this JVM: loader="
                            + (context != null ? context : ClassFilter.class.getClassLoader()),
                    "put it on the class path of this runtime too",
                    e);
        }
    }
}
