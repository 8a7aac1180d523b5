package org.activeobjects.internal.stub;

import org.activeobjects.annotation.NoReify;
import org.activeobjects.error.ClassNotReifiableException;
import org.activeobjects.internal.stub.bytecode.Bridges;
import org.activeobjects.internal.stub.bytecode.ClassFiles;
import org.activeobjects.internal.stub.bytecode.DefaultArguments;
import org.activeobjects.internal.stub.bytecode.PrivateCalls;
import org.activeobjects.internal.stub.bytecode.StaticState;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Finds which methods of a class a subclass can intercept, and what is in the way of the others.
 */
final class MethodScan {

    /** A method handle takes 255, with itself and the object. */
    private static final int MAX_SLOTS = 253;

    private static final String CONTINUATION = "kotlin.coroutines.Continuation";

    private final Class<?> type;
    private final Map<String, Method> found = new LinkedHashMap<>();
    private final Map<Class<?>, Set<String>> bridges = new HashMap<>();
    private final Set<String> bridged = new HashSet<>();
    private final List<String> obstacles = new ArrayList<>();

    MethodScan(Class<?> type) {
        this.type = type;
        lookAtTheClass();
        if (obstacles.isEmpty()) {
            lookAtItsMethods();
        }
    }

    /** The methods to intercept, ordered by signature. */
    List<Method> methods() {
        return found.values().stream()
                .sorted(Comparator.comparing(ClassFiles::signatureOf))
                .toList();
    }

    /** What is in the way, one line each. */
    List<String> obstacles() {
        return obstacles;
    }

    private void lookAtTheClass() {
        if (type.isPrimitive() || type.isArray() || type.isAnnotation()) {
            obstacles.add("it is neither a class nor an interface");
        } else if (type.isRecord()) {
            obstacles.add("it is a record");
        } else if (type.isEnum() || type == Enum.class) {
            obstacles.add("it is an enum");
        } else if (Modifier.isFinal(type.getModifiers())) {
            obstacles.add("the class is final" + hintOf(type));
        } else if (type.isSealed()) {
            obstacles.add("the class is sealed");
        } else if (type.isHidden()) {
            obstacles.add("the class is hidden");
        } else if (isPlatform(type) && !Modifier.isPublic(type.getModifiers())) {
            obstacles.add("the class is a part of the JDK and not public");
        } else if (isPlatform(type) && !isOpenToSubclasses(type)) {
            obstacles.add("code of the JDK reads its fields without a call");
        } else if (!StubLookup.isOpen(type)) {
            obstacles.add(
                    "its module "
                            + type.getModule().getName()
                            + " does not open the package "
                            + type.getPackageName()
                            + " to "
                            + StubLookup.ownModule());
        }
    }

    /** Kotlin's classes and their functions are final unless they say otherwise. */
    private static String hintOf(Class<?> type) {
        for (Annotation annotation : type.getAnnotations()) {
            if (annotation.annotationType().getName().equals("kotlin.Metadata")) {
                return "; in Kotlin, declare it open";
            }
        }
        return "";
    }

