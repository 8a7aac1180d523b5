package org.activeobjects.internal.codec.jdk;

import com.esotericsoftware.kryo.Serializer;

import org.activeobjects.internal.codec.form.ViewSerializer;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Queue;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The types of the JDK that may be sent. Each has a number of its own on the wire, given once and
 * never used for another: 16 to 19 the codec's own, 20 to 59 values, 60 to 99 containers, 100 to
 * 139 what factory methods return, 140 to 147 primitive arrays, 150 and more all else.
 */
public final class JdkTypes {

    private static final List<Class<?>> PRIMITIVE_ARRAYS =
            List.of(
                    boolean[].class,
                    byte[].class,
                    char[].class,
                    short[].class,
                    int[].class,
                    long[].class,
                    float[].class,
                    double[].class);

    private static final Set<Class<?>> PRIMITIVES =
            Set.of(
                    Boolean.class,
                    Byte.class,
                    Character.class,
                    Short.class,
                    Integer.class,
                    Long.class,
                    Float.class,
                    Double.class);

    /** Classes that users name but never make: what is written as the first is any of the kind. */
    private static final List<Class<?>> KINDS =
            List.of(
                    Path.class,
                    Charset.class,
                    InetAddress.class,
                    ZoneId.class,
                    TimeZone.class,
                    EnumSet.class,
                    Map.Entry.class,
                    ByteBuffer.class,
                    CharBuffer.class,
                    ShortBuffer.class,
                    IntBuffer.class,
                    LongBuffer.class,
                    FloatBuffer.class,
                    DoubleBuffer.class);

    private static final JdkTypes ALL = new JdkTypes();

    private final Map<Class<?>, Integer> ids = new HashMap<>();
    private final Map<Class<?>, Serializer<?>> serializers = new LinkedHashMap<>();
    private final Map<Class<?>, Class<?>> representatives;

    private JdkTypes() {
        JdkValues.register(this::add);
        JdkContainers.register(this::add);
        representatives = JdkViews.register(this::add);
        JdkComparators.register(this::add);
        JdkOthers.register(this::add);
        JdkQueues.register(this::add);
        JdkLocks.register(this::add, representatives);
        JdkBuffers.register(this::add);
        JdkSerials.register(this::add);
        for (int i = 0; i < PRIMITIVE_ARRAYS.size(); i++) {
            Class<?> type = PRIMITIVE_ARRAYS.get(i);
            add(140 + i, type, new PrimitiveArraySerializer(type));
        }
    }

    private void add(int id, Class<?> type, Serializer<?> serializer) {
        if (ids.containsValue(id) || ids.putIfAbsent(type, id) != null) {
            throw new AssertionError("two types share a number: id=" + id + " type=" + type);
        }
        serializers.put(type, serializer);
    }

    /**
     * The types with a number.
     *
     * @return every registered class with its serializer
     */
    public static Map<Class<?>, Serializer<?>> serializers() {
        return ALL.serializers;
    }

    /**
     * Number of a registered class on the wire.
     *
     * @param registered one of the keys of {@link #serializers}
     * @return 16 or more
     */
    public static int idOf(Class<?> registered) {
        return ALL.ids.get(registered);
    }

    /**
     * Finds what a class of the JDK is written as.
     *
     * @param type any class of the JDK
     * @return the registered class whose serializer fits it, or {@code null} if it cannot be sent
     */
    public static Class<?> representativeOf(Class<?> type) {
        if (ALL.serializers.containsKey(type)) {
            return type;
        }
        Class<?> known = ALL.representatives.get(type);
        if (known != null) {
            return known;
        }
        Class<?> serial = JdkSerials.representativeOf(type);
        if (serial != null) {
            return serial;
        }
        Class<?> made = JdkComparators.representativeOf(type);
        if (made != null) {
            return made;
        }
        for (Class<?> kind : KINDS) {
            if (kind.isAssignableFrom(type)) {
                return kind;
            }
        }
        return java.lang.reflect.Modifier.isPublic(type.getModifiers()) ? null : equalTo(type);
    }

    /**
     * What a view of the JDK shows and is written as.
     *
     * @param view any object
     * @return the collection, map or array behind it; {@code null} if it is no view
     */
    public static Object behind(Object view) {
        return ALL.serializers.get(view.getClass()) instanceof ViewSerializer views
                ? views.behind(view)
                : null;
    }

    /**
     * Tells whether values of a class of the JDK can be sent.
     *
     * @param type any class of the JDK
     * @return true if there is a form for it
     */
    public static boolean isKnown(Class<?> type) {
        return type == String.class
                || type == Class.class
                || PRIMITIVES.contains(type)
                || representativeOf(type) != null;
    }

    /**
     * A class without a public name was made by a method that promises no more than an interface.
     */
    private static Class<?> equalTo(Class<?> type) {
        if (List.class.isAssignableFrom(type)) {
            return ArrayList.class;
        } else if (NavigableSet.class.isAssignableFrom(type)) {
            return TreeSet.class;
        } else if (Set.class.isAssignableFrom(type)) {
            return LinkedHashSet.class;
        } else if (NavigableMap.class.isAssignableFrom(type)) {
            return TreeMap.class;
        } else if (Map.class.isAssignableFrom(type)) {
            return LinkedHashMap.class;
        } else if (Deque.class.isAssignableFrom(type)) {
            return ArrayDeque.class;
        } else if (Collection.class.isAssignableFrom(type) && !Queue.class.isAssignableFrom(type)) {
            return ArrayList.class;
        }
        return null;
    }
}
