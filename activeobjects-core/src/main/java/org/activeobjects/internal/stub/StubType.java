package org.activeobjects.internal.stub;

import org.activeobjects.error.ActiveObjectCreationException;

import java.lang.reflect.TypeVariable;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Type of a stub: a class or interface, and what its type variables stand for.
 *
 * @param type class or interface
 * @param generics one class per type variable, in their order; empty if they are left open
 */
public record StubType(Class<?> type, List<Class<?>> generics) {

    /**
     * Checks that the generic parameters fit.
     *
     * @throws ActiveObjectCreationException if they do not fit the type variables
     */
    public StubType {
        generics = List.copyOf(generics);
        TypeVariable<?>[] variables = type.getTypeParameters();
        boolean fits = generics.isEmpty() || generics.size() == variables.length;
        for (int i = 0; fits && i < generics.size(); i++) {
            Class<?> bound = TypeVariables.boundOf(variables[i]);
            fits = !generics.get(i).isPrimitive() && bound.isAssignableFrom(generics.get(i));
        }
        if (!fits) {
            throw new ActiveObjectCreationException(
                    "generic parameters do not fit the type variables: class="
                            + type.getTypeName()
                            + " variables="
                            + List.of(variables)
                            + " parameters="
                            + generics
                            + "; give one class for each, within its bound");
        }
    }

    /**
     * A type whose variables are left open.
     *
     * @param type class or interface
     * @return type of stubs
     */
    public static StubType of(Class<?> type) {
        return new StubType(type, List.of());
    }

    /**
     * The text that stands for it in other runtimes.
     *
     * @return name of the class, followed by those of its generic parameters
     */
    public String encode() {
        if (generics.isEmpty()) {
            return type.getName();
        }
        StringJoiner text = new StringJoiner(",", type.getName() + "<", "");
        generics.forEach(parameter -> text.add(parameter.getName()));
        return text.toString();
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @param text the text
     * @param loader finds classes by name
     * @return the type
     */
    public static StubType decode(String text, Function<String, Class<?>> loader) {
        int end = text.indexOf('<');
        if (end < 0) {
            return of(loader.apply(text));
        }
        List<Class<?>> generics =
                Stream.of(text.substring(end + 1).split(",", -1)).<Class<?>>map(loader).toList();
        return new StubType(loader.apply(text.substring(0, end)), generics);
    }

    @Override
    public String toString() {
        return encode();
    }
}
