package org.activeobjects.internal.codec.jdk;

import com.esotericsoftware.kryo.Kryo;

import org.activeobjects.internal.codec.form.Registrar;
import org.activeobjects.internal.codec.form.SerialView;
import org.activeobjects.internal.codec.form.ValueSerializer;
import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.WireInput;

import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The comparators that {@code Comparator} and {@code Map.Entry} make: lambdas of the JDK. What
 * travels is which method has made one, by a number of ours, and of what; the receiver calls that
 * method. So neither side asks how the other's JDK has written it.
 *
 * <p><b>Source:</b> {@link SerializedLambda}, which Java's own serialization shows.
 */
final class JdkComparators {

    /** Written in the place of the classes of these, which nobody can name. */
    private static final class Made {}

    /** What a comparator was made of. */
    private record Part(String name, Class<?> type) {}

    /** A method that makes comparators, with its number on the wire. */
    private record Factory(
            int id,
            Class<?> owner,
            String method,
            List<Part> parts,
            Function<Object[], Comparator<?>> maker) {

        /** Where a lambda with values of these types has each part; null if it is of another. */
        int[] placesIn(List<Class<?>> captured) {
            int[] places = new int[parts.size()];
            List<Class<?>> left = new ArrayList<>(captured);
            for (int i = 0; i < places.length; i++) {
                places[i] = left.indexOf(parts.get(i).type());
                if (places[i] < 0) {
                    return null;
                }
                left.set(places[i], null);
            }
            return captured.size() == places.length ? places : null;
        }
    }

    private static final Part KEY_COMPARATOR = new Part("keyComparator", Comparator.class);

    private static final List<Factory> FACTORIES = factories();

    private JdkComparators() {}

    static void register(Registrar to) {
        to.add(
                103,
                Made.class,
                ValueSerializer.<Comparator<?>>whole(
                        (kryo, out, order) -> {
                            SerializedLambda lambda = lambdaOf(order);
                            Factory factory = factoryOf(order, lambda);
                            Object[] parts = partsOf(factory, lambda);
                            out.writeByte(factory.id());
                            for (int i = 0; i < parts.length; i++) {
                                try {
                                    kryo.writeClassAndObject(out, parts[i]);
                                } catch (RuntimeException e) {
                                    throw at(factory, i, e);
                                }
                            }
                        },
                        (kryo, in) -> read(kryo, in),
                        (kryo, order) -> copy(kryo, order)));
    }

    /** What a class of the JDK is written as, or null if it is none of these. */
    static Class<?> representativeOf(Class<?> type) {
        boolean isOne =
                type.isHidden()
                        && Comparator.class.isAssignableFrom(type)
                        && Stream.of(Comparator.class, Map.Entry.class)
                                .anyMatch(
                                        owner ->
                                                type.getName()
                                                        .startsWith(owner.getName() + "$$Lambda"));
        return isOne ? Made.class : null;
    }

    private static Comparator<?> read(Kryo kryo, WireInput in) {
        int id = in.readByte();
        for (Factory factory : FACTORIES) {
            if (factory.id() == id) {
                Object[] parts = new Object[factory.parts().size()];
                for (int i = 0; i < parts.length; i++) {
                    try {
                        parts[i] = kryo.readClassAndObject(in);
                    } catch (RuntimeException e) {
                        throw at(factory, i, e);
                    }
                }
                return make(factory, parts);
            }
        }
        throw new CodecFault("java.util.Comparator", "no such factory: number=" + id, null);
    }

    private static Comparator<?> copy(Kryo kryo, Comparator<?> order) {
        SerializedLambda lambda = lambdaOf(order);
        Factory factory = factoryOf(order, lambda);
        Object[] parts = partsOf(factory, lambda);
        boolean changed = false;
        for (int i = 0; i < parts.length; i++) {
            Object part = parts[i];
            try {
                parts[i] = kryo.copy(part);
            } catch (RuntimeException e) {
                throw at(factory, i, e);
            }
            changed |= parts[i] != part;
        }
        return changed ? make(factory, parts) : order;
    }

    private static CodecFault at(Factory factory, int part, RuntimeException problem) {
        return CodecFault.at(problem, "." + factory.parts().get(part).name());
    }

    private static SerializedLambda lambdaOf(Object order) {
        SerializedLambda lambda = SerialView.find(order, SerializedLambda.class);
        if (lambda == null) {
            throw unknown(order);
        }
        return lambda;
    }

    /** The name of a lambda begins with that of the method that it stands in. */
    private static Factory factoryOf(Object order, SerializedLambda lambda) {
        List<Class<?>> captured = capturedBy(lambda);
        for (Factory factory : FACTORIES) {
            if (lambda.getCapturingClass().equals(factory.owner().getName().replace('.', '/'))
                    && lambda.getImplMethodName().startsWith("lambda$" + factory.method() + "$")
                    && factory.placesIn(captured) != null) {
                return factory;
            }
        }
        throw unknown(order);
    }

