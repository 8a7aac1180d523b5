package org.activeobjects.internal.codec.form;

import org.activeobjects.internal.codec.type.ClassShape;
import org.activeobjects.internal.codec.type.ThrowableSerializer;
import org.activeobjects.internal.codec.wire.CodecFault;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * What exceptions of the JDK have besides what every exception has: as the bytes that Java's own
 * serialization makes of them, for nobody else can set their fields. Cause, suppressed ones and
 * stack are left out, and exceptions in fields of their own are listed.
 *
 * <p><b>Threading:</b> safe.
 */
public final class SerialThrowable implements ThrowableSerializer.Platform {

    private static final int MAX_DEPTH = 8;
    private static final StackTraceElement[] NO_STACK = {};

    /** What their fields may be, besides numbers, arrays of numbers, and exceptions. */
    private static final Set<Class<?>> ADMITTED =
            Set.of(
                    String.class,
                    Boolean.class,
                    Character.class,
                    StackTraceElement.class,
                    Collections.emptyList().getClass(),
                    Within.class);

    private static final ClassValue<Boolean> HAS_STATE =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    boolean found = false;
                    for (Class<?> c = type; c != Throwable.class; c = c.getSuperclass()) {
                        found |= ObjectStreamClass.lookup(c).getFields().length > 0;
                    }
                    return found;
                }
            };

    /** Knows the exceptions of every JDK. */
    public SerialThrowable() {}

    @Override
    public byte[] stateOf(Throwable thrown, List<Throwable> within) {
        Class<?> type = thrown.getClass();
        if (!ClassShape.isPlatform(type) || !HAS_STATE.get(type)) {
            return null;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Writer out = new Writer(bytes, thrown, within)) {
            out.writeObject(thrown);
            return bytes.toByteArray();
        } catch (IOException | RuntimeException e) {
            within.clear();
            return null;
        }
    }

    @Override
    public Throwable made(byte[] state, List<Throwable> within) {
        try (ObjectInputStream in = new Reader(state, within)) {
            in.setObjectInputFilter(what -> decide(what, state.length, within));
            return in.readObject() instanceof Throwable made ? made : null;
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            return null;
        }
    }

    /**
     * The bytes may be anybody's: nothing but exceptions and values, nothing larger than they. What
     * is put back is shown here too, and is none of theirs.
     */
    private static ObjectInputFilter.Status decide(
            ObjectInputFilter.FilterInfo what, int length, List<Throwable> within) {
        Class<?> type = what.serialClass();
        boolean fits =
                what.depth() <= MAX_DEPTH
                        && what.arrayLength() <= length
                        && (type == null || isAdmitted(type) || isClassOfOne(within, type));
        return fits ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
    }

    private static boolean isClassOfOne(List<Throwable> within, Class<?> type) {
        return within.stream().anyMatch(one -> one != null && one.getClass() == type);
    }

    private static boolean isAdmitted(Class<?> type) {
        Class<?> element = type.isArray() ? type.getComponentType() : type;
        return element.isPrimitive()
                || ADMITTED.contains(element)
                || ClassShape.isPlatform(element)
                        && (Throwable.class.isAssignableFrom(element)
                                || element == Number.class
                                || element.getSuperclass() == Number.class
                                        && element.getPackageName().equals("java.lang"));
    }

    /** In the place of an exception in a field. */
    private record Within(int index) implements Serializable {}

    /** Takes out what travels by itself. The fields of {@code Throwable} come first, by name. */
    private static final class Writer extends ObjectOutputStream {

        private final Throwable whole;
        private final List<Throwable> within;
        private boolean isPastCause;

        Writer(ByteArrayOutputStream bytes, Throwable whole, List<Throwable> within)
                throws IOException {
            super(bytes);
            this.whole = whole;
            this.within = within;
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object shown) {
            if (shown instanceof StackTraceElement[]) {
                isPastCause = true;
                return NO_STACK;
            }
            if (shown instanceof List) {
                return Collections.emptyList(); // of the suppressed ones
            }
            if (shown == whole || !(shown instanceof Throwable thrown)) {
                return shown;
            }
            if (!isPastCause) {
                return whole; // as long as it has none
            }
            within.add(thrown);
            return new Within(within.size() - 1);
        }

        @Override
        protected void annotateClass(Class<?> type) {
            if (!isAdmitted(type)) {
                throw new CodecFault(type.getTypeName(), "it is no value", null);
            }
        }
    }

    /** Knows the classes of the JDK, and puts back what was taken out. */
    private static final class Reader extends ObjectInputStream {

        private final List<Throwable> within;

        Reader(byte[] state, List<Throwable> within) throws IOException {
            super(new ByteArrayInputStream(state));
            this.within = within;
            enableResolveObject(true);
        }

        @Override
        protected Object resolveObject(Object read) {
            if (!(read instanceof Within part)) {
                return read;
            }
            boolean isThere = part.index() >= 0 && part.index() < within.size();
            return isThere ? within.get(part.index()) : null;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass described) throws IOException {
            String name = described.getName();
            try {
                return name.equals(Within.class.getName())
                        ? Within.class
                        : Class.forName(name, false, ClassLoader.getPlatformClassLoader());
            } catch (ClassNotFoundException | LinkageError e) {
                throw (IOException) new InvalidClassException(name).initCause(e);
            }
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException {
            throw new InvalidClassException("a proxy is no part of an exception");
        }
    }
}
