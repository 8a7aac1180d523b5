package org.activeobjects.internal.codec.hook;

import org.activeobjects.internal.codec.form.GivenFields;
import org.activeobjects.internal.codec.form.SerialFields;
import org.activeobjects.internal.codec.type.ClassShape;
import org.activeobjects.internal.codec.type.ThrowableSerializer;

import java.io.ObjectStreamClass;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the JDK's classes of an exception have besides what every exception has, also where a user's
 * class extends them. Their fields cannot be read by reflection; the default forms of Java's own
 * serialization read and set those that are not transient, by name, and run none of their code.
 *
 * <p>The means is {@link SerialFields}.
 *
 * <p><b>Threading:</b> safe.
 */
public final class PlatformThrowable implements ThrowableSerializer.Platform {

    private static final ClassValue<List<Level>> LEVELS =
            new ClassValue<>() {
                @Override
                protected List<Level> computeValue(Class<?> type) {
                    return levelsOf(type);
                }
            };

    private static final Level EVERY = levelOf(Throwable.class);

    /** Knows the exceptions of every JDK. */
    public PlatformThrowable() {}

    @Override
    public String givenMessageOf(Throwable thrown) {
        if (thrown.getClass() == NullPointerException.class) {
            return thrown.getMessage(); // the JVM reads it off the code that threw, here alone
        }
        return (String) EVERY.take(thrown).get("detailMessage");
    }

    @Override
    public Map<String, Object> fieldsOf(Throwable thrown) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (Level level : LEVELS.get(thrown.getClass())) {
            level.take(thrown)
                    .forEach(
                            (name, value) -> {
                                if (value != null) {
                                    fields.put(level.prefix() + name, value);
                                }
                            });
        }
        return fields;
    }

    @Override
    public void restore(Throwable thrown, Map<String, Object> fields) {
        for (Level level : LEVELS.get(thrown.getClass())) {
            Map<String, Object> values = new HashMap<>();
            fields.forEach(
                    (name, value) -> {
                        if (name.startsWith(level.prefix())) {
                            values.put(name.substring(level.prefix().length()), value);
                        }
                    });
            if (!values.isEmpty()) {
                level.give(thrown, values);
            }
        }
    }

    private static List<Level> levelsOf(Class<?> type) {
        List<Level> levels = new ArrayList<>();
        for (Class<?> c = type; c != Throwable.class; c = c.getSuperclass()) {
            Level level = ClassShape.isPlatform(c) ? levelOf(c) : null;
            if (level != null) {
                levels.add(level);
            }
        }
        return List.copyOf(levels);
    }

    private static Level levelOf(Class<?> type) {
        if (ObjectStreamClass.lookup(type).getFields().length == 0) {
            return null;
        }
        MethodHandle write = SerialFields.writerOf(type);
        MethodHandle read = SerialFields.readerOf(type);
        return write == null || read == null ? null : new Level(type.getName() + "#", write, read);
    }

    /**
     * One class of the JDK above an exception; the prefix tells its fields from those of others.
     */
    private record Level(String prefix, MethodHandle write, MethodHandle read) {

        Map<String, Object> take(Throwable thrown) {
            try {
                return SerialFields.of(thrown, write);
            } catch (Throwable e) {
                return Map.of(); // the exception goes without them
            }
        }

        void give(Throwable thrown, Map<String, Object> values) {
            try {
                GivenFields.give(thrown, read, values);
            } catch (Throwable e) {
                return; // this JVM knows the class otherwise: its fields stay empty
            }
        }
    }
}
