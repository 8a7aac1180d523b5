package org.activeobjects.internal.creation;

import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.spi.Creation;

/** Classes that programs name by text. */
public final class ClassNames {

    private ClassNames() {}

    /**
     * Loads a class as {@link Creation#classOf} does.
     *
     * @param className name as {@link Class#getName} has it
     * @return the class
     * @throws ActiveObjectCreationException if there is none of that name, or it does not load
     */
    public static Class<?> load(String className) {
        try {
            return Creation.classOf(className);
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