    private static CodecFault unknown(Object order) {
        return new CodecFault(
                order.getClass().getTypeName(),
                "it is a lambda of the JDK that the codec does not know",
                "use a class of your own, or a lambda of your own whose type is Serializable");
    }

    /** Types of what a lambda has captured; an instance method's own object comes first. */
    private static List<Class<?>> capturedBy(SerializedLambda lambda) {
        List<Class<?>> declared =
                MethodType.fromMethodDescriptorString(
                                lambda.getImplMethodSignature(), Comparator.class.getClassLoader())
                        .parameterList();
        int compared = 2;
        List<Class<?>> types =
                new ArrayList<>(declared.subList(0, Math.max(0, declared.size() - compared)));
        if (types.size() < lambda.getCapturedArgCount()) {
            types.addFirst(Comparator.class);
        }
        return types.size() == lambda.getCapturedArgCount() ? types : List.of(Object.class);
    }

    private static Object[] partsOf(Factory factory, SerializedLambda lambda) {
        int[] places = factory.placesIn(capturedBy(lambda));
        Object[] parts = new Object[places.length];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = lambda.getCapturedArg(places[i]);
        }
        check(factory, parts);
        return parts;
    }

    private static Comparator<?> make(Factory factory, Object[] parts) {
        check(factory, parts);
        return factory.maker().apply(parts);
    }

    /** A peer may say anything; and a class that has its own method would make something else. */
    private static void check(Factory factory, Object[] parts) {
        for (int i = 0; i < parts.length; i++) {
            Part part = factory.parts().get(i);
            if (!part.type().isInstance(parts[i])) {
                throw new CodecFault(
                        "java.util.Comparator",
                        "not a part of " + factory.method() + ": " + part.name(),
                        null);
            }
        }
        if (factory.method().equals("thenComparing") && hasItsOwn(parts[0].getClass())) {
            throw new CodecFault(
                    parts[0].getClass().getTypeName(),
                    "it overrides thenComparing, so that what it has made cannot be made again",
                    "use a class of your own for the whole order");
        }
    }

    private static boolean hasItsOwn(Class<?> type) {
        try {
            return type.getMethod("thenComparing", Comparator.class).getDeclaringClass()
                    != Comparator.class;
        } catch (NoSuchMethodException e) {
            throw new AssertionError("every comparator has it", e);
        }
    }

    private static Factory factory(
            int id,
            Class<?> owner,
            String method,
            Function<Object[], Comparator<?>> maker,
            Part... parts) {
        return new Factory(id, owner, method, List.of(parts), maker);
    }

    private static Part extractor(Class<?> type) {
        return new Part("keyExtractor", type);
    }

    @SuppressWarnings("unchecked")
    private static Comparator<Object> order(Object part) {
        return (Comparator<Object>) part;
    }

    @SuppressWarnings("unchecked")
    private static Function<Object, Comparable<Object>> function(Object part) {
        return (Function<Object, Comparable<Object>>) part;
    }

    @SuppressWarnings("unchecked")
    private static List<Factory> factories() {
        Class<?> comparator = Comparator.class;
        Class<?> entry = Map.Entry.class;
        return List.of(
                factory(
                        1,
                        comparator,
                        "comparing",
                        parts -> Comparator.comparing(function(parts[0])),
                        extractor(Function.class)),
                factory(
                        2,
                        comparator,
                        "comparing",
                        parts -> Comparator.comparing(function(parts[0]), order(parts[1])),
                        extractor(Function.class),
                        KEY_COMPARATOR),
                factory(
                        3,
                        comparator,
                        "comparingInt",
                        parts -> Comparator.comparingInt((ToIntFunction<Object>) parts[0]),
                        extractor(ToIntFunction.class)),
                factory(
                        4,
                        comparator,
                        "comparingLong",
                        parts -> Comparator.comparingLong((ToLongFunction<Object>) parts[0]),
                        extractor(ToLongFunction.class)),
                factory(
                        5,
                        comparator,
                        "comparingDouble",
                        parts -> Comparator.comparingDouble((ToDoubleFunction<Object>) parts[0]),
                        extractor(ToDoubleFunction.class)),
                factory(
                        6,
                        comparator,
                        "thenComparing",
                        parts -> order(parts[0]).thenComparing(order(parts[1])),
                        new Part("first", comparator),
                        new Part("then", comparator)),
                factory(
                        7,
                        entry,
                        "comparingByKey",
                        _ -> Map.Entry.<Comparable<Object>, Object>comparingByKey()),
                factory(
                        8,
                        entry,
                        "comparingByValue",
                        _ -> Map.Entry.<Object, Comparable<Object>>comparingByValue()),
                factory(
                        9,
                        entry,
                        "comparingByKey",
                        parts -> Map.Entry.comparingByKey(order(parts[0])),
                        KEY_COMPARATOR),
                factory(
                        10,
                        entry,
                        "comparingByValue",
                        parts -> Map.Entry.comparingByValue(order(parts[0])),
                        new Part("valueComparator", comparator)));
    }
}
