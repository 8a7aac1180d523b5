package org.activeobjects.internal.codec.jdk;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;

import org.activeobjects.internal.codec.form.ValueSerializer;
import org.activeobjects.internal.codec.type.Elements;
import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.codec.wire.WireInput;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.EnumMap;
import java.util.EnumSet;

/** Sets and maps over an enum, which know their enum even when they are empty. */
final class EnumContainers {

    private EnumContainers() {}

    @SuppressWarnings({"unchecked", "rawtypes"})
    static Serializer<EnumSet> sets() {
        return ValueSerializer.mutable(
                (kryo, out, set) -> {
                    kryo.writeClass(out, universeOf(set));
                    Elements.write(kryo, out, set);
                },
                (kryo, in) -> {
                    int self = Graph.of(kryo).self();
                    Class<?> universe = enumOf(kryo.readClass(in).getType());
                    spendMemory(in, universe);
                    EnumSet set = EnumSet.noneOf((Class) universe);
                    Elements.read(kryo, in, set, self);
                    return set;
                },
                (kryo, set) -> set.clone());
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static Serializer<EnumMap> maps() {
        return ValueSerializer.mutable(
                (kryo, out, map) -> {
                    kryo.writeClass(out, keyTypeOf(map));
                    Elements.write(kryo, out, map);
                },
                (kryo, in) -> {
                    int self = Graph.of(kryo).self();
                    Class<?> universe = enumOf(kryo.readClass(in).getType());
                    spendMemory(in, universe);
                    EnumMap map = new EnumMap(universe);
                    kryo.reference(map);
                    Elements.read(kryo, in, map, self);
                    return map;
                },
                EnumContainers::copy);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static EnumMap copy(Kryo kryo, EnumMap map) {
        EnumMap copy = map.clone();
        kryo.reference(copy);
        copy.replaceAll((key, value) -> copyOf(kryo, (Enum<?>) key, value));
        return copy;
    }

    private static Object copyOf(Kryo kryo, Enum<?> key, Object value) {
        try {
            return kryo.copy(value);
        } catch (RuntimeException e) {
            throw CodecFault.at(e, "[" + key.name() + "]");
        }
    }

    /** A map over an enum has room for all of its constants. */
    private static void spendMemory(WireInput in, Class<?> universe) {
        in.spendMemory(
                universe.getTypeName(), (long) Long.BYTES * universe.getEnumConstants().length);
    }

    private static Class<?> enumOf(Class<?> type) {
        if (!type.isEnum()) {
            throw new CodecFault(type.getTypeName(), "it is not an enum", null);
        }
        return type;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Class<?> universeOf(EnumSet set) {
        EnumSet all = set.isEmpty() ? EnumSet.complementOf(set) : set;
        if (all.isEmpty()) {
            throw new CodecFault(
                    set.getClass().getTypeName(), "its enum has no constants", "send null");
        }
        return ((Enum<?>) all.iterator().next()).getDeclaringClass();
    }

    private static Class<?> keyTypeOf(EnumMap<?, ?> map) {
        return map.isEmpty()
                ? KeyTypeFinder.find(map)
                : map.keySet().iterator().next().getDeclaringClass();
    }

    /** An empty map tells its enum to nobody but Java's own serialization, which names it. */
    private static final class KeyTypeFinder extends ObjectOutputStream {

        private Class<?> keyType;

        private KeyTypeFinder() throws IOException {
            super(OutputStream.nullOutputStream());
        }

        static Class<?> find(EnumMap<?, ?> map) {
            try (KeyTypeFinder finder = new KeyTypeFinder()) {
                finder.writeObject(map);
                return finder.keyType;
            } catch (IOException e) {
                throw new CodecFault("java.util.EnumMap", "its enum cannot be found", null, e);
            }
        }

        @Override
        protected void annotateClass(Class<?> named) {
            if (named.isEnum()) {
                keyType = named;
            }
        }
    }
}
