package org.activeobjects.internal.fuzz;

import org.activeobjects.internal.codec.ClassFilter;
import org.activeobjects.internal.codec.Codec;
import org.activeobjects.internal.codec.ReferenceResolver;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.MathContext;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.text.DecimalFormat;
import java.time.DayOfWeek;
import java.time.temporal.WeekFields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;

/** A codec that admits classes with every kind of form, and values of each, to begin from. */
final class Specimen {

    static class Node {
        Object left;
        Object right;
        int number;
        String text;
        double[] array;
        Map<Object, Object> map = new HashMap<>();
    }

    record Pair(Object left, Object right) {}

    enum Colour {
        RED,
        GREEN
    }

    static class Hooked implements Serializable {
        private static final long serialVersionUID = 1;

        int number;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeUTF("text");
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            in.readUTF();
        }

        private Object readResolve() {
            return number == 0 ? new Hooked() : this;
        }
    }

    static class Written implements Externalizable {
        private static final long serialVersionUID = 1;

        @SuppressWarnings("serial")
        private Object object = "object";

        /** For who reads. */
        public Written() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeObject(object);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            object = in.readObject();
        }
    }

    static class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;

        @SuppressWarnings("serial")
        Object detail = List.of("detail");
    }

    interface Source extends Supplier<Object>, Serializable {}

    interface ToLength extends ToIntFunction<String>, Serializable {}

    private Specimen() {}

    static Codec codec() {
        ClassFilter filter = new ClassFilter(List.of());
        filter.admit(
                Specimen.class,
                Node.class,
                Pair.class,
                Colour.class,
                Hooked.class,
                Written.class,
                Failure.class);
        return new Codec(filter, new NoReferences());
    }

    @SuppressWarnings("JdkObsolete")
    static List<Object[]> values() {
        Node node = new Node();
        node.left = node;
        node.right = new Pair(node, List.of(1, "x"));
        node.text = "täxt";
        node.array = new double[] {1, 2};
        node.map.put("key", node);
        Object captured = new ArrayList<>(List.of(1));
        Source source = () -> captured;
        ToLength length = String::length;
        Comparator<String> order = Comparator.nullsFirst(Comparator.comparingInt(length));
        return List.of(
                new Object[] {node},
                new Object[] {1, 2L, 3.0, "x", null, true, 'c'},
                new Object[] {new HashMap<>(Map.of("a", 1)), new TreeMap<>(Map.of(1, 2))},
                new Object[] {Set.of(1, 2), Map.of(1, 2), Arrays.asList(1, 2)},
                new Object[] {new Hashtable<>(Map.of("a", 1)), new Hooked(), new Written()},
                new Object[] {new Failure(), new IllegalStateException("x", new Error("y"))},
                new Object[] {new double[100], new int[][] {{1}}, new Object[] {1}},
                new Object[] {new BigDecimal("1.5E10"), Pattern.compile("a*", 2), Colour.RED},
                new Object[] {new EnumMap<>(Map.of(DayOfWeek.MONDAY, 1)), source, Node.class},
                new Object[] {
                    new ArrayBlockingQueue<>(9, true), new Semaphore(2), URI.create("x:y")
                },
                new Object[] {new ReentrantReadWriteLock().readLock(), new LinkedHashMap<>()},
                new Object[] {ByteBuffer.wrap(new byte[4], 1, 2), IntBuffer.allocate(3).mark()},
                new Object[] {new TreeSet<>(order), Map.Entry.comparingByKey(order.reversed())},
                new Object[] {new DecimalFormat("0.0"), WeekFields.ISO, MathContext.DECIMAL32});
    }

    /** No references go in or out. */
    private static final class NoReferences implements ReferenceResolver {

        @Override
        public Object toWire(Object stubOrFuture, List<Object> travellers) {
            return null;
        }

        @Override
        public Object fromWire(Object wire, Object[] attachments) {
            throw new IllegalArgumentException("no reference: " + wire);
        }
    }
}
