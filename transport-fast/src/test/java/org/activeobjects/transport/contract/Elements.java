package org.activeobjects.transport.contract;

import org.activeobjects.transport.ElementType;

import java.lang.reflect.Array;
import java.util.Random;

/** Arrays of any of the eight types. */
final class Elements {

    private Elements() {}

    static Object zeros(ElementType type, int count) {
        return switch (type) {
            case BYTE -> new byte[count];
            case BOOLEAN -> new boolean[count];
            case CHAR -> new char[count];
            case SHORT -> new short[count];
            case INT -> new int[count];
            case FLOAT -> new float[count];
            case LONG -> new long[count];
            case DOUBLE -> new double[count];
        };
    }

    static Object random(ElementType type, int count) {
        Random random = new Random(type.wireId());
        Object array = zeros(type, count);
        for (int i = 0; i < count; i++) {
            switch (array) {
                case byte[] bytes -> bytes[i] = (byte) random.nextInt();
                case boolean[] booleans -> booleans[i] = random.nextBoolean();
                case char[] chars -> chars[i] = (char) random.nextInt();
                case short[] shorts -> shorts[i] = (short) random.nextInt();
                case int[] ints -> ints[i] = random.nextInt();
                case float[] floats -> floats[i] = random.nextFloat();
                case long[] longs -> longs[i] = random.nextLong();
                case double[] doubles -> doubles[i] = random.nextDouble();
                default -> throw new AssertionError(array);
            }
        }
        return array;
    }

    static boolean equal(Object one, int oneFrom, Object other, int otherFrom, int count) {
        for (int i = 0; i < count; i++) {
            if (!Array.get(one, oneFrom + i).equals(Array.get(other, otherFrom + i))) {
                return false;
            }
        }
        return true;
    }
}
