package org.activeobjects.internal.codec.hook;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.Graph;

import java.util.function.Function;

/**
 * Objects whose class has {@code writeReplace}: what it returns travels in their place, and is what
 * arrives, after its own {@code readResolve}.
 */
public final class ReplacementSerializer extends Serializer<Object> {

    private static final byte OTHER = 0;
    private static final byte SAME_CLASS = 1;
    private static final int MAX_REPLACEMENTS = 16;

    private final Function<Class<?>, Serializer<Object>> plain;
    private final Function<Class<?>, Serializer<Object>> any;

    /**
     * For all such classes.
     *
     * @param plain the serializer of a class as if it had no {@code writeReplace}; refuses one that
     *     may not be sent
     * @param any the same for a copy within the JVM, which may be of any class
     */
    public ReplacementSerializer(
            Function<Class<?>, Serializer<Object>> plain,
            Function<Class<?>, Serializer<Object>> any) {
        this.plain = plain;
        this.any = any;
    }

    @Override
    public void write(Kryo kryo, Output output, Object object) {
        Object replacement = replacementOf(object);
        if (!isReplacedAgain(replacement)) {
            output.writeByte(OTHER);
            Graph.of(kryo).openWhole(object);
            kryo.writeClassAndObject(output, replacement);
            Graph.of(kryo).closeWhole();
            return;
        }
        Class<?> type = replacement.getClass();
        output.writeByte(SAME_CLASS);
        kryo.writeClassAndObject(output, type);
        plain.apply(type).write(kryo, output, replacement);
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> wanted) {
        if (input.readByte() == OTHER) {
            return kryo.readClassAndObject(input);
        }
        if (kryo.readClassAndObject(input) instanceof Class<?> type) {
            return plain.apply(type).read(kryo, input, type);
        }
        throw new CodecFault(null, "class of a replacement is missing", null);
    }

    @Override
    public Object copy(Kryo kryo, Object original) {
        Object replacement = replacementOf(original);
        return isReplacedAgain(replacement)
                ? any.apply(replacement.getClass()).copy(kryo, replacement)
                : kryo.copy(replacement);
    }

    /** Replacements are replaced in turn until the class stays the same. */
    private static Object replacementOf(Object object) {
        Object current = object;
        for (int i = 0; i < MAX_REPLACEMENTS; i++) {
            Object next = HookMethods.of(current.getClass()).replacementOf(current);
            if (!isReplacedAgain(next) || next.getClass() == current.getClass()) {
                return next;
            }
            current = next;
        }
        throw new CodecFault(
                object.getClass().getTypeName(),
                "writeReplace comes to no end: replacements=" + MAX_REPLACEMENTS,
                "have it return an object of another class, or this");
    }

    private static boolean isReplacedAgain(Object replacement) {
        return replacement != null && HookMethods.of(replacement.getClass()).isReplaced();
    }
}
