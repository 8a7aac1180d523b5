package org.activeobjects.deployment;

import java.util.Map;

/**
 * The variables on which a program and its descriptors agree.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p><b>Source:</b> {@code VariableContract} of ProActive.
 */
public interface VariableContract {

    /**
     * Gives a variable its type and the program's value.
     *
     * @param name name of the variable, not empty
     * @param value its value; {@code null} or empty for none
     * @param type who gives the value
     * @throws IllegalArgumentException if the type does not let the program give a value, or the
     *     variable has another type already
     * @throws IllegalStateException if the contract is closed
     */
    void setVariableFromProgram(String name, String value, VariableContractType type);

    /**
     * Gives several variables their type and the program's values.
     *
     * @param values value by name
     * @param type who gives the values
     * @throws IllegalArgumentException as for one variable; those before it are set then
     * @throws IllegalStateException if the contract is closed
     */
    void setVariableFromProgram(Map<String, String> values, VariableContractType type);

    /**
     * The value of a variable.
     *
     * @param name its name
     * @return its value, or {@code null} if there is no such variable, or nobody gave it a value
     */
    String getValue(String name);

    /**
     * Whether the descriptors have been read.
     *
     * @return true once they have: nothing changes any more
     */
    boolean isClosed();

    /**
     * Closes the contract.
     *
     * @throws IllegalStateException if a variable has no value; the message names it
     */
    void close();
}
