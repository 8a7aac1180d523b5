package org.activeobjects.internal.codec.type;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.wire.CodecFault;

/**
 * Enum constants by position: the hash that travels with the name of the class makes sure that both
 * sides have the same constants.
 */
public final class EnumSerializer extends Serializer<Object> {

    private final Class<?> type;
    private final Object[] constants;

    /**
     * For one enum.
     *
     * @param type the class
     */
    public EnumSerializer(Class<?> type) {
        super(true, true);
        this.type = type;
        this.constants = type.getEnumConstants();
    }

    @SuppressWarnings("EnumOrdinal") // both sides have compared their constants
    @Override
    public void write(Kryo kryo, Output output, Object constant) {
        output.writeVarInt(constant == null ? 0 : ((Enum<?>) constant).ordinal() + 1, true);
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> wanted) {
        int position = input.readVarInt(true);
        if (position < 0 || position > constants.length) {
            throw new CodecFault(
                    type.getTypeName(), "no such constant: position=" + (position - 1), null);
        }
        return position == 0 ? null : constants[position - 1];
    }
}
