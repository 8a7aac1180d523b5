package org.activeobjects.internal.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.custom.CustomSerializers;
import org.activeobjects.internal.codec.hook.LambdaSerializer;
import org.activeobjects.internal.codec.hook.PlatformThrowable;
import org.activeobjects.internal.codec.hook.ReplacementSerializer;
import org.activeobjects.internal.codec.jdk.JdkTypes;
import org.activeobjects.internal.codec.type.ThrowableSerializer;
import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.codec.wire.Limits;
import org.activeobjects.internal.codec.wire.WireInput;
import org.activeobjects.internal.codec.wire.WireOutput;

import java.lang.invoke.SerializedLambda;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/** One Kryo with its buffers, used by one thread at a time and kept between uses. */
final class GraphEngine {

    private static final int MAX_FAILURES = 64;

    static {
        KryoStart.quietly();
    }

    final WireOutput output;
    final WireInput input;
    final ClassIds classes;
    private final Graph kryo;
    private int failures;

    GraphEngine(
            ClassFilter filter,
            ReferenceResolver references,
            CustomSerializers custom,
            ClassNumbers numbers,
            Limits limits,
            ThrowableSerializer.Nested nested) {
        output = new WireOutput(limits);
        input = new WireInput(limits);
        classes = new ClassIds(filter, custom, numbers);
        kryo = new Graph(classes, limits, input, filter::admits);
        kryo.register(StubMark.class, new ReferenceSerializer(references), ClassIds.REFERENCE);
        kryo.register(
                Throwable.class,
                new ThrowableSerializer(filter::loadThrowable, nested, new PlatformThrowable()),
                ClassIds.THROWABLE);
        kryo.register(Class.class, new ClassSerializer(filter), ClassIds.CLASS);
        kryo.register(
                ReplacementSerializer.class,
                new ReplacementSerializer(classes::plainOf, ClassIds::plain),
                ClassIds.REPLACED);
        kryo.register(
                SerializedLambda.class,
                new LambdaSerializer(filter::load, filter::find),
                ClassIds.LAMBDA);
        JdkTypes.serializers()
                .forEach(
                        (type, serializer) -> kryo.register(type, serializer, JdkTypes.idOf(type)));
        classes.complete();
    }

    Graph kryo() {
        return kryo;
    }

    /**
     * Says what becomes of this engine when it had to stop halfway.
     *
     * @return this engine, or {@code null} if it is to be used no more: Kryo keeps a few numbers of
     *     every graph that it did not finish, and after a stack overflow nothing is sure
     */
    GraphEngine afterFailure(Throwable thrown) {
        failures++;
        boolean sure =
                thrown instanceof RuntimeException
                        && !(thrown.getCause() instanceof VirtualMachineError);
        return sure && failures < MAX_FAILURES ? this : null;
    }

    /** Forgets the last message; what it referred to can be collected. */
    void reset() {
        kryo.reset();
        output.release();
        input.release();
    }

    /** Those that are not in use. Any thread may take one, and need not give it back. */
    static final class Pool {

        private static final int SIZE =
                Integer.highestOneBit(Math.max(8, Runtime.getRuntime().availableProcessors() * 4));

        private final AtomicReferenceArray<GraphEngine> idle = new AtomicReferenceArray<>(SIZE);
        private final Supplier<GraphEngine> maker;

        Pool(Supplier<GraphEngine> maker) {
            this.maker = maker;
        }

        GraphEngine take() {
            int start = (int) Thread.currentThread().threadId();
            for (int i = 0; i < SIZE; i++) {
                int slot = (start + i) & (SIZE - 1);
                GraphEngine engine = idle.get(slot);
                if (engine != null && idle.compareAndSet(slot, engine, null)) {
                    return engine;
                }
            }
            return maker.get();
        }

        /** Null is what {@link #afterFailure} gave for one that is to be used no more. */
        void giveBack(GraphEngine engine) {
            if (engine == null) {
                return;
            }
            engine.reset();
            int start = (int) Thread.currentThread().threadId();
            for (int i = 0; i < SIZE; i++) {
                int slot = (start + i) & (SIZE - 1);
                if (idle.get(slot) == null && idle.compareAndSet(slot, null, engine)) {
                    return;
                }
            }
        }
    }

    /** Has the number of the references; never has an instance. */
    private static final class StubMark {}

    /** What is passed by reference. */
    private static final class ReferenceSerializer extends Serializer<Object> {

        private final ReferenceResolver references;

        ReferenceSerializer(ReferenceResolver references) {
            this.references = references;
        }

        @Override
        public void write(Kryo kryo, Output out, Object reference) {
            kryo.writeClassAndObject(
                    out,
                    known(
                            references.toWire(reference, ((WireOutput) out).travellers()),
                            reference));
        }

        @Override
        public Object read(Kryo kryo, Input in, Class<? extends Object> type) {
            Object wire = kryo.readClassAndObject(in);
            if (wire == null) {
                throw new CodecFault(null, "reference is missing", null);
            }
            return references.fromWire(wire, ((WireInput) in).attachments());
        }

        @Override
        public Object copy(Kryo kryo, Object reference) {
            return known(references.toLocal(reference), reference);
        }

        private static Object known(Object replacement, Object reference) {
            if (replacement == null) {
                throw new CodecFault(
                        reference.getClass().getTypeName(),
                        "it is no reference that this runtime knows",
                        "send the value in its place");
            }
            return replacement;
        }
    }

    /** Classes as values, by name: those of the JDK, and those whose instances may be sent. */
    private static final class ClassSerializer extends Serializer<Class<?>> {

        private final ClassFilter filter;

        ClassSerializer(ClassFilter filter) {
            super(false, true);
            this.filter = filter;
        }

        @Override
        public void write(Kryo kryo, Output out, Class<?> type) {
            filter.checkNamed(type);
            out.writeString(type.isPrimitive() ? type.descriptorString() : type.getName());
        }

        @Override
        public Class<?> read(Kryo kryo, Input in, Class<? extends Class<?>> type) {
            String name = in.readString();
            if (name == null) {
                throw new CodecFault("java.lang.Class", "name is missing", null);
            }
            return name.length() == 1 ? primitive(name) : filter.loadNamed(name);
        }

        private static Class<?> primitive(String descriptor) {
            Class<?> type = Class.forPrimitiveName(nameOf(descriptor.charAt(0)));
            if (type == null) {
                throw new CodecFault("java.lang.Class", "no such type: " + descriptor, null);
            }
            return type;
        }

        private static String nameOf(char descriptor) {
            return switch (descriptor) {
                case 'Z' -> "boolean";
                case 'B' -> "byte";
                case 'C' -> "char";
                case 'S' -> "short";
                case 'I' -> "int";
                case 'J' -> "long";
                case 'F' -> "float";
                case 'D' -> "double";
                default -> "void";
            };
        }
    }
}
