package org.activeobjects.internal.codec.jdk;

import static org.activeobjects.internal.codec.form.ValueSerializer.immutable;
import static org.activeobjects.internal.codec.form.ValueSerializer.mutable;
import static org.activeobjects.internal.codec.form.ValueSerializer.text;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.form.Registrar;
import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.codec.wire.WireInput;
import org.activeobjects.internal.codec.wire.WireOutput;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.UnknownHostException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/** What else of the JDK has a state that can be told: random numbers, counters, addresses. */
final class JdkOthers {

    private JdkOthers() {}

    static void register(Registrar to) {
        to.add(150, Random.class, randoms());
        to.add(
                151,
                InetAddress.class,
                immutable((k, out, a) -> write(out, a), (k, in) -> host(in)));
        to.add(152, InetSocketAddress.class, sockets());
        to.add(
                153,
                AtomicIntegerArray.class,
                mutable(
                        (kryo, out, array) -> kryo.writeObject(out, elements(array)),
                        (kryo, in) ->
                                new AtomicIntegerArray(Graph.of(kryo).readToCopy(int[].class)),
                        (kryo, array) -> new AtomicIntegerArray(elements(array))));
        to.add(
                154,
                AtomicLongArray.class,
                mutable(
                        (kryo, out, array) -> kryo.writeObject(out, elements(array)),
                        (kryo, in) -> new AtomicLongArray(Graph.of(kryo).readToCopy(long[].class)),
                        (kryo, array) -> new AtomicLongArray(elements(array))));
        to.add(
                155,
                LongAdder.class,
                mutable(
                        (kryo, out, adder) -> out.writeLong(adder.sum()),
                        (kryo, in) -> adder(in.readLong()),
                        (kryo, adder) -> adder(adder.sum())));
        to.add(
                156,
                DoubleAdder.class,
                mutable(
                        (kryo, out, adder) -> out.writeDouble(adder.sum()),
                        (kryo, in) -> adder(in.readDouble()),
                        (kryo, adder) -> adder(adder.sum())));
        registerRest(to);
    }

    private static void registerRest(Registrar to) {
        to.add(157, URL.class, text(URL::toExternalForm, JdkOthers::url));
        to.add(
                158,
                ThreadLocalRandom.class,
                immutable((k, out, random) -> {}, (k, in) -> ThreadLocalRandom.current()));
        to.add(
                159,
                SecureRandom.class,
                mutable(
                        (kryo, out, random) -> out.writeString(algorithmOf(random)),
                        (kryo, in) -> secure(in.readText()),
                        (kryo, random) -> secure(algorithmOf(random))));
        to.add(148, AtomicReferenceArray.class, references());
    }

    @SuppressWarnings("deprecation") // a URI takes less than a URL
    private static URL url(String text) {
        try {
            return new URL(text);
        } catch (MalformedURLException e) {
            throw noState(URL.class, e);
        }
    }

    /** Whose numbers come from the system, or from a seed of its own, is as good as another. */
    private static String algorithmOf(SecureRandom random) {
        String algorithm = random.getAlgorithm();
        if (algorithm.startsWith("NativePRNG") || algorithm.equals("DRBG")) {
            return algorithm;
        }
        throw new CodecFault(
                SecureRandom.class.getName(),
                "its seed is nobody's to know: algorithm=" + algorithm,
                "mark the field transient, or send a seed");
    }

    private static SecureRandom secure(String algorithm) {
        try {
            return SecureRandom.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw noState(SecureRandom.class, e);
        }
    }

    private static Serializer<AtomicReferenceArray<Object>> references() {
        return mutable(
                (kryo, out, array) -> {
                    ((WireOutput) out).writeCount(array.getClass(), array.length());
                    for (int i = 0; i < array.length(); i++) {
                        writeAt(kryo, out, i, array.get(i));
                    }
                },
                (kryo, in) -> {
                    AtomicReferenceArray<Object> array =
                            new AtomicReferenceArray<>(in.readCount(1));
                    kryo.reference(array);
                    for (int i = 0; i < array.length(); i++) {
                        array.set(i, kryo.readClassAndObject(in));
                    }
                    return array;
                },
                (kryo, original) -> {
                    AtomicReferenceArray<Object> copy =
                            new AtomicReferenceArray<>(original.length());
                    kryo.reference(copy);
                    for (int i = 0; i < copy.length(); i++) {
                        copy.set(i, copyAt(kryo, i, original.get(i)));
                    }
                    return copy;
                });
    }

