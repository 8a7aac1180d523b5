package org.activeobjects.internal.codec.hook;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.type.FieldSlot;
import org.activeobjects.internal.codec.wire.WireInput;

/** Hooks that write into a message, and read from one. */
final class WireEnds {

    private WireEnds() {}

    record Sink(Kryo kryo, Output bytes) implements HookSink {

        @Override
        public void object(Object value) {
            kryo.writeClassAndObject(bytes, value);
        }

        @Override
        public void fields(Object owner, HookMethods.Level level) {
            for (FieldSlot slot : level.slots()) {
                slot.write(kryo, bytes, owner);
            }
        }
    }

    record Source(Kryo kryo, WireInput bytes, int end) implements HookSource {

        @Override
        public int left() {
            return Math.min(bytes.left(), Math.max(0, end - bytes.position()));
        }

        @Override
        public Object object() {
            return kryo.readClassAndObject(bytes);
        }

        @Override
        public void fields(Object owner, HookMethods.Level level) {
            for (FieldSlot slot : level.slots()) {
                slot.read(kryo, bytes, owner);
            }
        }
    }

    /** What it reads is bounded by what hooks have written, and by the message, whoever asks. */
    static HookSource source(Kryo kryo, Input input, int end) {
        return new Source(kryo, (WireInput) input, end);
    }
}
