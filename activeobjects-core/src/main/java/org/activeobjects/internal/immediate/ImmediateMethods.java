package org.activeobjects.internal.immediate;

import org.activeobjects.annotation.ImmediateService;
import org.activeobjects.spi.StubMethod;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The methods of an active object that are served at once.
 *
 * <p>A method is known by name and parameter types, for a request may mean it by a superclass or an
 * interface.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class ImmediateMethods {

    /** How a method is served. */
    public enum Mode {
        /** In its turn, from the queue. */
        QUEUED,
        /** At once, on a thread of its own. */
        AT_ONCE,
        /** At once, on the one thread that serves its caller. */
        ON_THREAD_OF_CALLER
    }

    /** No method is immediate. */
    public static final ImmediateMethods NONE = new ImmediateMethods(List.of());

    private static final ClassValue<ImmediateMethods> DECLARED =
            new ClassValue<>() {
                @Override
                protected ImmediateMethods computeValue(Class<?> type) {
                    List<Rule> rules = new ArrayList<>();
                    collect(type, rules);
                    return rules.isEmpty() ? NONE : new ImmediateMethods(List.copyOf(rules));
                }
            };

    private final List<Rule> rules;
    private final Map<StubMethod, Mode> modes = new ConcurrentHashMap<>();

    private ImmediateMethods(List<Rule> rules) {
        this.rules = rules;
    }

    /**
     * What the annotations of a class say.
     *
     * @param type class of an active object
     * @return its immediate methods, with those of its superclasses and interfaces
     */
    public static ImmediateMethods declaredBy(Class<?> type) {
        return DECLARED.get(type);
    }

    private static void collect(Class<?> type, List<Rule> rules) {
        for (Method method : type.getDeclaredMethods()) {
            ImmediateService said = method.getAnnotation(ImmediateService.class);
            if (said != null) { // also of a bridge, which a generic supertype is called by
                List<Class<?>> types = List.of(method.getParameterTypes());
                rules.add(new Rule(method.getName(), types, modeOf(said.uniqueThread())));
            }
        }
        for (Class<?> implemented : type.getInterfaces()) {
            collect(implemented, rules);
        }
        if (type.getSuperclass() != null) {
            collect(type.getSuperclass(), rules);
        }
    }

    private static Mode modeOf(boolean uniqueThread) {
        return uniqueThread ? Mode.ON_THREAD_OF_CALLER : Mode.AT_ONCE;
    }

    /**
     * Adds methods.
     *
     * @param name name of the methods
     * @param types parameter types of the one that is meant; {@code null} for all of that name
     * @param uniqueThread true for one thread per caller
     * @return these methods and the new ones; what is said later counts
     */
    public ImmediateMethods with(String name, Class<?>[] types, boolean uniqueThread) {
        return and(new Rule(name, listOf(types), modeOf(uniqueThread)));
    }

    /**
     * Takes methods away.
     *
     * @param name name of the methods
     * @param types parameter types of the one that is meant; {@code null} for all of that name
     * @return these methods without them
     */
    public ImmediateMethods without(String name, Class<?>[] types) {
        return and(new Rule(name, listOf(types), Mode.QUEUED));
    }

    private static List<Class<?>> listOf(Class<?>[] types) {
        return types == null ? null : List.of(types);
    }

    private ImmediateMethods and(Rule latest) {
        List<Rule> all = new ArrayList<>();
        all.add(latest);
        for (Rule rule : rules) {
            if (!latest.covers(rule)) {
                all.add(rule);
            }
        }
        return new ImmediateMethods(List.copyOf(all));
    }

    /**
     * How a method is served.
     *
     * @param method what a request asks for
     * @return its mode
     */
    public Mode modeOf(StubMethod method) {
        Mode known = modes.get(method);
        return known != null ? known : modes.computeIfAbsent(method, this::find);
    }

    private Mode find(StubMethod method) {
        for (Rule rule : rules) {
            if (rule.isFor(method)) {
                return rule.mode;
            }
        }
        return Mode.QUEUED;
    }

    /**
     * Names one method among those of an active object.
     *
     * @param method the method
     * @return its name, and the types of its parameters as a descriptor
     */
    public static String signature(StubMethod method) {
        return method.name()
                + MethodType.methodType(void.class, method.parameterTypes())
                        .toMethodDescriptorString();
    }

    /**
     * All that was said of methods, for the way to another runtime.
     *
     * @return per rule its name, its parameter types as a descriptor or {@code null}, and its mode
     */
    public Object[] pack() {
        return rules.stream()
                .map(
                        rule ->
                                new Object[] {
                                    rule.name,
                                    rule.types == null
                                            ? null
                                            : MethodType.methodType(void.class, rule.types)
                                                    .toMethodDescriptorString(),
                                    rule.mode.name()
                                })
                .toArray();
    }

    /**
     * Reads what {@link #pack} wrote.
     *
     * @param packed what was sent, of whatever origin
     * @param type class of the active object, which knows the parameter types
     * @return the methods
     * @throws IllegalArgumentException if it is nothing that was said of methods
     */
    public static ImmediateMethods unpack(Object[] packed, Class<?> type) {
        List<Rule> rules = new ArrayList<>();
        for (Object one : packed) {
            if (!(one instanceof Object[] parts
                    && parts.length == 3
                    && parts[0] instanceof String name
                    && (parts[1] == null || parts[1] instanceof String)
                    && parts[2] instanceof String mode)) {
                throw new IllegalArgumentException("not a rule for immediate services: " + one);
            }
            rules.add(new Rule(name, types((String) parts[1], type), Mode.valueOf(mode)));
        }
        return new ImmediateMethods(List.copyOf(rules));
    }

    private static List<Class<?>> types(String descriptor, Class<?> type) {
        try {
            return descriptor == null
                    ? null
                    : MethodType.fromMethodDescriptorString(descriptor, type.getClassLoader())
                            .parameterList();
        } catch (TypeNotPresentException e) {
            throw new IllegalArgumentException(
                    "parameter type of an immediate service is unknown here: " + descriptor, e);
        }
    }

    /**
     * Whether there may be any.
     *
     * @return true if nothing was ever said of a method
     */
    public boolean isEmpty() {
        return rules.isEmpty();
    }

    /** What was said of one method, or of all of a name; the first rule that fits counts. */
    private record Rule(String name, List<Class<?>> types, Mode mode) {

        boolean isFor(StubMethod method) {
            return name.equals(method.name())
                    && (types == null || types.equals(List.of(method.parameterTypes())));
        }

        boolean covers(Rule other) {
            return name.equals(other.name) && (types == null || types.equals(other.types));
        }
    }
}
