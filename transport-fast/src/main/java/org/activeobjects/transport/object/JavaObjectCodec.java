package org.activeobjects.transport.object;

import org.activeobjects.transport.error.ObjectCodecException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Java's own serialization, with a list of the classes that may come in.
 *
 * <p>Without further permission: strings, numbers and the other values of {@code java.lang}, {@code
 * java.math} and {@code java.time}, the collections of {@code java.util}, {@code UUID}, {@code
 * BitSet}, {@code Locale}, and arrays of all of these. Everything else is refused before an object
 * of it is made, with the line that would allow it. What may be sent is not restricted.
 *
 * <p>Depth and sizes are limited. All arrays of an object, tables of maps and sets included, may
 * have four elements for each byte that has come, or 1024; more are refused before they are made.
 * So is what would be hashed 64 times for each byte or 64 Mi times, as keys can that hold the same
 * collections again and again. What classes that were allowed read by methods of their own is
 * theirs, and a message with such is not counted.
 *
 * <p><b>Threading:</b> safe.
 */
public final class JavaObjectCodec implements ObjectCodec {

    /** The setting that lists what is allowed beside the defaults, separated by commas. */
    public static final String ALLOW_SETTING = "objects.allow";

    private static final int MAX_LENGTH = 64 << 20;
    private static final int MAX_DEPTH = 250;
    private static final int MAX_REFERENCES = 4 << 20;

    private static final String SHALLOW =
            "; send arrays or lists in place of objects that are linked to chains: no more than "
                    + MAX_DEPTH
                    + " may lie in each other";

    /**
     * Every element of an array is a byte or more of the message; the tables of maps and sets are
     * longer than what is in them, but not so much longer than its bytes.
     */
    private static final int ELEMENTS_PER_BYTE = 4;

    private static final int FEW_ELEMENTS = 1024;

    /** Objects hashed on the way: well below a second, or what a message without sharing takes. */
    private static final long FEW_HASHES = 64 << 20;

    private static final long HASHES_PER_BYTE = 64;

    private static final List<String> DEFAULTS =
            List.of(
                    "java.lang.Boolean",
                    "java.lang.Byte",
                    "java.lang.Character",
                    "java.lang.Short",
                    "java.lang.Integer",
                    "java.lang.Long",
                    "java.lang.Float",
                    "java.lang.Double",
                    "java.lang.Number",
                    "java.lang.String",
                    "java.lang.Object",
                    "java.lang.Enum",
                    "java.lang.Record",
                    "java.math.BigInteger",
                    "java.math.BigDecimal",
                    "java.math.MathContext",
                    "java.math.RoundingMode",
                    "java.time.*",
                    "java.util.ArrayList",
                    "java.util.LinkedList",
                    "java.util.ArrayDeque",
                    "java.util.HashMap",
                    "java.util.LinkedHashMap",
                    "java.util.TreeMap",
                    "java.util.EnumMap",
                    "java.util.HashSet",
                    "java.util.LinkedHashSet",
                    "java.util.TreeSet",
                    "java.util.EnumSet",
                    "java.util.EnumSet$SerializationProxy",
                    "java.util.RegularEnumSet",
                    "java.util.JumboEnumSet",
                    "java.util.Map$Entry",
                    "java.util.AbstractMap$SimpleEntry",
                    "java.util.AbstractMap$SimpleImmutableEntry",
                    "java.util.Arrays$ArrayList",
                    "java.util.CollSer",
                    "java.util.ImmutableCollections$ListN",
                    "java.util.ImmutableCollections$List12",
                    "java.util.ImmutableCollections$SetN",
                    "java.util.ImmutableCollections$Set12",
                    "java.util.ImmutableCollections$MapN",
                    "java.util.ImmutableCollections$Map1",
                    "java.util.UUID",
                    "java.util.BitSet",
                    "java.util.Locale",
                    "java.util.Date");

    private final List<String> allowed;

    private JavaObjectCodec(List<String> allowed) {
        this.allowed = allowed;
    }

