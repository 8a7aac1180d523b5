package org.activeobjects.deployment;

import java.util.List;

/**
 * Who gives a variable of a descriptor its value.
 *
 * <p><b>Source:</b> {@code VariableContractType} of ProActive.
 */
public enum VariableContractType {
    /** The descriptor, and nobody else. */
    DescriptorVariable("descriptorVariable"),

    /** The program, and nobody else. */
    ProgramVariable("programVariable"),

    /** The Java system property of that name. */
    JavaPropertyVariable("javaPropertyVariable"),

    /** The program if it does, else the descriptor. */
    DescriptorDefaultVariable("descriptorDefaultVariable"),

    /** The descriptor if it does, else the program. */
    ProgramDefaultVariable("programDefaultVariable"),

    /** The Java system property if it is set, else the program if it does, else the descriptor. */
    JavaPropertyDescriptorDefault("javaPropertyDescriptorDefault"),

    /** The Java system property if it is set, else the descriptor if it does, else the program. */
    JavaPropertyProgramDefault("javaPropertyProgramDefault");

    /** Who may give a value. */
    enum Giver {
        DESCRIPTOR,
        PROGRAM,
        PROPERTY
    }

    private final String element;

    VariableContractType(String element) {
        this.element = element;
    }

    /** Those that may give a value, the first that does wins. */
    List<Giver> givers() {
        return switch (this) {
            case DescriptorVariable -> List.of(Giver.DESCRIPTOR);
            case ProgramVariable -> List.of(Giver.PROGRAM);
            case JavaPropertyVariable -> List.of(Giver.PROPERTY);
            case DescriptorDefaultVariable -> List.of(Giver.PROGRAM, Giver.DESCRIPTOR);
            case ProgramDefaultVariable -> List.of(Giver.DESCRIPTOR, Giver.PROGRAM);
            case JavaPropertyDescriptorDefault ->
                    List.of(Giver.PROPERTY, Giver.PROGRAM, Giver.DESCRIPTOR);
            case JavaPropertyProgramDefault ->
                    List.of(Giver.PROPERTY, Giver.DESCRIPTOR, Giver.PROGRAM);
        };
    }

    /** The type that an element of a descriptor declares. */
    static VariableContractType ofElement(String element) {
        for (VariableContractType type : values()) {
            if (type.element.equals(element)) {
                return type;
            }
        }
        throw new IllegalArgumentException("no kind of variable: element=" + element);
    }
}
