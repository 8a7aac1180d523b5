package org.activeobjects.internal.codec.custom;

import com.esotericsoftware.kryo.Serializer;

import org.activeobjects.active.StubObject;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.codec.jdk.JdkTypes;
import org.activeobjects.internal.codec.type.ClassShape;
import org.activeobjects.serial.ObjectSerializer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * The serializers of users, by class.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class CustomSerializers {

    /** What is in the place of the text of a shape, which such a class does not need. */
    public static final String SHAPE = "an ObjectSerializer";

    private final Map<Class<?>, ObjectSerializer<?>> byType = new HashMap<>();

    /**
     * Checks serializers.
     *
     * @param serializers all of them
     * @throws ActiveObjectException if one is for a class that cannot have one, or two are for the
     *     same class
     */
    public CustomSerializers(Collection<ObjectSerializer<?>> serializers) {
        for (ObjectSerializer<?> serializer : serializers) {
            Class<?> type = serializer.type();
            if (type == null) {
                throw new ActiveObjectException(
                        "serializer does not say for which class it is: serializer="
                                + serializer.getClass().getTypeName()
                                + "; have type() return it");
            }
            String problem = problemOf(type);
            ObjectSerializer<?> other = byType.put(type, serializer);
            if (other != null) {
                problem = "it has another one: " + other.getClass().getTypeName();
            }
            if (serializer.version() < 0) {
                problem = "its version is negative: " + serializer.version();
            }
            if (problem != null) {
                throw new ActiveObjectException(
                        "class cannot have this serializer: class="
                                + type.getTypeName()
                                + " serializer="
                                + serializer.getClass().getTypeName()
                                + ": "
                                + problem);
            }
        }
    }

    /**
     * The serializers that {@code ServiceLoader} finds.
     *
     * @return those of the context class loader
     */
    public static CustomSerializers found() {
        List<ObjectSerializer<?>> all = new ArrayList<>();
        for (ObjectSerializer<?> serializer : ServiceLoader.load(ObjectSerializer.class)) {
            all.add(serializer);
        }
        return new CustomSerializers(all);
    }

    private static String problemOf(Class<?> type) {
        if (type.isPrimitive() || type.isArray() || type.isEnum() || type == Object.class) {
            return "the class is no class of its own objects";
        } else if (Throwable.class.isAssignableFrom(type)
                || StubObject.class.isAssignableFrom(type)) {
            return "exceptions and stubs have a form of their own";
        } else if (ClassShape.isPlatform(type) && JdkTypes.isKnown(type)) {
            return "the runtime can send this class of the JDK by itself";
        }
        return null;
    }

    /**
     * The classes that have a serializer.
     *
     * @return all of them
     */
    public Collection<Class<?>> types() {
        return byType.keySet();
    }

    /**
     * The class under whose name instances of a class travel.
     *
     * @param type any class
     * @return the class whose serializer is for them, or {@code null} if there is none
     */
    public Class<?> typeFor(Class<?> type) {
        if (byType.isEmpty()) {
            return null;
        }
        if (byType.containsKey(type)) {
            return type;
        }
        for (Class<?> c = type.getSuperclass(); c != null; c = c.getSuperclass()) {
            if (covers(c)) {
                return c;
            }
        }
        return interfaceFor(type);
    }

    /** The one that extends the others; of several that do not, the one that is met first. */
    private Class<?> interfaceFor(Class<?> type) {
        Class<?> found = null;
        Deque<Class<?>> open = new ArrayDeque<>();
        open.add(type);
        while (!open.isEmpty()) {
            Class<?> c = open.poll();
            boolean fits = c.isInterface() && covers(c);
            if (fits && (found == null || found.isAssignableFrom(c))) {
                found = c;
            }
            open.addAll(List.of(c.getInterfaces()));
            if (c.getSuperclass() != null) {
                open.add(c.getSuperclass());
            }
        }
        return found;
    }

    private boolean covers(Class<?> type) {
        ObjectSerializer<?> serializer = byType.get(type);
        return serializer != null && serializer.coversSubclasses();
    }

    /**
     * A serializer of a user, for the engine.
     *
     * @param type one of {@link #types}
     * @return what runs it
     */
    public Serializer<Object> serializerOf(Class<?> type) {
        return new CustomSerializer(byType.get(type));
    }
}
