package org.activeobjects.internal.codec.type;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.wire.Brief;
import org.activeobjects.internal.codec.wire.CodecFault;

import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/** One field of a class: primitive ones without boxes, those of a final class without its name. */
public final class FieldSlot {

    private final Field field;
    private final Class<?> holder;
    private final Class<?> type;
    private final boolean exact;

    FieldSlot(Field field, Class<?> holder) {
        this.field = field;
        this.holder = holder;
        this.type = field.getType();
        this.exact = isExact(type);
    }

    /** As a path shows it: {@code .super.x} if a subclass has a field of that name, too. */
    private String step() {
        StringBuilder step = new StringBuilder(".");
        for (Class<?> c = holder; c != owner(); c = c.getSuperclass()) {
            boolean hides =
                    Arrays.stream(c.getDeclaredFields())
                            .anyMatch(other -> other.getName().equals(name()));
            step.append(hides ? "super." : "");
        }
        return step.append(name()).toString();
    }

    /** The fields of a user's class that travel, those of superclasses first. */
    static List<Field> travellingOf(Class<?> type) {
        return levelsOf(type).stream()
                .flatMap(
                        level ->
                                Arrays.stream(level.getDeclaredFields())
                                        .filter(choiceOf(level))
                                        .sorted(Comparator.comparing(Field::getName)))
                .toList();
    }

    /**
     * Those that the class names in {@code serialPersistentFields}; else all but transient ones.
     */
    private static Predicate<Field> choiceOf(Class<?> level) {
        ObjectStreamField[] named = persistentOf(level);
        if (named == null) {
            return FieldSlot::isPlain;
        }
        return field ->
                !Modifier.isStatic(field.getModifiers())
                        && Arrays.stream(named)
                                .anyMatch(
                                        one ->
                                                one.getName().equals(field.getName())
                                                        && one.getType() == field.getType());
    }

    private static ObjectStreamField[] persistentOf(Class<?> level) {
        int needed = Modifier.PRIVATE | Modifier.STATIC | Modifier.FINAL;
        try {
            Field list = level.getDeclaredField("serialPersistentFields");
            boolean counts =
                    Serializable.class.isAssignableFrom(level)
                            && (list.getModifiers() & needed) == needed
                            && list.getType() == ObjectStreamField[].class
                            && list.trySetAccessible();
            return counts ? (ObjectStreamField[]) list.get(null) : null;
        } catch (NoSuchFieldException | IllegalAccessException e) {
            return null;
        }
    }

    /** The class and its superclasses that do not come with the JDK, the uppermost first. */
    static Deque<Class<?>> levelsOf(Class<?> type) {
        Deque<Class<?>> levels = new ArrayDeque<>();
        for (Class<?> c = type; c != null && !ClassShape.isPlatform(c); c = c.getSuperclass()) {
            levels.push(c);
        }
        return levels;
    }

    /** Whether it belongs to the instance and is not transient. */
    static boolean isPlain(Field field) {
        return (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0;
    }

    /**
     * Tells whether a value of the static type can be of no other class. Classes of users go by
     * name even so, because their shape is checked where the name is read.
     */
    static boolean isExact(Class<?> type) {
        return type.isArray()
                ? type.getComponentType().isPrimitive()
                : Modifier.isFinal(type.getModifiers())
                        && !type.isEnum()
                        && ClassShape.isPlatform(type);
    }

    /**
     * Its name.
     *
     * @return as in the source
     */
    public String name() {
        return field.getName();
    }

    Class<?> type() {
        return type;
    }

    /**
     * The class that declares it.
     *
     * @return the class
     */
    public Class<?> owner() {
        return field.getDeclaringClass();
    }

    /**
     * Its value.
     *
     * @param owner the object
     * @return the value, boxed if it is primitive
     */
    public Object get(Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw inaccessible(e);
        }
    }

    /**
     * Gives it a value.
     *
     * @param owner the object
     * @param value the value, boxed if it is primitive
     */
    public void set(Object owner, Object value) {
        try {
            field.set(owner, value);
        } catch (IllegalAccessException e) {
            throw inaccessible(e);
        }
    }

