package org.activeobjects.internal.codec.hook;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.type.FieldSlot;
import org.activeobjects.internal.codec.wire.CodecFault;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What the hooks of an object write when it is copied within this JVM. Objects are kept as they are
 * and copied when they are read, with the rest of the graph.
 */
final class Recording implements HookSink {

    private final Output bytes = new Output(64, -1);
    private final List<Part> parts = new ArrayList<>();

    /** What follows the bytes until a position: an object, or the values of fields. */
    private record Part(int kind, int end, Object content) {}

    private void add(int kind, Object content) {
        parts.add(new Part(kind, bytes.position(), content));
    }

    @Override
    public void plain(Object owner, HookMethods.Level level) {
        fields(owner, level);
    }

    @Override
    public void begin() {}

    @Override
    public Output bytes() {
        return bytes;
    }

    @Override
    public void object(Object value) {
        add(HookSource.OBJECT, value);
    }

    @Override
    public void fields(Object owner, HookMethods.Level level) {
        add(HookSource.FIELDS, level.slots().stream().map(slot -> slot.get(owner)).toArray());
    }

    @Override
    public void values(Map<String, Object> values) {
        add(HookSource.VALUES, values);
    }

    @Override
    public void end() {
        add(HookSource.END, null);
    }

    /** What reads all of it once. */
    HookSource replay(Kryo kryo, Supplier<Object> scratch) {
        Input input = new Input(bytes.getBuffer(), 0, bytes.position());
        return new Replay(kryo, input, parts.iterator(), scratch);
    }

    private static final class Replay extends HookSource {

        private final Kryo kryo;
        private final Input bytes;
        private final Iterator<Part> parts;
        private Object content;

        Replay(Kryo kryo, Input bytes, Iterator<Part> parts, Supplier<Object> scratch) {
            super(scratch);
            this.kryo = kryo;
            this.bytes = bytes;
            this.parts = parts;
        }

        @Override
        Input bytes() {
            return bytes;
        }

        @Override
        void next() {
            Part part = parts.next();
            content = part.content;
            part(part.kind, part.end);
        }

        @Override
        Object content() {
            return kryo.copy(content);
        }

        @Override
        void plain(Object owner, HookMethods.Level level) {
            next();
            setFields(owner, level);
        }

        @Override
        void setFields(Object owner, HookMethods.Level level) {
            Object[] values = (Object[]) content;
            int i = 0;
            for (FieldSlot slot : level.slots()) {
                try {
                    slot.set(owner, kryo.copy(values[i++]));
                } catch (RuntimeException e) {
                    throw CodecFault.at(e, "." + slot.name());
                }
            }
        }
    }
}
