package org.activeobjects.transport.object;

import org.activeobjects.transport.error.ObjectCodecException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.util.Arrays;
import java.util.List;

/**
 * Java's own serialization, with a list of the classes that may come in.
 *
 * <p>Without further permission: strings, numbers and the other values of {@code java.lang}, {@code
 * java.math} and {@code java.time}, the collections of {@code java.util}, {@code UUID}, {@code
 * BitSet}, {@code Locale}, and arrays of all of these. Everything else is refused before an object
 * of it is made, with the line that would allow it. What may be sent is not restricted.
 *
 * <p><b>Threading:</b> safe.
 */
public final class JavaObjectCodec implements ObjectCodec {

    /** The setting that lists what is allowed beside the defaults, separated by commas. */
    public static final String ALLOW_SETTING = "objects.allow";

    private static final int MAX_LENGTH = 64 << 20;
    private static final int MAX_DEPTH = 250;
    private static final int MAX_REFERENCES = 4 << 20;

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
        for (String pattern : patterns) {
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
                            + object.getClass().getName(),
                    e);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw new ObjectCodecException(
                    "an object cannot be encoded: class=" + object.getClass().getName(), e);
        }
        if (bytes.size() > MAX_LENGTH) {
            throw new ObjectCodecException(
                    "an object too long for one message: class=%s bytes=%d max=%d; send its arrays"
                                    .formatted(
                                            object.getClass().getName(), bytes.size(), MAX_LENGTH)
                            + " as slices");
        }
        return bytes.toByteArray();
    }

    @Override
    public Object decode(byte[] bytes) {
        Gate gate = new Gate();
        try (ObjectInputStream in = new LoadingStream(new ByteArrayInputStream(bytes))) {
            in.setObjectInputFilter(gate);
            return in.readObject();
        } catch (InvalidClassException e) {
            if (gate.refused == null) {
                throw new ObjectCodecException("an object cannot be decoded: " + e, e);
            }
            throw new ObjectCodecException(gate.refused, e);
        } catch (IOException | ClassNotFoundException | RuntimeException | StackOverflowError e) {
            throw new ObjectCodecException(
                    "what was received is no object: bytes=" + bytes.length + " reason=" + e, e);
        }
    }

    private boolean isAllowed(String name) {
        return DEFAULTS.stream().anyMatch(pattern -> matches(pattern, name))
                || allowed.stream().anyMatch(pattern -> matches(pattern, name));
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

        private String refused;

        @Override
        public Status checkInput(FilterInfo info) {
            if (info.depth() > MAX_DEPTH
                    || info.references() > MAX_REFERENCES
                    || info.arrayLength() > MAX_LENGTH) {
                return refuse(
                        "an object too deep or too large: depth=%d references=%d arrayLength=%d"
                                .formatted(info.depth(), info.references(), info.arrayLength()));
            }
            Class<?> type = info.serialClass();
            while (type != null && type.isArray()) {
                type = type.getComponentType();
            }
            if (type == null || type.isPrimitive() || isAllowed(type.getName())) {
                return Status.ALLOWED;
            }
            String name = type.getName();
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

        private Status refuse(String reason) {
            refused = reason;
            return Status.REJECTED;
        }
    }

    /** Finds classes by the loader of the thread that receives. */
    private static final class LoadingStream extends ObjectInputStream {

        LoadingStream(InputStream in) throws IOException {
            super(in);
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
    }
}
