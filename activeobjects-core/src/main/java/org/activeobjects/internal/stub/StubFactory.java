package org.activeobjects.internal.stub;

import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.ClassNotReifiableException;
import org.activeobjects.spi.CallHandler;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Makes objects that are instances of a type and hand every call to a handler.
 *
 * <p>A stub is an instance of a subclass, or of an implementation of an interface, in the package
 * of the type, so that protected and package-private methods are intercepted too. No constructor of
 * the type runs, and it needs none without parameters. Fields of a stub are never set.
 *
 * <p><b>Threading:</b> any thread; the class of a stub is made once per type.
 *
 * <p><b>Source:</b> the meta-object protocol of ProActive, which subclasses likewise but runs the
 * constructor without parameters and lets calls of final methods through to the stub.
 */
public final class StubFactory {

    /** Constructors of the generated classes. */
    private static final ClassValue<Constructor<?>> CONSTRUCTORS =
            new ClassValue<>() {
                @Override
                protected Constructor<?> computeValue(Class<?> type) {
                    checkCalls(type);
                    Class<?> made = StubClassWriter.define(MethodTable.of(type));
                    return BareConstructor.of(made);
                }
            };

    private static final ClassValue<ConcurrentMap<StubType, Constructor<?>>> GENERIC_CONSTRUCTORS =
            new ClassValue<>() {
                @Override
                protected ConcurrentMap<StubType, Constructor<?>> computeValue(Class<?> type) {
                    return new ConcurrentHashMap<>();
                }
            };

    private static final ClassValue<Boolean> REPLACEABLE =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    return new MethodScan(type).obstacles().isEmpty();
                }
            };

    /** Static methods that keep a class from being active; results that are futures may be any. */
    private static final ClassValue<List<String>> STATICS =
            new ClassValue<>() {
                @Override
                protected List<String> computeValue(Class<?> type) {
                    return MethodScan.read(type, () -> MethodScan.staticObstacles(type));
                }
            };

    private StubFactory() {}

    /**
     * Makes a stub.
     *
     * @param type class or interface that it shall be an instance of
     * @param handler gets every call of an instance method, but for {@code getClass}, {@code
     *     finalize}, {@code wait}, {@code notify} and the {@code clone} of {@code Object}
     * @param <T> the type
     * @return a new instance
     * @throws ClassNotReifiableException if calls on instances of the type cannot all be
     *     intercepted
     */
    public static <T> T create(Class<T> type, CallHandler handler) {
        return type.cast(make(CONSTRUCTORS.get(type), handler));
    }

    /**
     * Makes a stub of a type whose variables may stand for something.
     *
     * @param type type that it shall be an instance of
     * @param handler gets every call, as of the other form
     * @return a new instance
     * @throws ClassNotReifiableException if calls on instances of the type cannot all be
     *     intercepted
     */
    public static Object create(StubType type, CallHandler handler) {
        Constructor<?> constructor =
                type.generics().isEmpty()
                        ? CONSTRUCTORS.get(type.type())
                        : GENERIC_CONSTRUCTORS
                                .get(type.type())
                                .computeIfAbsent(type, StubFactory::defineGeneric);
        return make(constructor, handler);
    }

    private static Constructor<?> defineGeneric(StubType type) {
        checkCalls(type.type());
        return BareConstructor.of(StubClassWriter.define(MethodTable.of(type)));
    }

    private static Object make(Constructor<?> constructor, CallHandler handler) {
        Object stub;
        try {
            stub = constructor.newInstance();
        } catch (InstantiationException | IllegalAccessException | InvocationTargetException e) {
            throw new ClassNotReifiableException(
                    "stub cannot be made: class=" + constructor.getDeclaringClass().getTypeName(),
                    e);
        }
        ((StubState) stub).activeobjects$handler(handler);
        return stub;
    }

    /**
     * Tells who gets the calls on an object.
     *
     * @param stub any object, or {@code null}
     * @return its handler, or {@code null} if the object is no stub
     */
    public static CallHandler handlerOf(Object stub) {
        return stub instanceof StubState state ? state.activeobjects$handler() : null;
    }

    /**
     * Tells whether a result of a type may be handed out before its value is known.
     *
     * <p>Classes of the JDK may only if they are collections or maps: of others, code of the JDK
     * reads fields without a call.
     *
     * @param type any type
     * @return true if every call on an instance can be intercepted
     */
    public static boolean canStandInFor(Class<?> type) {
        return REPLACEABLE.get(type);
    }

    /**
     * Checks that instances of a type may be active: that every call on them can be intercepted,
     * and that nobody takes the static fields of their class for a part of them.
     *
     * @param type any type
     * @throws ClassNotReifiableException if not; the message names each method in the way, the
     *     reason, and the remedy
     */
    public static void checkActive(Class<?> type) {
        List<String> statics = STATICS.get(type);
        if (statics.isEmpty()) {
            checkCalls(type);
            return;
        }
        List<String> obstacles = new ArrayList<>(MethodTable.of(type).obstacles());
        obstacles.addAll(statics);
        throw refusal(type, obstacles);
    }

    /**
     * Checks what the class of an object says of parameters that borrow, whatever the type that it
     * is made active as.
     *
     * @param type class of the object
     * @throws ActiveObjectCreationException if a method says what cannot be
     */
    public static void checkBorrowed(Class<?> type) {
        List<String> obstacles = BorrowedParameters.obstacles(type);
        if (!obstacles.isEmpty()) {
            throw new ActiveObjectCreationException(
                    "parameters of a class cannot borrow: class="
                            + type.getTypeName()
                            + "\n  "
                            + String.join("\n  ", obstacles));
        }
    }

    /** Checks that every call on instances of a type can be intercepted. */
    private static void checkCalls(Class<?> type) {
        List<String> obstacles = MethodTable.of(type).obstacles();
        if (!obstacles.isEmpty()) {
            throw refusal(type, obstacles);
        }
    }

    private static ClassNotReifiableException refusal(Class<?> type, List<String> obstacles) {
        return new ClassNotReifiableException(
                "calls on instances of a class cannot all be intercepted: class="
                        + type.getTypeName()
                        + obstacles.stream().reduce("", (text, line) -> text + "\n  " + line)
                        + "\nremove what is in the way, give an interface that the class"
                        + " implements as the type, as in turnActive(object, type), or allow"
                        + " methods with @NoReify, which then run on the stub");
    }
}
