package org.activeobjects.collective;

import org.activeobjects.transport.ElementType;

import java.lang.reflect.Array;

/**
 * One array per element type, by its number on the wire, that grows to what was once needed and is
 * then used again.
 */
final class Scratch {

    private final Object[] arrays = new Object[ElementType.values().length + 1];

    Object atLeast(ElementType type, int count) {
        Object array = arrays[type.wireId()];
        if (array == null || Array.getLength(array) < count) {
            array = Array.newInstance(componentType(type), count);
            arrays[type.wireId()] = array;
        }
        return array;
    }

    private static Class<?> componentType(ElementType type) {
        return switch (type) {
            case BYTE -> byte.class;
            case BOOLEAN -> boolean.class;
            case CHAR -> char.class;
            case SHORT -> short.class;
            case INT -> int.class;
            case FLOAT -> float.class;
            case LONG -> long.class;
            case DOUBLE -> double.class;
        };
    }
}
