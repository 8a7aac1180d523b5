package org.activeobjects.internal.codec.custom;

import com.esotericsoftware.kryo.io.Input;

import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.serial.ObjectReader;

import java.util.function.Supplier;

/** Reads numbers and texts from bytes, and has objects given. */
record BytesReader(Graph graph, Input bytes, Supplier<Object> objects) implements ObjectReader {

    @Override
    public void made(Object object) {
        graph.reference(object);
    }

    @Override
    public boolean readBoolean() {
        return bytes.readBoolean();
    }

    @Override
    public byte readByte() {
        return bytes.readByte();
    }

    @Override
    public short readShort() {
        return bytes.readShort();
    }

    @Override
    public char readChar() {
        return bytes.readChar();
    }

    @Override
    public int readInt() {
        return bytes.readVarInt(false);
    }

    @Override
    public long readLong() {
        return bytes.readVarLong(false);
    }

    @Override
    public float readFloat() {
        return bytes.readFloat();
    }

    @Override
    public double readDouble() {
        return bytes.readDouble();
    }

    @Override
    public String readText() {
        return bytes.readString();
    }

    @Override
    public <V> V readObject(Class<V> type) {
        return type.cast(objects.get());
    }
}