    /**
     * A codec that trusts the defaults and some classes more.
     *
     * @param patterns names of classes, {@code com.example.*} for all of a package, {@code
     *     com.example.**} for the packages below it too
     * @return the codec
     * @throws IllegalArgumentException if a pattern is neither
     */
    public static JavaObjectCodec allowing(String... patterns) {
        Objects.requireNonNull(patterns, "the array of patterns of classes is null");
        for (String pattern : patterns) {
            Objects.requireNonNull(pattern, "a pattern of classes is null");
            if (!pattern.matches("[\\p{javaJavaIdentifierPart}.$]+(\\.\\*{1,2})?")) {
                throw new IllegalArgumentException(
                        "neither a class nor a package of classes: pattern='"
                                + pattern
                                + "'; write com.example.Shape, com.example.* or com.example.**");
            }
        }
        return new JavaObjectCodec(List.of(patterns));
    }

    /**
     * A codec as a setting says.
     *
     * @param setting patterns as in {@link #allowing}, separated by commas, or {@code null}
     * @return the codec
     */
    public static JavaObjectCodec ofSetting(String setting) {
        return setting == null || setting.isBlank()
                ? allowing()
                : allowing(setting.strip().split("\\s*,\\s*"));
    }

    @Override
    public int maxLength() {
        return MAX_LENGTH;
    }

    @Override
    public byte[] encode(Object object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (NotSerializableException e) {
            throw new ObjectCodecException(
                    "an object to be sent holds one that is not Serializable: class="
                            + e.getMessage()
                            + " root="
                            + object.getClass().getName()
                            + "; make it Serializable or its field transient, or give both"
                            + " endpoints another codec (Endpoint.useCodec); which fields lead to"
                            + " it is said with -Dsun.io.serialization.extendedDebugInfo=true",
                    e);
        } catch (StackOverflowError e) {
            throw new ObjectCodecException(
                    "an object too deep to be encoded: class="
                            + object.getClass().getName()
                            + SHALLOW,
                    e);
        } catch (IOException | RuntimeException e) {
            throw new ObjectCodecException(
                    "an object cannot be encoded: class="
                            + object.getClass().getName()
                            + " reason="
                            + e,
                    e);
        }
        if (bytes.size() > MAX_LENGTH) {
            throw new ObjectCodecException(
                    "an object too long for one message: class=%s bytes=%s max=%s; send its arrays"
                                    .formatted(
                                            object.getClass().getName(), bytes.size(), MAX_LENGTH)
                            + " as slices");
        }
        return bytes.toByteArray();
    }

    @Override
    public Object decode(byte[] bytes) {
        Objects.requireNonNull(bytes, "the bytes of an object are null");
        Gate gate = new Gate(bytes);
        try (ObjectInputStream in = new LoadingStream(new ByteArrayInputStream(bytes), gate)) {
            in.setObjectInputFilter(gate);
            return in.readObject();
        } catch (InvalidClassException e) {
            if (gate.refused == null) {
                throw new ObjectCodecException(
                        "an object cannot be decoded: bytes="
                                + bytes.length
                                + " reason="
                                + e
                                + "; both sides need the same version of its class",
                        e);
            }
            throw new ObjectCodecException(gate.refused, e);
        } catch (InvalidObjectException | RuntimeException | StackOverflowError e) {
            throw new ObjectCodecException(
                    "an object cannot be decoded: bytes="
                            + bytes.length
                            + " reason="
                            + e
                            + "; its classes have thrown that when they were read, or its keys when"
                            + " they were hashed",
                    e);
        } catch (IOException | ClassNotFoundException | LinkageError e) {
            throw new ObjectCodecException(
                    "what was received is no object: bytes="
                            + bytes.length
                            + " reason="
                            + e
                            + "; both sides need its class, and the same codec (Endpoint.useCodec)",
                    e);
        }
    }

    private boolean isAllowed(String name) {
        return matchesOne(DEFAULTS, name) || matchesOne(allowed, name);
    }

    /** Whether only the user has allowed a class. */
    private boolean isUsers(String name) {
        return !matchesOne(DEFAULTS, name) && matchesOne(allowed, name);
    }