    /** Classes of the JDK that meet others of their kind through calls only. */
    private static boolean isOpenToSubclasses(Class<?> type) {
        return type.isInterface()
                || type == Object.class
                || Collection.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type)
                || Dictionary.class.isAssignableFrom(type);
    }

    /** Tells whether a class comes with the JDK, so that no user can change it. */
    static boolean isPlatform(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    private void lookAtItsMethods() {
        // From the class upwards: what comes first overrides what comes later.
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            List<Method> declared = declaredBy(c);
            declared.forEach(this::consider);
            if (!isPlatform(c)) {
                PrivateCalls.of(c).forEach(this::considerPrivate);
                DefaultArguments.of(c).forEach(this::considerDefault);
            }
        }
        for (Class<?> declaring : interfacesOf(type)) {
            declaredBy(declaring).forEach(this::consider);
        }
        declaredBy(Object.class).stream()
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .filter(method -> !Modifier.isFinal(method.getModifiers()))
                .forEach(method -> found.putIfAbsent(ClassFiles.signatureOf(method), method));
    }

    private static List<Method> declaredBy(Class<?> declaring) {
        // The order of reflection differs from run to run; the lines of a refusal shall not.
        return Arrays.stream(declaring.getDeclaredMethods())
                .sorted(Comparator.comparing(ClassFiles::signatureOf))
                .toList();
    }

    /**
     * What is found out about a class whose members may name others that are missing.
     *
     * @throws ClassNotReifiableException if one is; the message names both
     */
    static <T> T read(Class<?> type, Supplier<T> found) {
        try {
            return found.get();
        } catch (LinkageError e) {
            throw new ClassNotReifiableException(
                    "class cannot be read, for what it names cannot be loaded: class="
                            + type.getTypeName()
                            + " reason="
                            + e
                            + "; put that on the class path of this runtime",
                    e);
        }
    }

    /**
     * The static methods of a class, and of those above it, that work on static fields: written as
     * calls on a stub, they would look like requests.
     */
    static List<String> staticObstacles(Class<?> type) {
        List<String> obstacles = new ArrayList<>();
        for (Class<?> c = type; c != null && !isPlatform(c); c = c.getSuperclass()) {
            if (c.isInterface() || c.isAnnotationPresent(NoReify.class)) {
                continue;
            }
            StaticState.usedBy(c)
                    .forEach(
                            (method, use) -> {
                                if (!method.isAnnotationPresent(NoReify.class)) {
                                    obstacles.add(
                                            Signatures.readable(method)
                                                    + ": static, so it runs in the JVM of its"
                                                    + " caller, and "
                                                    + use
                                                    + " there");
                                }
                            });
        }
        return obstacles;
    }

    private void considerPrivate(Method method, String caller) {
        if (!isAllowed(method)) {
            obstacles.add(
                    "private "
                            + Signatures.readable(method)
                            + ": private, but "
                            + caller
                            + " calls it");
        }
    }

    private void considerDefault(Method method, String field) {
        if (!isAllowed(method)) {
            obstacles.add(
                    Signatures.readable(method)
                            + ": a default argument, computed at the caller, reads the field "
                            + field);
        }
    }

    private static boolean isAllowed(Method method) {
        return method.isAnnotationPresent(NoReify.class)
                || method.getDeclaringClass().isAnnotationPresent(NoReify.class);
    }

    private void consider(Method method) {
        int modifiers = method.getModifiers();
        boolean finalizer = method.getName().equals("finalize") && method.getParameterCount() == 0;
        if (Modifier.isStatic(modifiers)
                || Modifier.isPrivate(modifiers)
                || finalizer
                || hiddenInThePlatform(method)) {
            return;
        }
        if (isInterceptedAtItsTarget(method)) {
            bridged.add(ClassFiles.signatureOf(method));
            return;
        }
        boolean allowed = method.isAnnotationPresent(NoReify.class);
        if (allowed && !Modifier.isAbstract(modifiers)) {
            return;
        }
        String signature = ClassFiles.signatureOf(method);
        if (bridged.contains(signature) && overridable(method)) {
            return; // the bridge overrides it
        }
        if (found.containsKey(signature) && overridable(method)) {
            preferTheMoreSpecific(signature, method);
            return;
        }
        String reason = allowed ? "abstract, nothing could run" : reasonAgainst(method);
        if (reason != null && method.getDeclaringClass().isAnnotationPresent(NoReify.class)) {
            return;
        }
        if (reason == null) {
            found.put(signature, method);
        } else {
            obstacles.add(Signatures.readable(method) + ": " + reason);
        }
    }

    /** Only code of the JDK itself can call these on a stub, and it calls them on {@code this}. */
    private boolean hiddenInThePlatform(Method method) {
        int modifiers = method.getModifiers();
        return isPlatform(method.getDeclaringClass())
                && !Modifier.isPublic(modifiers)
                && (!Modifier.isProtected(modifiers) || isPlatform(type));
    }

    /** Two interfaces may have the same method: the one that narrows the other speaks for both. */
    private void preferTheMoreSpecific(String signature, Method method) {
        Class<?> declaring = method.getDeclaringClass();
        Class<?> other = found.get(signature).getDeclaringClass();
        if (declaring.isInterface() && other.isInterface() && other.isAssignableFrom(declaring)) {
            found.put(signature, method);
        }
    }

    private String reasonAgainst(Method method) {
        if (!overridable(method)) {
            return "package-private in another package";
        }
        if (Modifier.isFinal(method.getModifiers())) {
            return "final" + hintOf(method.getDeclaringClass());
        }
        if (isSuspendable(method)) {
            return "a suspend function: the coroutine that calls it cannot be sent";
        }
        if (slotsOf(method) > MAX_SLOTS) {
            return "more than "
                    + MAX_SLOTS
                    + " parameters, of which each long and double counts twice";
        }
        Class<?> result = method.getReturnType();
        while (result.isArray()) {
            result = result.getComponentType();
        }
        return Signatures.isVisible(result, type)
                ? null
                : "its result type " + result.getTypeName() + " is not visible from the class";
    }

    /** Kotlin passes what goes on after the call as one more argument. */
    private static boolean isSuspendable(Method method) {
        Class<?>[] parameters = method.getParameterTypes();
        return parameters.length > 0
                && parameters[parameters.length - 1].getName().equals(CONTINUATION);
    }

    private static int slotsOf(Method method) {
        int slots = 0;
        for (Class<?> parameter : method.getParameterTypes()) {
            slots += parameter == long.class || parameter == double.class ? 2 : 1;
        }
        return slots;
    }

    private boolean overridable(Method method) {
        Class<?> declaring = method.getDeclaringClass();
        return Modifier.isPublic(method.getModifiers())
                || Modifier.isProtected(method.getModifiers())
                || Signatures.samePackage(declaring, type);
    }

    /**
     * A bridge that calls its target as any caller would does so on a stub, too, where the target
     * is intercepted. Any other runs past that, and is intercepted itself.
     */
    private boolean isInterceptedAtItsTarget(Method method) {
        return method.isBridge()
                && bridges.computeIfAbsent(method.getDeclaringClass(), Bridges::overridableOf)
                        .contains(ClassFiles.signatureOf(method));
    }

    private static Set<Class<?>> interfacesOf(Class<?> start) {
        Set<Class<?>> all = new LinkedHashSet<>();
        for (Class<?> c = start; c != null; c = c.getSuperclass()) {
            if (c.isInterface()) {
                all.add(c);
            }
            for (Class<?> implemented : c.getInterfaces()) {
                all.add(implemented);
                all.addAll(interfacesOf(implemented));
            }
        }
        return all;
    }
}
