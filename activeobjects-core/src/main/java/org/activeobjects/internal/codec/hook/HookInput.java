package org.activeobjects.internal.codec.hook;

import com.esotericsoftware.kryo.io.Input;

import org.activeobjects.internal.codec.form.GivenFields;

import java.io.EOFException;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.NotActiveException;
import java.io.ObjectInputStream;
import java.io.ObjectInputValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The stream that hooks read from: what {@link HookOutput} took, in the same order. */
final class HookInput extends ObjectInputStream {

    private final HookSource source;
    private final Input bytes;
    private final Object owner;
    private final HookMethods.Level level;
    private final List<ObjectInputValidation> validations = new ArrayList<>();

    /** For one level of an object, or, with no level, for {@code readExternal}. */
    HookInput(HookSource source, Object owner, HookMethods.Level level) throws IOException {
        this.source = source;
        this.bytes = source.bytes();
        this.owner = owner;
        this.level = level;
    }

    /** Runs what the hook has registered: here once its object is there, not the whole graph. */
    void validate() throws InvalidObjectException {
        for (ObjectInputValidation validation : validations) {
            validation.validateObject();
        }
    }

    @Override
    protected Object readObjectOverride() throws IOException {
        return source.object();
    }

    @Override
    public Object readUnshared() throws IOException {
        return source.object();
    }

    @Override
    public void defaultReadObject() throws IOException {
        if (level == null) {
            throw new NotActiveException("only readObject may call defaultReadObject");
        }
        source.fields(owner, level);
    }

    @Override
    public GetField readFields() throws IOException {
        if (level == null) {
            throw new NotActiveException("only readObject may call readFields");
        }
        return new GivenFields.Values(source.values(level));
    }

    @Override
    public void registerValidation(ObjectInputValidation validation, int priority)
            throws InvalidObjectException {
        if (validation == null) {
            throw new InvalidObjectException("null validation");
        }
        validations.add(validation);
    }

    @Override
    public int read() {
        return source.left() <= 0 ? -1 : bytes.readByteUnsigned();
    }

    @Override
    public int read(byte[] values, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, values.length);
        int count = Math.min(length, source.left());
        if (count <= 0 && length > 0) {
            return -1;
        }
        bytes.readBytes(values, offset, count);
        return count;
    }

    @Override
    public int available() {
        return Math.max(0, source.left());
    }

    @Override
    public void close() {}

    @Override
    public boolean readBoolean() throws EOFException {
        return next(1).readBoolean();
    }

    @Override
    public byte readByte() throws EOFException {
        return next(1).readByte();
    }

    @Override
    public int readUnsignedByte() throws EOFException {
        return next(1).readByteUnsigned();
    }

    @Override
    public short readShort() throws EOFException {
        return next(2).readShort();
    }

    @Override
    public int readUnsignedShort() throws EOFException {
        return next(2).readShortUnsigned();
    }

    @Override
    public char readChar() throws EOFException {
        return next(2).readChar();
    }

    @Override
    public int readInt() throws EOFException {
        return next(4).readInt();
    }

    @Override
    public long readLong() throws EOFException {
        return next(8).readLong();
    }

    @Override
    public float readFloat() throws EOFException {
        return next(4).readFloat();
    }

    @Override
    public double readDouble() throws EOFException {
        return next(8).readDouble();
    }

    @Override
    public void readFully(byte[] values) throws IOException {
        readFully(values, 0, values.length);
    }

    @Override
    public void readFully(byte[] values, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, values.length);
        next(length).readBytes(values, offset, length);
    }

    /** The bytes, if so many are left of what was written. */
    private Input next(int length) throws EOFException {
        if (length > source.left()) {
            throw new EOFException("asked=" + length + " left=" + source.left());
        }
        return bytes;
    }

    @Override
    public int skipBytes(int length) {
        int count = Math.clamp(length, 0, available());
        bytes.skip(count);
        return count;
    }

    @Override
    public String readUTF() throws IOException {
        String text = bytes.readString();
        if (text == null || source.left() < 0) {
            throw new InvalidObjectException("a text was expected");
        }
        return text;
    }
}
