package org.activeobjects.internal.stub;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashMap;
import java.util.Map;

/** Finds what a class makes of the type variables of its superclasses and interfaces. */
final class TypeVariables {

    private TypeVariables() {}

    /** What a type makes of the variables of its supertypes, and of its own as far as given. */
    static Map<TypeVariable<?>, Type> bindings(StubType type) {
        Map<TypeVariable<?>, Type> bindings = new HashMap<>();
        TypeVariable<?>[] own = type.type().getTypeParameters();
        for (int i = 0; i < type.generics().size(); i++) {
            bindings.put(own[i], type.generics().get(i));
        }
        bind(type.type(), bindings);
        return bindings;
    }

    /** The class that whatever stands for a variable is an instance of. */
    static Class<?> boundOf(TypeVariable<?> variable) {
        return erase(variable, Map.of());
    }

    /** The erased result type of a method of a class, type variables replaced where it is known. */
    static Class<?> returnTypeOf(Method method, Map<TypeVariable<?>, Type> bindings) {
        Type generic = method.getGenericReturnType();
        if (!(generic instanceof TypeVariable<?>)) {
            return method.getReturnType();
        }
        Class<?> resolved = erase(generic, bindings);
        // A raw or unusual declaration must never widen what the class file says.
        return method.getReturnType().isAssignableFrom(resolved)
                ? resolved
                : method.getReturnType();
    }

    /**
     * Tells whether a result is of a type that only the caller knows: a type variable that the
     * class leaves open. The caller's code casts the result to that type at once.
     */
    static boolean isOpen(Method method, Map<TypeVariable<?>, Type> bindings) {
        Type result = method.getGenericReturnType();
        while (result instanceof TypeVariable<?> variable && bindings.containsKey(variable)) {
            result = bindings.get(variable);
        }
        return result instanceof TypeVariable<?>;
    }

    private static void bind(Type type, Map<TypeVariable<?>, Type> bindings) {
        Class<?> raw;
        if (type instanceof ParameterizedType parameterized) {
            raw = (Class<?>) parameterized.getRawType();
            TypeVariable<?>[] variables = raw.getTypeParameters();
            Type[] arguments = parameterized.getActualTypeArguments();
            for (int i = 0; i < variables.length; i++) {
                bindings.put(variables[i], arguments[i]);
            }
        } else if (type instanceof Class<?> plain) {
            raw = plain;
        } else {
            return;
        }
        for (Type implemented : raw.getGenericInterfaces()) {
            bind(implemented, bindings);
        }
        if (raw.getGenericSuperclass() != null) {
            bind(raw.getGenericSuperclass(), bindings);
        }
    }

    private static Class<?> erase(Type type, Map<TypeVariable<?>, Type> bindings) {
        return switch (type) {
            case Class<?> plain -> plain;
            case ParameterizedType parameterized -> (Class<?>) parameterized.getRawType();
            case GenericArrayType array ->
                    erase(array.getGenericComponentType(), bindings).arrayType();
            case WildcardType wildcard -> erase(wildcard.getUpperBounds()[0], bindings);
            case TypeVariable<?> variable -> {
                Type bound = bindings.get(variable);
                yield erase(bound != null ? bound : variable.getBounds()[0], bindings);
            }
            default -> Object.class;
        };
    }
}
