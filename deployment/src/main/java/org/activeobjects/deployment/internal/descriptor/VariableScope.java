package org.activeobjects.deployment.internal.descriptor;

import java.util.Collection;

/** The variables of a descriptor, as its reader sees them. */
public interface VariableScope {

    /**
     * Takes a variable that a descriptor declares.
     *
     * @param kind name of the element that declares it
     * @param name its name
     * @param value its value, empty if the element gives none
     * @throws IllegalArgumentException if the declaration contradicts the program or another one;
     *     the message says how
     */
    void declare(String kind, String name, String value);

    /**
     * The value of a variable.
     *
     * @param name its name
     * @return its value, or {@code null} if there is no such variable, or it has no value
     */
    String value(String name);

    /**
     * The names of all variables, for messages.
     *
     * @return a copy
     */
    Collection<String> names();
}
