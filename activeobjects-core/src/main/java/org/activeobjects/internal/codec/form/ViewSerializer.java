package org.activeobjects.internal.codec.form;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.stub.BareConstructor;

import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Constructor;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What shows a collection, a map or an array that others may refer to as well: the view travels as
 * what is behind it, which keeps its class, its comparator and its order, and stays shared.
 *
 * <p>What is behind may refer to the view, so the view is made before it, empty, and shows it when
 * it is there.
 *
 * <p><b>Threading:</b> a view that is synchronized is locked while what is behind it is written or
 * copied, as it is by Java's own serialization.
 */
public final class ViewSerializer extends Serializer<Object> {

    /** Where a synchronized view has what it locks: itself. */
    private static final String LOCK = "mutex";

    private final Class<?> kind;
    private final Constructor<?> blank;
    private final Deque<Level> levels = new ArrayDeque<>();

    private final MethodHandle first;

    /** One class of the view that has fields: they are all what is behind it, but for the lock. */
    private record Level(List<String> fields, MethodHandle reader) {}

    /**
     * For one class of views.
     *
     * @param type the class, one of the JDK
     * @param kind what is behind an instance
     */
    public ViewSerializer(Class<?> type, Class<?> kind) {
        this.kind = kind;
        this.blank = BareConstructor.of(type);
        Class<?> top = type;
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            ObjectStreamClass form = ObjectStreamClass.lookup(c);
            if (form != null && form.getFields().length > 0) {
                List<String> names =
                        Arrays.stream(form.getFields()).map(ObjectStreamField::getName).toList();
                levels.push(new Level(names, SerialFields.readerOf(c)));
                top = c;
            }
        }
        this.first = SerialFields.writerOf(top);
    }

    @Override
    public void write(Kryo kryo, Output output, Object view) {
        Map<String, Object> fields = fieldsOf(view);
        locked(
                fields,
                () -> {
                    kryo.writeClassAndObject(output, sent(Graph.of(kryo), behind(fields)));
                    return null;
                });
    }

    /** A list must not fail for the class of its array, of which nobody else can know. */
    private static Object sent(Graph graph, Object behind) {
        return behind instanceof Object[] array && !graph.admits(array.getClass())
                ? Arrays.copyOf(array, array.length, Object[].class)
                : behind;
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        Object view = newBlank();
        kryo.reference(view);
        Object behind = kryo.readClassAndObject(input);
        if (!kind.isInstance(behind) || isBlank(kryo, behind)) {
            throw new CodecFault(
                    type.getTypeName(), "what it shows is no " + kind.getTypeName(), null);
        }
        show(view, behind);
        return view;
    }

    /** A view of itself, or of one around it, would never end. */
    private static boolean isBlank(Kryo kryo, Object behind) {
        return kryo.getSerializer(behind.getClass()) instanceof ViewSerializer views
                && views.behind(behind) == null;
    }

    @Override
    public Object copy(Kryo kryo, Object view) {
        Object copy = newBlank();
        kryo.reference(copy);
        Map<String, Object> fields = fieldsOf(view);
        show(copy, locked(fields, () -> kryo.copy(behind(fields))));
        return copy;
    }

    /**
     * What a view shows.
     *
     * @param view an instance of the class
     * @return the collection, map or array behind it
     */
    public Object behind(Object view) {
        return behind(fieldsOf(view));
    }

    private Object behind(Map<String, Object> fields) {
        for (String field : levels.getFirst().fields()) {
            if (!field.equals(LOCK)) {
                return fields.get(field);
            }
        }
        throw new AssertionError("a view has a field for what it shows");
    }

    private Map<String, Object> fieldsOf(Object view) {
        try {
            return SerialFields.of(view, first);
        } catch (Throwable e) {
            throw new CodecFault(
                    view.getClass().getTypeName(), "what it shows cannot be found", null, e);
        }
    }

    private static <T> T locked(Map<String, Object> fields, Supplier<T> task) {
        Object lock = fields.get(LOCK);
        if (lock == null) {
            return task.get();
        }
        synchronized (lock) {
            return task.get();
        }
    }

    private Object newBlank() {
        try {
            return blank.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new CodecFault(
                    blank.getDeclaringClass().getTypeName(),
                    "instance cannot be made: " + e,
                    null,
                    e);
        }
    }

    private void show(Object view, Object behind) {
        for (Level level : levels) {
            Map<String, Object> values = new HashMap<>();
            for (String field : level.fields()) {
                values.put(field, field.equals(LOCK) ? view : behind);
            }
            try {
                GivenFields.give(view, level.reader(), values);
            } catch (Throwable e) {
                throw new CodecFault(
                        view.getClass().getTypeName(),
                        "it cannot show a " + behind.getClass().getTypeName(),
                        null,
                        e);
            }
        }
    }
}
