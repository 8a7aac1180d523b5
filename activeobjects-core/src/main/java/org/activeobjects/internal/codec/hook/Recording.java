package org.activeobjects.internal.codec.hook;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.type.FieldSlot;
import org.activeobjects.internal.codec.wire.CodecFault;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * What the hooks of an object write when it is copied within this JVM. Objects are kept as they are
 * and copied when they are read, with the rest of the graph.
 */
final class Recording implements HookSink {

    private final Output bytes = new Output(64, -1);
    private final List<Object> objects = new ArrayList<>();

    @Override
    public Output bytes() {
        return bytes;
    }

    @Override
    public void object(Object value) {
        objects.add(value);
    }

    @Override
    public void fields(Object owner, HookMethods.Level level) {
        for (FieldSlot slot : level.slots()) {
            objects.add(slot.get(owner));
        }
    }

    /** What reads all of it once. */
    HookSource replay(Kryo kryo) {
        return new Replay(
                kryo, new Input(bytes.getBuffer(), 0, bytes.position()), objects.iterator());
    }

    private record Replay(Kryo kryo, Input bytes, Iterator<Object> objects) implements HookSource {

        @Override
        public int left() {
            return bytes.limit() - bytes.position();
        }

        @Override
        public Object object() {
            return kryo.copy(next());
        }

        @Override
        public void fields(Object owner, HookMethods.Level level) {
            for (FieldSlot slot : level.slots()) {
                slot.set(owner, kryo.copy(next()));
            }
        }

        private Object next() {
            if (!objects.hasNext()) {
                throw new CodecFault(null, "readObject reads more than writeObject wrote", null);
            }
            return objects.next();
        }
    }
}
