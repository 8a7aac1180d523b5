package org.activeobjects.transport.object;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectStreamConstants;
import java.io.Serial;
import java.io.StreamCorruptedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * How much hashing the maps and sets in a message take, counted from its bytes before any of them
 * is made: a list that holds another one twice, which holds a third one twice, is a few bytes a
 * level, and each level doubles the time that its hash code takes.
 *
 * <p>What a map or set hashes are its keys, and in these what the collections and arrays of {@code
 * java.util} and the numbers of {@code java.math} hold, as often as it is held. Objects of other
 * classes count as one.
 *
 * <p>On the way it sees whether a number has the digits of another one, which it would copy.
 *
 * <p><b>Threading:</b> of one thread.
 *
 * <p><b>Source:</b> the grammar of Java's serialization, version 2.
 */
final class HashWork {

    private static final String COPIES = "java.util.CollSer"; // of List.of, Set.of and Map.of
    private static final String NUMBER = "java.math.BigInteger";

    /** Of the objects that a class writes, every first or second is hashed when they are read. */
    private static final Map<String, Integer> KEY_STEPS =
            Map.of("java.util.HashMap", 2, "java.util.HashSet", 1, COPIES, 1);

    private static final int LIST = 1;
    private static final int MAP = 3;
    private static final int LIST_WITH_NULLS = 4;

    private static final int MAX_DEPTH = 1000;
    private static final long NOT_COUNTED = -1;
    private static final Part LEAF = new Part(false);

    private final byte[] bytes;
    private final DataInputStream in;
    private final Predicate<String> isAllowed;
    private final Predicate<String> isFree;
    private final List<Object> handles = new ArrayList<>();
    private final List<Part> keys = new ArrayList<>();

    private HashWork(byte[] bytes, Predicate<String> isAllowed, Predicate<String> isFree) {
        this.bytes = bytes;
        this.isAllowed = isAllowed;
        this.in = new DataInputStream(new ByteArrayInputStream(bytes));
        this.isFree = isFree;
    }

    /** Whether objects of a class hash others when they are read, or copy what others have, too. */
    static boolean isOf(String className) {
        return KEY_STEPS.containsKey(className) || className.equals(NUMBER);
    }

    /**
     * Counts the objects that are hashed.
     *
     * @param bytes a message
     * @param isAllowed which classes may come in
     * @param isFree which of these may write what they like, so that nothing can be told any more
     * @param limit where to stop
     * @return how many, or a number beyond the limit; 0 if that cannot be told
     * @throws InvalidClassException if a class that may not come in writes what it likes
     * @throws IOException if the message breaks the grammar
     */
    static long count(
            byte[] bytes, Predicate<String> isAllowed, Predicate<String> isFree, long limit)
            throws IOException {
        HashWork work = new HashWork(bytes, isAllowed, isFree);
        if (!work.readAll()) {
            return 0;
        }
        long count = 0;
        for (int i = 0; i < work.keys.size() && count <= limit; i++) {
            count += work.keys.get(i).count(limit);
        }
        return count;
    }

    /** An object, and what its hash code may be made of. */
    private static final class Part {
        private final boolean isOpen;
        private final List<Part> parts = new ArrayList<>(0);
        private long leaves = 1;
        private long count = NOT_COUNTED;

        Part(boolean isOpen) {
            this.isOpen = isOpen;
        }

        void add(Part part) {
            if (isOpen && part == LEAF) {
                leaves++;
            } else if (isOpen) {
                parts.add(part);
            }
        }

        /**
         * With all that is in it, as often as that is met on the way; one in itself is met once.
         */
        long count(long limit) {
            if (count == NOT_COUNTED) {
                count = 1;
                long sum = leaves;
                for (int i = 0; i < parts.size() && sum <= limit; i++) {
                    sum += parts.get(i).count(limit);
                }
                count = sum;
            }
            return count;
        }
    }

    /** What a message says of a class. */
    private static final class Shape {
        private final String name;
        private int flags;
        private String types = ""; // one character for each field
        private boolean hasOnlyATag;
        private Shape parent;
        private boolean isWhole;