    private static void writeAt(Kryo kryo, Output out, int index, Object element) {
        try {
            kryo.writeClassAndObject(out, element);
        } catch (RuntimeException e) {
            throw CodecFault.at(e, "[" + index + "]");
        }
    }

    private static Object copyAt(Kryo kryo, int index, Object element) {
        try {
            return kryo.copy(element);
        } catch (RuntimeException e) {
            throw CodecFault.at(e, "[" + index + "]");
        }
    }

    private static int[] elements(AtomicIntegerArray array) {
        int[] elements = new int[array.length()];
        Arrays.setAll(elements, array::get);
        return elements;
    }

    private static long[] elements(AtomicLongArray array) {
        long[] elements = new long[array.length()];
        Arrays.setAll(elements, array::get);
        return elements;
    }

    private static LongAdder adder(long sum) {
        LongAdder adder = new LongAdder();
        adder.add(sum);
        return adder;
    }

    private static DoubleAdder adder(double sum) {
        DoubleAdder adder = new DoubleAdder();
        adder.add(sum);
        return adder;
    }

    /** Goes on with the same numbers; only Java's own serialization can tell and set the state. */
    private static Serializer<Random> randoms() {
        return mutable(
                (kryo, out, random) -> {
                    byte[] state = stateOf(random);
                    out.writeVarInt(state.length, true);
                    out.writeBytes(state);
                },
                (kryo, in) -> random(in.readBytes(in.readCount(1))),
                (kryo, random) -> random(stateOf(random)));
    }

    private static byte[] stateOf(Random random) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(random);
        } catch (IOException e) {
            throw noState(Random.class, e);
        }
        return bytes.toByteArray();
    }

    private static Random random(byte[] state) {
        try (ObjectInputStream in = new Reader(new ByteArrayInputStream(state))) {
            in.setObjectInputFilter(JdkOthers::admit);
            return (Random) in.readObject();
        } catch (IOException | ClassNotFoundException | ClassCastException e) {
            throw noState(Random.class, e);
        }
    }

    /** Makes no class of a proxy before the filter is asked, for the JVM would keep it. */
    private static final class Reader extends ObjectInputStream {

        Reader(ByteArrayInputStream bytes) throws IOException {
            super(bytes);
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException {
            throw new InvalidClassException("a proxy is no Random");
        }
    }

    /** The bytes may be anybody's: nothing is made of them but the one object. */
    private static ObjectInputFilter.Status admit(ObjectInputFilter.FilterInfo what) {
        Class<?> type = what.serialClass();
        return type == Random.class || type == null && what.depth() <= 1
                ? ObjectInputFilter.Status.ALLOWED
                : ObjectInputFilter.Status.REJECTED;
    }

    private static CodecFault noState(Class<?> type, Exception why) {
        return new CodecFault(
                type.getName(), "not a state of it: " + why, "send a value in its place");
    }

    /** The name is that which it was made with, if any: nobody is asked for it, here or there. */
    private static void write(Output out, InetAddress address) {
        String text = address.toString();
        out.writeString(text.substring(0, text.indexOf('/')));
        byte[] bytes = address.getAddress();
        out.writeByte(bytes.length);
        out.writeBytes(bytes);
        if (address instanceof Inet6Address six) {
            out.writeVarInt(six.getScopeId(), true);
        }
    }

    private static InetAddress host(WireInput in) {
        String name = in.readText();
        byte[] bytes = in.readBytes(in.readByte() == 4 ? 4 : 16);
        try {
            InetAddress address = InetAddress.getByAddress(name.isEmpty() ? null : name, bytes);
            if (bytes.length == 4) {
                return address;
            }
            int scope = in.readVarInt(true);
            // What stands for an older address has become one.
            return address instanceof Inet6Address && scope != 0
                    ? Inet6Address.getByAddress(name.isEmpty() ? null : name, bytes, scope)
                    : address;
        } catch (UnknownHostException e) {
            throw noState(InetAddress.class, e);
        }
    }

    private static Serializer<InetSocketAddress> sockets() {
        return immutable(
                (kryo, out, socket) -> {
                    out.writeVarInt(socket.getPort(), true);
                    out.writeBoolean(socket.isUnresolved());
                    if (socket.isUnresolved()) {
                        out.writeString(socket.getHostString());
                    } else {
                        write(out, socket.getAddress());
                    }
                },
                (kryo, in) -> {
                    int port = in.readVarInt(true);
                    return in.readBoolean()
                            ? InetSocketAddress.createUnresolved(in.readText(), port)
                            : new InetSocketAddress(host(in), port);
                });
    }
}
