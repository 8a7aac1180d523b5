package org.activeobjects.internal.codec.jdk;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.wire.WireInput;
import org.activeobjects.internal.codec.wire.WireOutput;
import org.activeobjects.transport.ElementType;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteOrder;

/**
 * Primitive arrays. Large ones stay where they are and travel beside the bytes; small ones are
 * copied into them, little-endian.
 */
final class PrimitiveArraySerializer extends Serializer<Object> {

    private final Class<?> arrayType;
    private final Class<?> component;
    private final ElementType type;

    PrimitiveArraySerializer(Class<?> arrayType) {
        this.arrayType = arrayType;
        this.component = arrayType.getComponentType();
        this.type = ElementType.ofArray(Array.newInstance(component, 0));
    }

    @Override
    public void write(Kryo kryo, Output output, Object array) {
        int count = Array.getLength(array);
        long bytes = (long) count << type.shift();
        int index = ((WireOutput) output).attach(array, bytes);
        output.writeVarInt(index + 1, true);
        if (index >= 0) {
            return;
        }
        output.writeVarInt(count, true);
        if (array instanceof byte[] plain) {
            output.writeBytes(plain);
        } else if (array instanceof boolean[] booleans) {
            output.writeBooleans(booleans, 0, count);
        } else {
            byte[] copy = new byte[Math.toIntExact(bytes)];
            copyToBytes(array, count, copy);
            output.writeBytes(copy);
        }
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> wanted) {
        WireInput in = (WireInput) input;
        int index = in.readVarInt(true);
        if (index != 0) {
            return in.attachment(index - 1, arrayType);
        }
        int count = in.readCount(type.size());
        if (component == byte.class) {
            return in.readBytes(count);
        }
        if (component == boolean.class) {
            return in.readBooleans(count);
        }
        Object array = Array.newInstance(component, count);
        MemorySegment source = MemorySegment.ofArray(in.readBytes(count << type.shift()));
        MemorySegment.copy(source, layout(), 0, array, 0, count);
        return array;
    }

    @Override
    public Object copy(Kryo kryo, Object array) {
        int count = Array.getLength(array);
        Object copy = Array.newInstance(component, count);
        System.arraycopy(array, 0, copy, 0, count);
        return copy;
    }

    private void copyToBytes(Object array, int count, byte[] target) {
        MemorySegment.copy(array, 0, MemorySegment.ofArray(target), layout(), 0, count);
    }

    private ValueLayout layout() {
        ValueLayout layout =
                switch (type) {
                    case DOUBLE -> ValueLayout.JAVA_DOUBLE_UNALIGNED;
                    case FLOAT -> ValueLayout.JAVA_FLOAT_UNALIGNED;
                    case LONG -> ValueLayout.JAVA_LONG_UNALIGNED;
                    case INT -> ValueLayout.JAVA_INT_UNALIGNED;
                    case SHORT -> ValueLayout.JAVA_SHORT_UNALIGNED;
                    case CHAR -> ValueLayout.JAVA_CHAR_UNALIGNED;
                    case BYTE, BOOLEAN -> ValueLayout.JAVA_BYTE;
                };
        return layout.withOrder(ByteOrder.LITTLE_ENDIAN);
    }
}
