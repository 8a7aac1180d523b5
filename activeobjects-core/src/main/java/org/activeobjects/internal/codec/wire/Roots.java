package org.activeobjects.internal.codec.wire;

import java.util.Locale;

/**
 * What the values of a message are: so the path to a fault begins with the same words whether they
 * were encoded, decoded or copied.
 */
public enum Roots {

    /** Each goes by its class: {@code order.items[3]}. */
    VALUES,

    /** Arguments of a call: {@code arguments[1](Order).items[3]}. */
    ARGUMENTS,

    /** The same, and behind them, in an array, the context of the caller. */
    ARGUMENTS_AND_CONTEXT,

    /** What makes up an active object that is created; an array among it has the arguments. */
    CREATION,

    /** What goes with a call beside its arguments: {@code context[1](Tenant).name}. */
    CONTEXT;

    private static final String ARGUMENTS_NAME = "arguments";
    private static final String CONTEXT_NAME = "context";

    /**
     * Puts the beginning of the path before the rest.
     *
     * @param thrown what was thrown at or below the value
     * @param values all values; {@code null} in the place of one that was not decoded
     * @param index which of them it is
     * @return the fault, its path complete
     */
    public CodecFault of(RuntimeException thrown, Object[] values, int index) {
        return CodecFault.at(thrown, step(CodecFault.of(thrown), values, index));
    }

    private String step(CodecFault fault, Object[] values, int index) {
        Object value = values[index];
        return switch (this) {
            case VALUES -> nameOf(value);
            case ARGUMENTS -> element(ARGUMENTS_NAME, value, index);
            case CONTEXT -> element(CONTEXT_NAME, value, index);
            case ARGUMENTS_AND_CONTEXT ->
                    index < values.length - 1
                            ? element(ARGUMENTS_NAME, value, index)
                            : array(fault, CONTEXT_NAME, value);
            case CREATION ->
                    value instanceof Object[] ? array(fault, ARGUMENTS_NAME, value) : nameOf(value);
        };
    }

    private static String element(String of, Object value, int index) {
        return of + "[" + index + "]" + classOf(value);
    }

    /** Of an array in which the fault lies, the path has the index of the element already. */
    private static String array(CodecFault fault, String name, Object value) {
        if (value instanceof Object[] elements) {
            fault.nameClass(elements);
        }
        return name;
    }

    /** As the path shows of which class something is; empty if that is not known. */
    static String classOf(Object value) {
        if (value == null) {
            return "";
        }
        String simple = value.getClass().getSimpleName();
        String name = value.getClass().getTypeName(); // of an anonymous class
        return "(" + (simple.isEmpty() ? name.substring(name.lastIndexOf('.') + 1) : simple) + ")";
    }

    private static String nameOf(Object value) {
        String name = value == null ? "" : value.getClass().getSimpleName();
        return name.isEmpty() || value.getClass().isArray()
                ? "value"
                : name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }
}
