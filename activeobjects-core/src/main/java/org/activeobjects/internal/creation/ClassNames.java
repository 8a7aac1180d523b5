package org.activeobjects.internal.creation;

import org.activeobjects.error.ActiveObjectCreationException;

import java.util.Objects;

/** Classes that programs name by text. */
public final class ClassNames {

    private ClassNames() {}

    /**
     * Loads a class, and does not initialize it: with the context class loader of the calling
     * thread, or with that of the library where it has none.
     *
     * @param className name as {@link Class#getName} has it
     * @return the class
     * @throws ActiveObjectCreationException if there is none of that name, or it does not load
     */
    public static Class<?> load(String className) {
        Objects.requireNonNull(className, "the name of a class is null");
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try {
            return Class.forName(
                    className, false, loader != null ? loader : ClassNames.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            throw new ActiveObjectCreationException(
                    "cannot load a class: class="
                            + className
                            + "; give its full name, a nested class as Outer$Inner, and have it on"
                            + " the class path of this JVM",
                    e);
        }
    }
}
