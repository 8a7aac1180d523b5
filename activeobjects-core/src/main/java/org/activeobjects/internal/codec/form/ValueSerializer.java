package org.activeobjects.internal.codec.form;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.codec.wire.WireInput;

import java.util.function.Function;

/**
 * A type whose values are written in one step, given as two functions.
 *
 * @param <T> the type
 */
public final class ValueSerializer<T> extends Serializer<T> {

    /**
     * Writes a value.
     *
     * @param <T> its type
     */
    @FunctionalInterface
    public interface Writer<T> {

        /**
         * Writes one.
         *
         * @param kryo engine in use
         * @param output where to
         * @param value the value
         */
        void write(Kryo kryo, Output output, T value);
    }

    /**
     * Reads a value.
     *
     * @param <T> its type
     */
    @FunctionalInterface
    public interface Reader<T> {

        /**
         * Reads one.
         *
         * @param kryo engine in use
         * @param input where from
         * @return the value
         */
        T read(Kryo kryo, WireInput input);
    }

    /**
     * Copies a value.
     *
     * @param <T> its type
     */
    @FunctionalInterface
    public interface Copier<T> {

        /**
         * Copies one.
         *
         * @param kryo engine in use
         * @param original the value
         * @return what a call within the JVM passes in its place
         */
        T copy(Kryo kryo, T original);
    }

    private final Writer<? super T> writer;
    private final Reader<? extends T> reader;
    private final Copier<T> copier;

    private ValueSerializer(
            Writer<? super T> writer, Reader<? extends T> reader, Copier<T> copier) {
        super(false, copier == null);
        this.writer = writer;
        this.reader = reader;
        this.copier = copier;
    }

    /**
     * A type whose values never change, and so need no copy.
     *
     * @param writer writes one
     * @param reader reads one
     * @param <T> the type
     * @return a new serializer
     */
    public static <T> ValueSerializer<T> immutable(
            Writer<? super T> writer, Reader<? extends T> reader) {
        return new ValueSerializer<>(writer, reader, null);
    }

    /**
     * A type that is written as its text.
     *
     * @param format gives the text
     * @param parse makes the value of it
     * @param <T> the type
     * @return a new serializer
     */
    public static <T> ValueSerializer<T> text(
            Function<? super T, String> format, Function<String, ? extends T> parse) {
        return immutable(
                (kryo, out, value) -> out.writeString(format.apply(value)),
                (kryo, in) -> parse.apply(in.readText()));
    }

    /**
     * A type whose values can change.
     *
     * @param writer writes one
     * @param reader reads one
     * @param copier copies one
     * @param <T> the type
     * @return a new serializer
     */
    public static <T> ValueSerializer<T> mutable(
            Writer<? super T> writer, Reader<? extends T> reader, Copier<T> copier) {
        return new ValueSerializer<>(writer, reader, copier);
    }

    /**
     * A type whose values are made last, of values that can change.
     *
     * @param writer writes one
     * @param reader reads one
     * @param copier copies one
     * @param <T> the type
     * @return a new serializer
     */
    public static <T> ValueSerializer<T> whole(
            Writer<? super T> writer, Reader<? extends T> reader, Copier<T> copier) {
        return new ValueSerializer<>(
                (kryo, out, value) -> {
                    Graph.of(kryo).openWhole(value);
                    writer.write(kryo, out, value);
                    Graph.of(kryo).closeWhole();
                },
                reader,
                copier);
    }

    @Override
    public void write(Kryo kryo, Output output, T value) {
        writer.write(kryo, output, value);
    }

    @Override
    public T read(Kryo kryo, Input input, Class<? extends T> type) {
        return reader.read(kryo, (WireInput) input);
    }

    @Override
    public T copy(Kryo kryo, T original) {
        return copier == null ? original : copier.copy(kryo, original);
    }
}
