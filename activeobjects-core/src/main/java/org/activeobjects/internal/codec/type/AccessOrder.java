package org.activeobjects.internal.codec.type;

import org.activeobjects.internal.codec.wire.CodecFault;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tells whether a {@code LinkedHashMap} keeps its entries in the order of access, which no method
 * of it says. The map itself is only read: what is tried is tried on a copy.
 */
@SuppressWarnings("NonApiType") // no interface of maps tells the order
public final class AccessOrder {

    /** Name of the class above in a stream of Java's serialization, with its length. */
    private static final byte[] BASE = "\0\21java.util.HashMap".getBytes(StandardCharsets.US_ASCII);

    /** How far behind that name the flag of an empty map is. */
    private static final int DISTANCE = distance();

    private AccessOrder() {}

    /**
     * Tells the order of a map.
     *
     * @param map any map of the class or of a subclass
     * @return true if the entry that was used last comes last
     */
    public static boolean of(LinkedHashMap<?, ?> map) {
        return map.getClass() == LinkedHashMap.class ? tried(map) : written(emptied(map));
    }

    @SuppressWarnings("unchecked")
    private static boolean tried(LinkedHashMap<?, ?> map) {
        Map<Object, Object> copy = (Map<Object, Object>) map.clone();
        copy.clear();
        copy.put(1, 1);
        copy.put(2, 2);
        copy.get(1);
        return copy.keySet().iterator().next().equals(2);
    }

    /** A copy without its entries, of which no method of a subclass knows. */
    private static Object emptied(LinkedHashMap<?, ?> map) {
        Class<?> below = map.getClass();
        while (below.getSuperclass() != LinkedHashMap.class) {
            below = below.getSuperclass();
        }
        try {
            MethodHandles.Lookup inside =
                    MethodHandles.privateLookupIn(below, MethodHandles.lookup());
            MethodHandle copier =
                    inside.findSpecial(
                            LinkedHashMap.class,
                            "clone",
                            MethodType.methodType(Object.class),
                            below);
            MethodHandle clearer =
                    inside.findSpecial(
                            LinkedHashMap.class, "clear", MethodType.methodType(void.class), below);
            Object copy = copier.invoke(map);
            clearer.invoke(copy);
            return copy;
        } catch (Throwable e) {
            throw unknown(map.getClass(), e);
        }
    }

    private static CodecFault unknown(Class<?> type, Throwable why) {
        return new CodecFault(
                type.getTypeName(),
                "whether its entries are in the order of access cannot be found: cause=" + why,
                "send a LinkedHashMap",
                why);
    }

    /** What Java's serialization writes of an empty map. */
    private static boolean written(Object empty) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new Skeleton(bytes, empty)) {
            out.writeObject(empty);
        } catch (IOException | RuntimeException e) {
            throw unknown(empty.getClass(), e);
        }
        byte[] all = bytes.toByteArray();
        int base = indexOfBase(all);
        if (base < 0) {
            throw unknown(empty.getClass(), null); // it has another object written in its place
        }
        return all[base + DISTANCE] != 0;
    }

    private static int distance() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new LinkedHashMap<>());
        } catch (IOException e) {
            throw new AssertionError("nothing is done but in memory", e);
        }
        return bytes.size() - 1 - indexOfBase(bytes.toByteArray());
    }

    private static int indexOfBase(byte[] bytes) {
        for (int i = 0; i <= bytes.length - BASE.length; i++) {
            if (Arrays.equals(bytes, i, i + BASE.length, BASE, 0, BASE.length)) {
                return i;
            }
        }
        return -1;
    }

    /** Writes an object and nothing that it refers to. */
    private static final class Skeleton extends ObjectOutputStream {

        private final Object root;

        Skeleton(ByteArrayOutputStream bytes, Object root) throws IOException {
            super(bytes);
            this.root = root;
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object shown) {
            return shown == root ? shown : null;
        }
    }
}
