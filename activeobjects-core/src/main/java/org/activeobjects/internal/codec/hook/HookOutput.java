package org.activeobjects.internal.codec.hook;

import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.form.SerialFields;
import org.activeobjects.internal.codec.wire.CodecFault;

import java.io.IOException;
import java.io.NotActiveException;
import java.io.ObjectOutputStream;

/** The stream that hooks write to. It is no stream of Java's serialization but looks like one. */
final class HookOutput extends ObjectOutputStream {

    private final HookSink sink;
    private final Output bytes;
    private final Object owner;
    private final HookMethods.Level level;
    private SerialFields.Values fields;

    /** For one level of an object, or, with no level, for {@code writeExternal}. */
    HookOutput(HookSink sink, Object owner, HookMethods.Level level) throws IOException {
        this.sink = sink;
        this.bytes = sink.bytes();
        this.owner = owner;
        this.level = level;
    }

    @Override
    protected void writeObjectOverride(Object value) {
        sink.object(value);
    }

    @Override
    public void writeUnshared(Object value) {
        sink.object(value);
    }

    @Override
    public void defaultWriteObject() throws IOException {
        if (level == null) {
            throw new NotActiveException("only writeObject may call defaultWriteObject");
        }
        sink.fields(owner, level);
    }

    @Override
    public PutField putFields() throws IOException {
        if (level == null) {
            throw new NotActiveException("only writeObject may call putFields");
        }
        fields = fields == null ? new SerialFields.Values() : fields;
        return fields;
    }

    @Override
    public void writeFields() throws IOException {
        if (fields == null) {
            throw new NotActiveException("putFields was not called");
        }
        sink.values(fields.map());
    }

    @Override
    public void reset() throws IOException {
        throw new NotActiveException("a hook cannot reset the stream");
    }

    @Override
    public void write(int value) {
        bytes.writeByte(value);
    }

    @Override
    public void write(byte[] values) {
        bytes.writeBytes(values);
    }

    @Override
    public void write(byte[] values, int offset, int length) {
        bytes.writeBytes(values, offset, length);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    @Override
    public void writeBoolean(boolean value) {
        bytes.writeBoolean(value);
    }

    @Override
    public void writeByte(int value) {
        bytes.writeByte(value);
    }

    @Override
    public void writeShort(int value) {
        bytes.writeShort(value);
    }

    @Override
    public void writeChar(int value) {
        bytes.writeChar((char) value);
    }

    @Override
    public void writeInt(int value) {
        bytes.writeInt(value);
    }

    @Override
    public void writeLong(long value) {
        bytes.writeLong(value);
    }

    @Override
    public void writeFloat(float value) {
        bytes.writeFloat(value);
    }

    @Override
    public void writeDouble(double value) {
        bytes.writeDouble(value);
    }

    @Override
    public void writeBytes(String text) {
        for (int i = 0; i < text.length(); i++) {
            bytes.writeByte((byte) text.charAt(i));
        }
    }

    @Override
    public void writeChars(String text) {
        for (int i = 0; i < text.length(); i++) {
            bytes.writeChar(text.charAt(i));
        }
    }

    @Override
    public void writeUTF(String text) {
        if (text == null) {
            throw new CodecFault("java.lang.String", "writeUTF was given null", null);
        }
        bytes.writeString(text);
    }
}
