package org.activeobjects.internal.codec.form;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Lists that never change, of two kinds with one class: those of {@link List#of()} take no {@code
 * null}, and throw when they are asked for one; those of {@code Stream.toList()} do neither.
 */
public final class ImmutableListSerializer extends Serializer<Collection<?>> {

    private static final CollectionSerializer WITHOUT_NULLS =
            CollectionSerializer.immutable((n, order) -> new ArrayList<>(n), List::copyOf);

    private static final CollectionSerializer WITH_NULLS =
            CollectionSerializer.immutable(
                    (n, order) -> new ArrayList<>(n), elements -> elements.stream().toList());

    /** The one there is. */
    public ImmutableListSerializer() {}

    @Override
    public void write(Kryo kryo, Output output, Collection<?> list) {
        boolean takesNulls = takesNulls(list);
        output.writeBoolean(takesNulls);
        kind(takesNulls).write(kryo, output, list);
    }

    @Override
    public Collection<?> read(Kryo kryo, Input input, Class<? extends Collection<?>> type) {
        return kind(input.readBoolean()).read(kryo, input, type);
    }

    @Override
    public Collection<?> copy(Kryo kryo, Collection<?> original) {
        return kind(takesNulls(original)).copy(kryo, original);
    }

    private static CollectionSerializer kind(boolean takesNulls) {
        return takesNulls ? WITH_NULLS : WITHOUT_NULLS;
    }

    /** Only a list that takes none is its own copy. */
    private static boolean takesNulls(Collection<?> list) {
        for (Object element : list) {
            if (element == null) {
                return true;
            }
        }
        return List.copyOf(list) != list;
    }
}