    private static boolean matchesOne(List<String> patterns, String name) {
        return patterns.stream().anyMatch(pattern -> matches(pattern, name));
    }

    private static boolean matches(String pattern, String name) {
        if (pattern.endsWith(".**")) {
            return name.startsWith(pattern.substring(0, pattern.length() - 2));
        }
        if (pattern.endsWith(".*")) {
            int end = pattern.length() - 1;
            return name.startsWith(pattern.substring(0, end)) && name.indexOf('.', end) < 0;
        }
        return pattern.equals(name);
    }

    /** Looks at every class before an object of it is made. */
    private final class Gate implements ObjectInputFilter {

        private final byte[] bytes;
        private long elements;
        private boolean isCounted;
        private String refused;

        Gate(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public Status checkInput(FilterInfo info) {
            if (info.arrayLength() > 0) {
                elements += info.arrayLength();
            }
            if (info.depth() > MAX_DEPTH
                    || info.references() > MAX_REFERENCES
                    || elements > Math.max(FEW_ELEMENTS, (long) ELEMENTS_PER_BYTE * bytes.length)) {
                return refuse(
                        "an object too deep or too large: depth=%s references=%s arrayLength=%s"
                                        .formatted(
                                                info.depth(), info.references(), info.arrayLength())
                                + " elementsOfArrays=%s bytes=%s maxDepth=%s maxReferences=%s"
                                        .formatted(
                                                elements, bytes.length, MAX_DEPTH, MAX_REFERENCES)
                                + SHALLOW);
            }
            Class<?> type = info.serialClass();
            while (type != null && type.isArray()) {
                type = type.getComponentType();
            }
            if (type == null || type.isPrimitive()) {
                return Status.ALLOWED;
            }
            String name = type.getName();
            if (isAllowed(name)) {
                return !isCounted && HashWork.isOf(name) ? countHashes() : Status.ALLOWED;
            }
            return refuseClass(name);
        }

        private Status refuseClass(String name) {
            return refuse(
                    "an object of a class that is not trusted: class="
                            + name
                            + "; to allow it start with -Dactiveobjects.transport."
                            + ALLOW_SETTING
                            + "="
                            + name
                            + " or give the endpoint JavaObjectCodec.allowing(\""
                            + name
                            + "\"); allowed now="
                            + Arrays.toString(allowed.toArray())
                            + " and values and collections of the JDK");
        }

        /** Once, before the first map or set is made. */
        private Status countHashes() {
            isCounted = true;
            long limit = Math.max(FEW_HASHES, HASHES_PER_BYTE * bytes.length);
            try {
                JavaObjectCodec codec = JavaObjectCodec.this;
                if (HashWork.count(bytes, codec::isAllowed, codec::isUsers, limit) <= limit) {
                    return Status.ALLOWED;
                }
            } catch (InvalidClassException e) {
                return refuseClass(e.classname);
            } catch (IOException e) {
                return refuse(
                        "what was received is no object: bytes=%s reason=%s"
                                .formatted(bytes.length, e));
            }
            return refuse(
                    "an object whose maps and sets share too much: hashes=more than %s bytes=%s;"
                                    .formatted(limit, bytes.length)
                            + " a key that holds one collection often is hashed as often");
        }

        private Status refuse(String reason) {
            refused = reason;
            return Status.REJECTED;
        }
    }

    /** Finds classes by the loader of the thread that receives. */
    private final class LoadingStream extends ObjectInputStream {

        private final Gate gate;

        LoadingStream(InputStream in, Gate gate) throws IOException {
            super(in);
            this.gate = gate;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description)
                throws IOException, ClassNotFoundException {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                // Primitive types, and what only the platform knows.
                return super.resolveClass(description);
            }
        }

        /** Asked before the JVM makes the class of a proxy, which it keeps for good. */
        @Override
        protected Class<?> resolveProxyClass(String[] interfaces)
                throws IOException, ClassNotFoundException {
            for (String name : interfaces) {
                if (!isAllowed(name)) {
                    var _ = gate.refuseClass(name);
                    throw new InvalidClassException(name, "not trusted");
                }
            }
            return super.resolveProxyClass(interfaces);
        }
    }
}
