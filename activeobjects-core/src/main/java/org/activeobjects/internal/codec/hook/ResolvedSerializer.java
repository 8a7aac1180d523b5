package org.activeobjects.internal.codec.hook;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/** Records with a {@code readResolve}, the one hook that a record can have besides its place. */
public final class ResolvedSerializer extends Serializer<Object> {

    private final HookMethods hooks;
    private final Serializer<Object> form;

    /**
     * For one class.
     *
     * @param type the class
     * @param form how it is written
     */
    public ResolvedSerializer(Class<?> type, Serializer<Object> form) {
        this.hooks = HookMethods.of(type);
        this.form = form;
    }

    @Override
    public void write(Kryo kryo, Output output, Object object) {
        form.write(kryo, output, object);
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        return hooks.resolve(form.read(kryo, input, type));
    }

    @Override
    public Object copy(Kryo kryo, Object original) {
        return hooks.resolve(form.copy(kryo, original));
    }
}
