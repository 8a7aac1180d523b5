package org.activeobjects.spi;

import org.activeobjects.annotation.Cache;
import org.activeobjects.annotation.Self;
import org.activeobjects.annotation.TurnActive;
import org.activeobjects.annotation.TurnActiveParam;
import org.activeobjects.annotation.UnwrapFuture;
import org.activeobjects.error.ActiveObjectException;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

/**
 * A method of a class whose calls are intercepted: what it is called, how its caller goes on, and
 * how it is run.
 *
 * <p>There is one object per method and class, so that methods may be compared by identity.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class StubMethod {

    private static final List<Class<? extends Annotation>> SPECIAL =
            List.of(Cache.class, Self.class, TurnActive.class, UnwrapFuture.class);

    private final int id;
    private final Method method;
    private final Class<?> returnType;
    private final CallKind kind;
    private final CallKind kindIfCaught;
    private final Class<?>[] parameterTypes;
    private final Class<?>[] checkedExceptions;
    private final Class<?> receiver;
    private final MethodHandles.Lookup lookup;
    private final boolean special;
    private final boolean ofObject;
    private String text; // made at first use, like the invoker
    private MethodHandle invoker; // made at first use; a race makes it twice, no harm done

    /**
     * For the method table of a class; nobody else makes methods.
     *
     * @param id position in the table
     * @param method the method
     * @param returnType its result type, type variables replaced by what the class makes of them
     * @param kind how its caller goes on
     * @param kindIfCaught how its caller goes on if what it throws is caught later
     * @param receiver class whose table it is
     * @param lookup may call the method
     */
    public StubMethod(
            int id,
            Method method,
            Class<?> returnType,
            CallKind kind,
            CallKind kindIfCaught,
            Class<?> receiver,
            MethodHandles.Lookup lookup) {
        this.id = id;
        this.method = method;
        this.returnType = returnType;
        this.kind = kind;
        this.kindIfCaught = kindIfCaught;
        this.receiver = receiver;
        this.lookup = lookup;
        this.parameterTypes = method.getParameterTypes();
        this.checkedExceptions = checkedExceptionsOf(method);
        this.special =
                SPECIAL.stream().anyMatch(method::isAnnotationPresent)
                        || Arrays.stream(method.getParameters())
                                .anyMatch(p -> p.isAnnotationPresent(TurnActiveParam.class));
        this.ofObject =
                switch (method.getName()) {
                    case "hashCode", "toString" -> parameterTypes.length == 0;
                    case "equals" ->
                            parameterTypes.length == 1 && parameterTypes[0] == Object.class;
                    default -> false;
                };
    }

    /**
     * Tells which of the exceptions a method declares are checked ones.
     *
     * @param method any method
     * @return a new array, of length 0 if there is none
     */
    public static Class<?>[] checkedExceptionsOf(Method method) {
        return Arrays.stream(method.getExceptionTypes())
                .filter(type -> !RuntimeException.class.isAssignableFrom(type))
                .filter(type -> !Error.class.isAssignableFrom(type))
                .toArray(Class<?>[]::new);
    }

    /**
     * Position in the method table of the class.
     *
     * @return 0 or more; the same in every JVM whose table has the same hash
     */
    public int id() {
        return id;
    }

    /**
     * Simple name of the method.
     *
     * @return the name
     */
    public String name() {
        return method.getName();
    }

    /**
     * Erased types of the parameters.
     *
     * @return a new array, of length 0 if there is none
     */
    public Class<?>[] parameterTypes() {
        return parameterTypes.clone();
    }

    /**
     * Number of parameters.
     *
     * @return 0 or more
     */
    public int parameterCount() {
        return parameterTypes.length;
    }

    /**
     * Type of the result. A type variable is replaced by what the class makes of it: the {@code
     * get()} of a class that implements {@code Supplier<String>} returns {@code String}.
     *
     * @return the erased type
     */
    public Class<?> returnType() {
        return returnType;
    }

    /**
     * Type of the result as the source has it.
     *
     * @return the type, with its type variables
     */
    public Type genericReturnType() {
        return method.getGenericReturnType();
    }

    /**
     * Class or interface whose table has the method.
     *
     * @return the type of the stubs that this method is called on
     */
    public Class<?> tableClass() {
        return receiver;
    }

    /**
     * Class or interface that declares the method.
     *
     * @return the class, or a superclass or interface of it
     */
    public Class<?> declaringClass() {
        return method.getDeclaringClass();
    }

    /**
     * Tells whether the method declares checked exceptions.
     *
     * @return true if there is one
     */
    public boolean declaresExceptions() {
        return checkedExceptions.length > 0;
    }

    /**
     * Tells whether annotations change what callers give or get.
     *
     * @return true if the method has one of those, false for nearly all methods
     */
    public boolean isSpecial() {
        return special;
    }

    /**
     * Tells whether the method is {@code equals}, {@code hashCode} or {@code toString} of {@code
     * Object}.
     *
     * @return true if it is one of them or overrides one
     */
    public boolean isOfObject() {
        return ofObject;
    }

    /**
     * Tells whether the method has an annotation.
     *
     * @param kind type of the annotation
     * @return true if it has
     */
    public boolean has(Class<? extends Annotation> kind) {
        return method.isAnnotationPresent(kind);
    }

    /**
     * An annotation of the method.
     *
     * @param <A> its type
     * @param kind its type
     * @return the annotation, or {@code null} if the method has none of the type
     */
    public <A extends Annotation> A annotation(Class<A> kind) {
        return method.getAnnotation(kind);
    }

    /**
     * Tells whether an argument is to become an active object.
     *
     * @param index position of the parameter
     * @return true if that parameter says so
     */
    public boolean turnsActive(int index) {
        return method.getParameters()[index].isAnnotationPresent(TurnActiveParam.class);
    }

    /**
     * The checked exceptions that the method declares.
     *
     * @return a new array, of length 0 if there is none
     */
    public Class<?>[] checkedExceptions() {
        return checkedExceptions.clone();
    }

    /**
     * How the caller goes on.
     *
     * @return what the signature decides
     */
    public CallKind kind() {
        return kind;
    }

    /**
     * How the caller goes on inside a block that catches what the method throws.
     *
     * @return asynchronous if there is no result or one that can be stood in for, else synchronous
     */
    public CallKind kindIfCaught() {
        return kindIfCaught;
    }

    /**
     * Tells whether a {@code CompletableFuture} is what the caller has to be given.
     *
     * @return true if the method returns {@code CompletableFuture}, {@code CompletionStage} or
     *     {@code Future}
     */
    public boolean returnsCompletableFuture() {
        return isCompletableFuture(returnType);
    }

    /**
     * Tells whether results of a type are handed out as {@code CompletableFuture}.
     *
     * @param type any type
     * @return true for {@code CompletableFuture} and its interfaces
     */
    public static boolean isCompletableFuture(Class<?> type) {
        return type.isAssignableFrom(java.util.concurrent.CompletableFuture.class)
                && (Future.class.isAssignableFrom(type)
                        || CompletionStage.class.isAssignableFrom(type));
    }

    /**
     * Runs the method, protected and package-private ones too; overriding is in force.
     *
     * @param target an instance of the class of this table
     * @param arguments one per parameter, primitive ones boxed
     * @return the result, primitive ones boxed, {@code null} if the method is {@code void}
     * @throws Throwable what the method throws, as it is
     * @throws ClassCastException if the target or an argument is of another class; the method did
     *     not run
     */
    public Object invoke(Object target, Object[] arguments) throws Throwable {
        MethodHandle handle = invoker;
        if (handle == null) {
            handle = makeInvoker();
            invoker = handle;
        }
        return handle.invokeExact(target, arguments);
    }

    private MethodHandle makeInvoker() {
        MethodType type = MethodType.methodType(method.getReturnType(), parameterTypes);
        try {
            // Looked up in the class of the table: protected members are seen through that alone.
            return lookup.findVirtual(ownerOf(receiver), name(), type)
                    .asFixedArity()
                    .asType(type.generic().insertParameterTypes(0, Object.class))
                    .asSpreader(Object[].class, parameterTypes.length);
        } catch (ReflectiveOperationException e) {
            throw new ActiveObjectException("method cannot be called: method=" + this, e);
        }
    }

    private Class<?> ownerOf(Class<?> type) {
        return method.getDeclaringClass() == Object.class ? Object.class : type;
    }

    /**
     * What the caller of the method may be shown in place of a throwable.
     *
     * @param thrown anything that a handler threw
     * @return {@code thrown} itself if it is unchecked or declared by the method, else an {@code
     *     ActiveObjectException} with it as the cause
     */
    public Throwable asDeclared(Throwable thrown) {
        if (thrown instanceof RuntimeException || thrown instanceof Error) {
            return thrown;
        }
        for (Class<?> declared : checkedExceptions) {
            if (declared.isInstance(thrown)) {
                return thrown;
            }
        }
        return new ActiveObjectException(
                "call failed with an exception that its method does not declare: method="
                        + this
                        + " exception="
                        + textOf(thrown),
                thrown);
    }

    /** The name of its class if its own code, which is the user's, does not say more. */
    private static String textOf(Throwable thrown) {
        try {
            return thrown.toString();
        } catch (RuntimeException | Error e) {
            return thrown.getClass().getName();
        }
    }

    /**
     * Name and parameters, for messages.
     *
     * @return like {@code org.acme.Account.transfer(Account,long)}
     */
    @Override
    public String toString() {
        String known = text;
        if (known == null) {
            StringJoiner made =
                    new StringJoiner(",", receiver.getTypeName() + "." + name() + "(", ")");
            for (Class<?> type : parameterTypes) {
                made.add(type.getSimpleName());
            }
            known = made.toString();
            text = known;
        }
        return known;
    }
}
