package org.activeobjects.internal.codec.form;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.type.Elements;
import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.WireInput;

import java.util.Arrays;
import java.util.List;

/** Lists of a fixed length, as {@link Arrays#asList} makes them: an array is filled behind them. */
public final class FixedListSerializer extends Serializer<List<Object>> {

    /** The one there is. */
    public FixedListSerializer() {}

    @Override
    public void write(Kryo kryo, Output output, List<Object> list) {
        Elements.write(kryo, output, list);
    }

    @Override
    public List<Object> read(Kryo kryo, Input input, Class<? extends List<Object>> type) {
        Object[] array = new Object[((WireInput) input).readCount(1)];
        List<Object> list = Arrays.asList(array);
        kryo.reference(list);
        for (int i = 0; i < array.length; i++) {
            try {
                array[i] = kryo.readClassAndObject(input);
            } catch (RuntimeException e) {
                throw CodecFault.at(e, "[" + i + "]");
            }
        }
        return list;
    }

    @Override
    public List<Object> copy(Kryo kryo, List<Object> original) {
        Object[] array = new Object[original.size()];
        List<Object> list = Arrays.asList(array);
        kryo.reference(list);
        for (int i = 0; i < array.length; i++) {
            try {
                array[i] = kryo.copy(original.get(i));
            } catch (RuntimeException e) {
                throw CodecFault.at(e, "[" + i + "]");
            }
        }
        return list;
    }
}
