package org.activeobjects.internal.codec.wire;

/**
 * What the values of a message are: so the path to a fault begins with the same words whether they
 * were encoded, decoded or copied.
 */
public enum Roots {

    /** Each goes by its class: {@code value(Order).items[3]}. */
    VALUES,

    /** Arguments of a call: {@code arguments[1](Order).items[3]}. */
    ARGUMENTS,

    /** The same, and behind them, in an array, the context of the caller. */
    ARGUMENTS_AND_CONTEXT,

    /** What makes up an active object that is created; an array among it has the arguments. */
    CREATION,

    /** What goes with a call beside its arguments: {@code context[1](Tenant).name}. */
    CONTEXT;

    private static final String VALUE = "value";
    private static final String ARGUMENTS_NAME = "arguments";
    private static final String CONTEXT_NAME = "context";

    /**
     * Puts the beginning of the path before the rest.
     *
     * @param thrown what was thrown at or below the value
     * @param values all values
     * @param index which of them it is
     * @return the fault, its path complete
     */
    public CodecFault of(Throwable thrown, Object[] values, int index) {
        CodecFault fault = CodecFault.of(thrown);
        int element = fault.firstIndex();
        Object value = values[index];
        boolean isIn = value instanceof Object[] all && element >= 0 && element < all.length;
        Object inner = isIn ? ((Object[]) value)[element] : null;
        return CodecFault.at(
                fault, step(fault, typeOf(value), typeOf(inner), index, values.length));
    }

    /**
     * The same for what was being read.
     *
     * @param thrown what was thrown at or below the value
     * @param graph what has read it, and knows the classes
     * @param count number of all values
     * @param index which of them it is
     * @return the fault, its path complete
     */
    public CodecFault ofRead(Throwable thrown, Graph graph, int count, int index) {
        CodecFault fault = CodecFault.of(thrown);
        return CodecFault.at(fault, step(fault, graph.classAt(0), graph.classAt(1), index, count));
    }

    private String step(
            CodecFault fault, Class<?> type, Class<?> elementType, int index, int count) {
        boolean isArray = type != null && Object[].class.isAssignableFrom(type);
        return switch (this) {
            case VALUES -> VALUE + classOf(type);
            case ARGUMENTS -> element(ARGUMENTS_NAME, type, index);
            case CONTEXT -> element(CONTEXT_NAME, type, index);
            case ARGUMENTS_AND_CONTEXT -> {
                if (index < count - 1) {
                    yield element(ARGUMENTS_NAME, type, index);
                }
                fault.nameClass(classOf(elementType));
                yield CONTEXT_NAME;
            }
            case CREATION -> {
                if (!isArray) {
                    yield VALUE + classOf(type);
                }
                fault.nameClass(classOf(elementType));
                yield ARGUMENTS_NAME;
            }
        };
    }

    private static Class<?> typeOf(Object value) {
        return value == null ? null : value.getClass();
    }

    private static String element(String of, Class<?> type, int index) {
        return of + "[" + index + "]" + classOf(type);
    }

    /**
     * As a path shows of which class something is.
     *
     * @param type the class, or {@code null}
     * @return its name in brackets; empty if it is not known
     */
    public static String classOf(Class<?> type) {
        if (type == null) {
            return "";
        }
        String simple = type.getSimpleName();
        String name = type.getTypeName(); // of an anonymous class
        String shown = simple.isEmpty() ? name.substring(name.lastIndexOf('.') + 1) : simple;
        int address = shown.indexOf('/'); // of the class of a lambda
        return "(" + (address < 0 ? shown : shown.substring(0, address)) + ")";
    }
}
