package org.activeobjects.internal.codec.custom;

import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.serial.ObjectWriter;

import java.util.function.Consumer;

/** Writes numbers and texts into bytes, and hands objects on. */
record BytesWriter(Output bytes, Consumer<Object> objects) implements ObjectWriter {

    @Override
    public void writeBoolean(boolean value) {
        bytes.writeBoolean(value);
    }

    @Override
    public void writeByte(byte value) {
        bytes.writeByte(value);
    }

    @Override
    public void writeShort(short value) {
        bytes.writeShort(value);
    }

    @Override
    public void writeChar(char value) {
        bytes.writeChar(value);
    }

    @Override
    public void writeInt(int value) {
        bytes.writeVarInt(value, false);
    }

    @Override
    public void writeLong(long value) {
        bytes.writeVarLong(value, false);
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
    public void writeText(String value) {
        bytes.writeString(value);
    }

    @Override
    public void writeObject(Object value) {
        objects.accept(value);
    }
}
