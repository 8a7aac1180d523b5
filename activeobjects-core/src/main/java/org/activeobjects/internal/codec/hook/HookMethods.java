package org.activeobjects.internal.codec.hook;

import org.activeobjects.internal.codec.type.ClassShape;
import org.activeobjects.internal.codec.type.FieldSlot;
import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.thrown.Thrown;

import java.io.EOFException;
import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.StreamCorruptedException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The hooks of one class, as the Java Object Serialization Specification names them. Only classes
 * that are {@code Serializable} and no enums have any.
 *
 * <p><b>Source:</b> that specification, sections 1.10, 2.5, 3.4 and 3.7. Not looked at: {@code
 * readObjectNoData}.
 */
public final class HookMethods {

    private static final ClassValue<HookMethods> ALL =
            new ClassValue<>() {
                @Override
                protected HookMethods computeValue(Class<?> type) {
                    return new HookMethods(type);
                }
            };

    private final Class<?> type;
    private final Method writeReplace;
    private final Method readResolve;
    private final Constructor<?> publicConstructor;
    private final List<Level> levels;

    private HookMethods(Class<?> type) {
        this.type = type;
        boolean any =
                Serializable.class.isAssignableFrom(type)
                        && !Enum.class.isAssignableFrom(type) // a constant is its name
                        && !ClassShape.isPlatform(type);
        this.writeReplace = any ? inherited("writeReplace") : null;
        this.readResolve = any ? inherited("readResolve") : null;
        this.publicConstructor = any && isExternal() ? noArgumentsOf(type) : null;
        this.levels = any && !type.isRecord() ? levelsOf(type) : List.of();
    }

    /**
     * The hooks of a class.
     *
     * @param type any class
     * @return its hooks, which may be none
     */
    public static HookMethods of(Class<?> type) {
        return ALL.get(type);
    }

    /**
     * Whether another object is written in the place of an instance.
     *
     * @return true if the class has {@code writeReplace}
     */
    public boolean isReplaced() {
        return writeReplace != null;
    }

    /**
     * Whether the class writes or reads something by itself, or has another object put in the place
     * of one that was read.
     *
     * @return true if fields alone do not do
     */
    public boolean isHooked() {
        return readResolve != null
                || isExternal()
                || levels.stream()
                        .anyMatch(
                                level -> level.writeObject() != null || level.readObject() != null);
    }

    boolean isExternal() {
        return Externalizable.class.isAssignableFrom(type) && !type.isRecord();
    }

    List<Level> levels() {
        return levels;
    }

    Object replacementOf(Object object) {
        return call(writeReplace, object);
    }

    Object resolve(Object read) {
        return readResolve == null ? read : call(readResolve, read);
    }

    /** Refuses what a receiver could not make. */
    void checkExternal() {
        if (publicConstructor == null) {
            throw new CodecFault(
                    type.getTypeName(),
                    "it is Externalizable and has no public constructor without parameters",
                    "give it one");
        }
    }

    Externalizable newExternal() {
        checkExternal();
        try {
            return (Externalizable) publicConstructor.newInstance();
        } catch (InvocationTargetException e) {
            throw thrownBy("its constructor", e.getCause());
        } catch (InstantiationException | IllegalAccessException e) {
            throw new CodecFault(type.getTypeName(), "instance cannot be made: " + e, null, e);
        }
    }

    /** Runs a hook; a fault below it passes as it is. */
    Object call(Method hook, Object owner, Object... arguments) {
        try {
            return hook.invoke(owner, arguments);
        } catch (InvocationTargetException e) {
            throw thrownBy("its " + hook.getName(), e.getCause());
        } catch (IllegalAccessException e) {
            throw new AssertionError("hooks were made accessible", e);
        }
    }

    CodecFault thrownBy(String what, Throwable cause) {
        CodecFault below = CodecFault.known(cause);
        if (below != null) {
            return below;
        }
        boolean isOutOfStep =
                cause instanceof EOFException || cause instanceof StreamCorruptedException;
        String remedy = isOutOfStep ? "have what writes and what reads agree in their order" : null;
        return new CodecFault(
                type.getTypeName(), what + " threw: " + Thrown.textOf(cause), remedy, cause);
    }

    /** A hook that a subclass inherits if it could call it. */
    private Method inherited(String name) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            Method found = declared(c, name);
            if (found != null) {
                boolean reachable =
                        Modifier.isPublic(found.getModifiers())
                                || Modifier.isProtected(found.getModifiers())
                                || c == type
                                || !Modifier.isPrivate(found.getModifiers())
                                        && c.getPackage() == type.getPackage();
                return reachable && found.getReturnType() == Object.class ? open(found) : null;
            }
        }
        return null;
    }

    private static Method declared(Class<?> c, String name) {
        try {
            Method found = c.getDeclaredMethod(name);
            int without = Modifier.STATIC | Modifier.ABSTRACT;
            return (found.getModifiers() & without) == 0 ? found : null;
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private static Constructor<?> noArgumentsOf(Class<?> type) {
        try {
            return open(type.getConstructor());
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private static List<Level> levelsOf(Class<?> type) {
        List<FieldSlot> slots = ClassShape.of(type).fields();
        Deque<Level> levels = new ArrayDeque<>();
        for (Class<?> c = type; c != null && !ClassShape.isPlatform(c); c = c.getSuperclass()) {
            Class<?> level = c;
            levels.push(
                    new Level(
                            slots.stream().filter(slot -> slot.owner() == level).toList(),
                            hook(c, "writeObject", ObjectOutputStream.class),
                            hook(c, "readObject", ObjectInputStream.class)));
        }
        return List.copyOf(levels);
    }

    private static Method hook(Class<?> c, String name, Class<?> stream) {
        Method found = ClassShape.hookOf(c, name, stream);
        return found == null ? null : open(found);
    }

    private static <M extends AccessibleObject> M open(M member) {
        try {
            member.setAccessible(true);
            return member;
        } catch (InaccessibleObjectException e) {
            throw new CodecFault(null, "its module does not open its package", null, e);
        }
    }

    /**
     * One class of a hierarchy.
     *
     * @param slots its own fields
     * @param writeObject its hook, or {@code null}
     * @param readObject its hook, or {@code null}
     */
    record Level(List<FieldSlot> slots, Method writeObject, Method readObject) {

        boolean isPlain() {
            return writeObject == null && readObject == null;
        }
    }
}