    /**
     * Writes its value.
     *
     * @param kryo engine in use
     * @param out where to
     * @param owner the object
     */
    public void write(Kryo kryo, Output out, Object owner) {
        try {
            if (type.isPrimitive()) {
                writePrimitive(out, owner);
            } else if (type == String.class) {
                out.writeString((String) field.get(owner));
            } else if (exact) {
                kryo.writeObjectOrNull(out, field.get(owner), type);
            } else {
                kryo.writeClassAndObject(out, field.get(owner));
            }
        } catch (RuntimeException e) {
            throw CodecFault.at(e, step());
        } catch (IllegalAccessException e) {
            throw inaccessible(e);
        }
    }

    /**
     * Reads its value.
     *
     * @param kryo engine in use
     * @param in where from
     * @param owner the object, which gets it
     */
    public void read(Kryo kryo, Input in, Object owner) {
        try {
            if (type.isPrimitive()) {
                readPrimitive(in, owner);
            } else if (type == String.class) {
                field.set(owner, in.readString());
            } else if (exact) {
                field.set(owner, kryo.readObjectOrNull(in, type));
            } else {
                field.set(owner, kryo.readClassAndObject(in));
            }
        } catch (RuntimeException e) {
            throw CodecFault.at(e, step());
        } catch (IllegalAccessException e) {
            throw inaccessible(e);
        }
    }

    /** Whether it can be written by {@link #writeNumber}. */
    boolean isNumber() {
        return type == int.class
                || type == long.class
                || type == double.class
                || type == boolean.class;
    }

    /**
     * As {@link #write}, of a field of the types that are sent most.
     *
     * @param to where to
     * @param owner the object
     */
    public void writeNumber(Brief to, Object owner) {
        try {
            if (type == int.class) {
                to.writeInt(field.getInt(owner));
            } else if (type == long.class) {
                to.writeLong(field.getLong(owner));
            } else if (type == double.class) {
                to.writeDouble(field.getDouble(owner));
            } else {
                to.writeBoolean(field.getBoolean(owner));
            }
        } catch (IllegalAccessException e) {
            throw inaccessible(e);
        }
    }

    /**
     * Reads what {@link #writeNumber} has written.
     *
     * @param from where from
     * @param owner the object, which gets it
     */
    public void readNumber(Brief from, Object owner) {
        try {
            if (type == int.class) {
                field.setInt(owner, from.readInt());
            } else if (type == long.class) {
                field.setLong(owner, from.readLong());
            } else if (type == double.class) {
                field.setDouble(owner, from.readDouble());
            } else {
                field.setBoolean(owner, from.readBoolean());
            }
        } catch (IllegalAccessException e) {
            throw inaccessible(e);
        }
    }

    void copy(Kryo kryo, Object from, Object to) {
        try {
            Object value = field.get(from);
            field.set(to, type.isPrimitive() || type == String.class ? value : kryo.copy(value));
        } catch (RuntimeException e) {
            throw CodecFault.at(e, step());
        } catch (IllegalAccessException e) {
            throw inaccessible(e);
        }
    }

    private static AssertionError inaccessible(IllegalAccessException e) {
        return new AssertionError("fields were made accessible", e);
    }

    private void writePrimitive(Output out, Object owner) throws IllegalAccessException {
        if (type == int.class) {
            out.writeVarInt(field.getInt(owner), false);
        } else if (type == long.class) {
            out.writeVarLong(field.getLong(owner), false);
        } else if (type == double.class) {
            out.writeDouble(field.getDouble(owner));
        } else if (type == boolean.class) {
            out.writeBoolean(field.getBoolean(owner));
        } else if (type == float.class) {
            out.writeFloat(field.getFloat(owner));
        } else if (type == byte.class) {
            out.writeByte(field.getByte(owner));
        } else if (type == short.class) {
            out.writeShort(field.getShort(owner));
        } else {
            out.writeChar(field.getChar(owner));
        }
    }

    private void readPrimitive(Input in, Object owner) throws IllegalAccessException {
        if (type == int.class) {
            field.setInt(owner, in.readVarInt(false));
        } else if (type == long.class) {
            field.setLong(owner, in.readVarLong(false));
        } else if (type == double.class) {
            field.setDouble(owner, in.readDouble());
        } else if (type == boolean.class) {
            field.setBoolean(owner, in.readBoolean());
        } else if (type == float.class) {
            field.setFloat(owner, in.readFloat());
        } else if (type == byte.class) {
            field.setByte(owner, in.readByte());
        } else if (type == short.class) {
            field.setShort(owner, in.readShort());
        } else {
            field.setChar(owner, in.readChar());
        }
    }
}