        Shape(String name) {
            this.name = name;
        }

        boolean has(int flag) {
            return (flags & flag) != 0;
        }
    }

    /** Thrown where an object begins that may have written anything. */
    private static final class UntoldException extends IOException {
        @Serial private static final long serialVersionUID = 1;
    }

    private boolean readAll() throws IOException {
        try {
            in.skipNBytes(2 * Short.BYTES); // magic and version
            read(in.readByte(), 1);
            return true;
        } catch (UntoldException _) {
            return false;
        }
    }

    private StreamCorruptedException corrupted(String what) throws IOException {
        return new StreamCorruptedException(what + " at=" + (bytes.length - in.available()));
    }

    private Part read(int tag, int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw corrupted("too deep");
        }
        return switch (tag) {
            case ObjectStreamConstants.TC_NULL -> LEAF;
            case ObjectStreamConstants.TC_REFERENCE ->
                    referred() instanceof Part part ? part : LEAF;
            case ObjectStreamConstants.TC_STRING -> {
                in.skipNBytes(in.readUnsignedShort());
                yield known(LEAF);
            }
            case ObjectStreamConstants.TC_LONGSTRING -> {
                in.skipNBytes(in.readLong());
                yield known(LEAF);
            }
            case ObjectStreamConstants.TC_CLASSDESC, ObjectStreamConstants.TC_PROXYCLASSDESC -> {
                readShape(tag, depth);
                yield LEAF;
            }
            case ObjectStreamConstants.TC_CLASS -> {
                readShape(in.readByte(), depth);
                yield known(LEAF);
            }
            case ObjectStreamConstants.TC_ENUM -> {
                readShape(in.readByte(), depth);
                known(LEAF);
                yield read(in.readByte(), depth + 1); // its name
            }
            case ObjectStreamConstants.TC_ARRAY -> readArray(depth);
            case ObjectStreamConstants.TC_OBJECT -> readObject(depth);
            default -> throw corrupted("unknown kind=" + tag);
        };
    }

    private Part known(Part part) {
        handles.add(part);
        return part;
    }

    private Object referred() throws IOException {
        int handle = in.readInt() - ObjectStreamConstants.baseWireHandle;
        if (handle < 0 || handle >= handles.size()) {
            throw corrupted("unknown handle=" + handle);
        }
        return handles.get(handle);
    }

    private Part readArray(int depth) throws IOException {
        Shape shape = readShape(in.readByte(), depth);
        Part part = known(new Part(true));
        int length = in.readInt();
        if (length < 0) {
            throw corrupted("length=" + length);
        }
        char type = shape.name.length() < 2 ? 0 : shape.name.charAt(1);
        if (isObject(type)) {
            for (int i = 0; i < length; i++) {
                part.add(read(in.readByte(), depth + 1));
            }
        } else {
            in.skipNBytes((long) length * widthOf(type));
            part.leaves += length;
        }
        return part;
    }

    private Part readObject(int depth) throws IOException {
        Shape shape = readShape(in.readByte(), depth);
        boolean isOpen = shape.name.startsWith("java.util.") || shape.name.startsWith("java.math.");
        Part part = known(isOpen ? new Part(true) : LEAF);
        List<Shape> parents = new ArrayList<>();
        for (Shape of = shape; of != null; of = of.parent) {
            parents.addFirst(of);
            if (of.has(ObjectStreamConstants.SC_EXTERNALIZABLE)) {
                break; // writes those above it too
            }
        }
        for (Shape of : parents) {
            readData(of, part, depth);
        }
        return part;
    }

    private void readData(Shape shape, Part part, int depth) throws IOException {
        boolean isExternal = shape.has(ObjectStreamConstants.SC_EXTERNALIZABLE);
        boolean writes = isExternal || shape.has(ObjectStreamConstants.SC_WRITE_METHOD);
        if (writes && isFree.test(shape.name)) {
            throw new UntoldException();
        }
        if (writes && !isAllowed.test(shape.name)) {
            throw new InvalidClassException(shape.name, "not trusted");
        }
        int step = KEY_STEPS.getOrDefault(shape.name, 0);
        if (!isExternal) {
            for (char type : shape.types.toCharArray()) {
                if (isObject(type)) {
                    part.add(readField(shape, depth));
                } else if (shape.hasOnlyATag) {
                    step = stepOf(in.readInt());
                } else {
                    in.skipNBytes(widthOf(type));
                }
            }
        } else if (!shape.has(ObjectStreamConstants.SC_BLOCK_DATA)) {
            throw corrupted("written in the format of version 1");
        }
        if (writes) {
            readWritten(part, step, depth);
        }
    }

    private Part readField(Shape shape, int depth) throws IOException {
        int tag = in.readByte();
        if (tag == ObjectStreamConstants.TC_REFERENCE && shape.name.equals(NUMBER)) {
            throw corrupted("a number that shares its digits"); // each copies them
        }
        return read(tag, depth + 1);
    }

    private static int stepOf(int tag) {
        return switch (tag & 0xff) {
            case LIST, LIST_WITH_NULLS -> 0;
            case MAP -> 2;
            default -> 1;
        };
    }

    /** What a class has written by a method of its own, up to its end. */
    private void readWritten(Part part, int step, int depth) throws IOException {
        int objects = 0;
        for (int tag = in.readByte();
                tag != ObjectStreamConstants.TC_ENDBLOCKDATA;
                tag = in.readByte()) {
            if (tag == ObjectStreamConstants.TC_BLOCKDATA) {
                in.skipNBytes(in.readUnsignedByte());
            } else if (tag == ObjectStreamConstants.TC_BLOCKDATALONG) {
                in.skipNBytes(in.readInt());
            } else {
                Part written = read(tag, depth + 1);
                part.add(written);
                if (step > 0 && objects++ % step == 0) {
                    keys.add(written);
                }
            }
        }
    }

    private Shape readShape(int tag, int depth) throws IOException {
        if (tag == ObjectStreamConstants.TC_REFERENCE) {
            if (referred() instanceof Shape shape && shape.isWhole) {
                return shape;
            }
            throw corrupted("no class");
        }
        if (depth > MAX_DEPTH) {
            throw corrupted("too deep");
        }
        return switch (tag) {
            case ObjectStreamConstants.TC_CLASSDESC -> {
                Shape shape = new Shape(in.readUTF());
                in.skipNBytes(Long.BYTES); // serialVersionUID
                handles.add(shape);
                shape.flags = in.readUnsignedByte();
                readFields(shape, depth);
                yield withParent(shape, depth);
            }
            case ObjectStreamConstants.TC_PROXYCLASSDESC -> {
                Shape shape = new Shape("");
                handles.add(shape);
                for (int i = in.readInt(); i > 0; i--) {
                    in.skipNBytes(in.readUnsignedShort());
                }
                yield withParent(shape, depth);
            }
            default -> throw corrupted("no class");
        };
    }

    private void readFields(Shape shape, int depth) throws IOException {
        StringBuilder types = new StringBuilder();
        String name = "";
        for (int i = in.readUnsignedShort(); i > 0; i--) {
            char type = (char) in.readUnsignedByte();
            types.append(type);
            name = in.readUTF();
            if (isObject(type)) {
                read(in.readByte(), depth + 1);
            }
        }
        shape.types = types.toString();
        shape.hasOnlyATag =
                shape.name.equals(COPIES) && name.equals("tag") && shape.types.equals("I");
    }

    private Shape withParent(Shape shape, int depth) throws IOException {
        readWritten(LEAF, 0, depth); // beside the class
        int tag = in.readByte();
        shape.parent = tag == ObjectStreamConstants.TC_NULL ? null : readShape(tag, depth + 1);
        shape.isWhole = true;
        return shape;
    }

    private static boolean isObject(char type) {
        return type == 'L' || type == '[';
    }

    private int widthOf(char type) throws IOException {
        return switch (type) {
            case 'B', 'Z' -> Byte.BYTES;
            case 'C', 'S' -> Short.BYTES;
            case 'I', 'F' -> Integer.BYTES;
            case 'J', 'D' -> Long.BYTES;
            default -> throw corrupted("unknown type=" + type);
        };
    }
}
