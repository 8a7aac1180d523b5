package org.activeobjects.internal.codec.hook;

import com.esotericsoftware.kryo.io.Input;

import org.activeobjects.internal.codec.type.FieldSlot;
import org.activeobjects.internal.codec.wire.CodecFault;

import java.io.EOFException;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Where hooks read what hooks have written, in the same order. As with Java's serialization, a hook
 * need not read all: the rest of its level is passed over. It is the same for messages and copies.
 */
abstract class HookSource {

    /** What follows the bytes of a part; the values travel: never change one. */
    static final int END = 0;

    static final int OBJECT = 1;
    static final int FIELDS = 2;
    static final int VALUES = 3;

    private final Supplier<Object> scratch;
    private int kind;
    private int end;
    private int objects;

    /** What a hook may have caught: half a value is read, and nothing can follow it. */
    private Throwable failure;

    /** Makes instances, if need be, that are thrown away. */
    HookSource(Supplier<Object> scratch) {
        this.scratch = scratch;
    }

    /** Primitive values. */
    abstract Input bytes();

    /** Goes to the next part, and says by {@link #part} what it is. */
    abstract void next();

    /** Gives the object, or the values, that the part ends with. */
    abstract Object content();

    /** Sets the fields that the part ends with. */
    abstract void setFields(Object owner, HookMethods.Level level);

    /** Sets the fields of a level without hooks. */
    abstract void plain(Object owner, HookMethods.Level level);

    final void part(int newKind, int newEnd) {
        kind = newKind;
        end = newEnd;
    }

    /** Begins a level. */
    final void begin() {
        next();
    }

    /** Bytes of primitive values before the next object; less than 0 if too many were read. */
    final int left() {
        return end - bytes().position();
    }

    /** Gives an object, or {@code null}. */
    final Object object() throws IOException {
        require(kind == OBJECT, "an object");
        return taken(() -> objectAt(objects++));
    }

    private Object objectAt(int index) {
        try {
            return content();
        } catch (RuntimeException e) {
            throw CodecFault.at(e, stepOf(index));
        }
    }

    /** The step to an object that a hook has written, which may be in no field. */
    static String stepOf(int index) {
        return ".object[" + index + "]";
    }

    /** Sets the fields of one level of an object, from those that were written or named. */
    final void fields(Object owner, HookMethods.Level level) throws IOException {
        require(kind == FIELDS || kind == VALUES, "fields");
        taken(
                () -> {
                    if (kind == FIELDS) {
                        setFields(owner, level);
                    } else {
                        setNamed(owner, level, (Map<?, ?>) content());
                    }
                    return owner;
                });
    }

    private static void setNamed(Object owner, HookMethods.Level level, Map<?, ?> values) {
        for (FieldSlot slot : level.slots()) {
            if (values.containsKey(slot.name())) {
                slot.set(owner, values.get(slot.name()));
            }
        }
    }

    /** Takes what the part ends with, and goes to the next one. */
    private <T> T taken(Supplier<T> content) {
        CodecFault.rethrow(failure);
        try {
            T taken = content.get();
            next();
            return taken;
        } catch (RuntimeException | Error e) {
            failure = e;
            throw e;
        }
    }

    /** Gives values by the names of fields, from those that were named or written. */
    final Map<?, ?> values(HookMethods.Level level) throws IOException {
        require(kind == FIELDS || kind == VALUES, "fields");
        return taken(() -> kind == VALUES ? (Map<?, ?>) content() : fieldsByName(level));
    }

    private Map<String, Object> fieldsByName(HookMethods.Level level) {
        Object owner = scratch.get();
        setFields(owner, level);
        Map<String, Object> values = new HashMap<>();
        for (FieldSlot slot : level.slots()) {
            values.put(slot.name(), slot.get(owner));
        }
        return values;
    }

    private void require(boolean isThere, String what) throws IOException {
        if (left() != 0) {
            throw new StreamCorruptedException(
                    what + " read where bytes were written: bytesLeft=" + left());
        }
        if (!isThere) {
            throw kind == END
                    ? new EOFException("more is read than was written")
                    : new StreamCorruptedException(what + " read where something else was written");
        }
    }

    /** Ends the level, which is {@code null} for {@code readExternal}. */
    final void end(HookMethods.Level level) {
        CodecFault.rethrow(failure);
        while (kind != END) {
            bytes().setPosition(end);
            if (kind != FIELDS) {
                var _ = content();
            } else if (level != null) {
                setFields(scratch.get(), level);
            } else {
                throw new CodecFault(null, "fields of what is Externalizable", null);
            }
            next();
        }
        bytes().setPosition(end);
    }
}
