package org.activeobjects.internal.codec.hook;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.type.FieldSlot;
import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.WireInput;

import java.util.Map;
import java.util.function.Supplier;

/**
 * The two ends between which hooks write and read a message. Before each part stands how many bytes
 * it has and what follows them.
 */
final class WireEnds {

    private static final int KIND_BITS = 2;
    private static final int KIND = 3;

    private WireEnds() {}

    /** Writes into a message. */
    static final class Sink implements HookSink {

        private final Kryo kryo;
        private final Output bytes;
        private int start;
        private int objects;

        /** What a hook may have caught: half a value is written, and nothing may follow it. */
        private Throwable failure;

        Sink(Kryo kryo, Output bytes) {
            this.kryo = kryo;
            this.bytes = bytes;
        }

        @Override
        public void plain(Object owner, HookMethods.Level level) {
            for (FieldSlot slot : level.slots()) {
                slot.write(kryo, bytes, owner);
            }
        }

        @Override
        public void begin() {
            bytes.writeInt(0);
            start = bytes.position();
        }

        private void close(int kind) {
            int end = bytes.position();
            bytes.setPosition(start - Integer.BYTES);
            bytes.writeInt((end - start) << KIND_BITS | kind);
            bytes.setPosition(end);
        }

        @Override
        public Output bytes() {
            return bytes;
        }

        @Override
        public void object(Object value) {
            int index = objects++;
            close(HookSource.OBJECT, () -> write(index, value));
        }

        private void write(int index, Object value) {
            try {
                kryo.writeClassAndObject(bytes, value);
            } catch (RuntimeException e) {
                throw CodecFault.at(e, HookSource.stepOf(index));
            }
        }

        @Override
        public void fields(Object owner, HookMethods.Level level) {
            close(HookSource.FIELDS, () -> plain(owner, level));
        }

        @Override
        public void values(Map<String, Object> values) {
            close(HookSource.VALUES, () -> kryo.writeClassAndObject(bytes, values));
        }

        private void close(int kind, Runnable content) {
            CodecFault.rethrow(failure);
            close(kind);
            try {
                content.run();
            } catch (RuntimeException | Error e) {
                failure = e;
                throw e;
            }
            begin();
        }

        @Override
        public void end() {
            CodecFault.rethrow(failure);
            close(HookSource.END);
        }
    }

    /** What it reads is bounded by what hooks have written, and by the message, whoever asks. */
    static final class Source extends HookSource {

        private final Kryo kryo;
        private final WireInput bytes;

        Source(Kryo kryo, WireInput bytes, Supplier<Object> scratch) {
            super(scratch);
            this.kryo = kryo;
            this.bytes = bytes;
        }

        @Override
        Input bytes() {
            return bytes;
        }

        @Override
        void next() {
            int head = bytes.readInt();
            int length = head >>> KIND_BITS;
            if (length > bytes.left()) {
                throw new CodecFault(
                        null,
                        "length exceeds the message: bytes=" + length + " left=" + bytes.left(),
                        null);
            }
            part(head & KIND, bytes.position() + length);
        }

        @Override
        Object content() {
            return kryo.readClassAndObject(bytes);
        }

        @Override
        void plain(Object owner, HookMethods.Level level) {
            setFields(owner, level);
        }

        @Override
        void setFields(Object owner, HookMethods.Level level) {
            for (FieldSlot slot : level.slots()) {
                slot.read(kryo, bytes, owner);
            }
        }
    }
}
