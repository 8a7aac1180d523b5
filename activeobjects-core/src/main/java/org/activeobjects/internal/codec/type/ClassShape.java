package org.activeobjects.internal.codec.type;

import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.stub.BareConstructor;

import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;

/**
 * What a user's class consists of: its fields in an order that every JVM agrees on, the class of
 * the JDK that it extends, and the constructor that makes an instance of it without running its
 * code.
 *
 * <p>Its text travels with the name of the class, so that two versions of a class are told apart
 * before a field is misread.
 */
public final class ClassShape {

    private static final ClassValue<ClassShape> SHAPES =
            new ClassValue<>() {
                @Override
                protected ClassShape computeValue(Class<?> type) {
                    return new ClassShape(type);
                }
            };

    /** In a text: what follows is framed, up to an empty line, because its class has hooks. */
    private static final String HOOKED = "writeObject or readObject";

    private static final String END_OF_HOOKED = "";

    private static final int MAX_SHOWN = 12;

    private static final int FIRST_CAPACITY = 16;
    private static final float LOAD_FACTOR = 0.75f;

    private final Class<?> type;
    private final Class<?> base;
    private final List<FieldSlot> fields = new ArrayList<>();
    private final String text;
    private Constructor<?> constructor;
    private String problem;

    private ClassShape(Class<?> type) {
        this.type = type;
        this.base = platformBaseOf(type);
        if (!type.isRecord() && !type.isEnum()) {
            collectFields();
            findConstructor();
        }
        this.text = String.join("\n", parts());
    }

    /**
     * The shape of a class.
     *
     * @param type a class that does not come with the JDK
     * @return its one shape
     * @throws CodecFault if the class cannot be initialized, or lacks one that it needs
     */
    public static ClassShape of(Class<?> type) {
        try {
            return SHAPES.get(type);
        } catch (LinkageError e) {
            throw CodecFault.unusable(type.getTypeName(), e);
        }
    }

    /**
     * Tells whether a class comes with the JDK.
     *
     * @param type any class
     * @return true if the boot or the platform loader defined it
     */
    public static boolean isPlatform(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    /**
     * Names and types of what is encoded, and which of it is framed because its class has hooks.
     *
     * @return a line for each, equal for equal versions of a class
     */
    public String text() {
        return text;
    }

    /**
     * What differs between two versions of a class.
     *
     * @param theirs text of its shape where it was sent, of whatever origin; may be empty
     * @param ours the same here
     * @return for a message, behind what differs; empty if that is not known
     */
    public static String difference(String theirs, String ours) {
        if (theirs.isEmpty()) {
            return "";
        }
        List<String> there = without(theirs, ours);
        List<String> here = without(ours, theirs);
        if (there.isEmpty() && here.isEmpty()) {
            return ", which have the same in another order";
        }
        String comma = there.isEmpty() || here.isEmpty() ? "" : ", ";
        return ": " + said("sender", there) + comma + said("receiver", here);
    }

    private static List<String> without(String text, String other) {
        List<String> rest = new ArrayList<>(text.lines().toList());
        other.lines().forEach(rest::remove);
        rest.removeIf(END_OF_HOOKED::equals);
        return rest;
    }

    private static String said(String who, List<String> parts) {
        int more = Math.max(0, parts.size() - MAX_SHOWN);
        return parts.isEmpty()
                ? ""
                : "only that of the "
                        + who
                        + " has "
                        + parts.subList(0, parts.size() - more)
                        + (more == 0 ? "" : " and " + more + " more");
    }

    /**
     * What is written of an instance.
     *
     * @return its fields, those of superclasses first
     */
    public List<FieldSlot> fields() {
        return fields;
    }

    /**
     * Whether an instance is nothing but some numbers, of the types that are sent most.
     *
     * @param most number of fields at most
     * @return true if {@link FieldSlot#writeNumber} can write all of its fields
     */
    public boolean isFlat(int most) {
        return problem == null
                && constructor != null
                && !isCollection()
                && !isMap()
                && fields.size() <= most
                && fields.stream().allMatch(FieldSlot::isNumber);
    }

    boolean isCollection() {
        return holdsElements() && Collection.class.isAssignableFrom(base);
    }

    boolean isMap() {
        return holdsElements() && Map.class.isAssignableFrom(base);
    }

    /** Below {@code AbstractList} and its like, elements are what the fields make of them. */
    private boolean holdsElements() {
        return !Modifier.isAbstract(base.getModifiers());
    }

    boolean isLinked() {
        return base == LinkedHashMap.class;
    }

    boolean isSorted() {
        return sorts(base);
    }

    /** Whether containers of a type, or of a subtype, compare what they hold. */
    static boolean sorts(Class<?> type) {
        return SortedSet.class.isAssignableFrom(type)
                || SortedMap.class.isAssignableFrom(type)
                || PriorityQueue.class.isAssignableFrom(type)
                || PriorityBlockingQueue.class.isAssignableFrom(type);
    }

    boolean isBounded() {
        return base == LinkedBlockingQueue.class || base == LinkedBlockingDeque.class;
    }

    /**
     * Refuses a class of which no instance can be encoded.
     *
     * @throws CodecFault if it is one
     */
    public void check() {
        if (problem != null) {
            throw new CodecFault(
                    type.getTypeName(), problem, "mark the field transient, or send other data");
        }
    }

    /**
     * Makes an instance and runs none of the code of its class.
     *
     * @param order comparator of a sorted collection or map, or {@code null}; of a {@code
     *     LinkedHashMap} whether it is in the order of access, of a queue with a bound that
     * @return the instance, its fields not set
     * @throws CodecFault if that cannot be
     */
    public Object newInstance(Object order) {
        check();
        try {
            if (isLinked()) {
                return constructor.newInstance(FIRST_CAPACITY, LOAD_FACTOR, order);
            }
            if (base == PriorityBlockingQueue.class) {
                return constructor.newInstance(FIRST_CAPACITY, order);
            }
            return isSorted() || isBounded()
                    ? constructor.newInstance(order)
                    : constructor.newInstance();
        } catch (InvocationTargetException | InstantiationException | IllegalAccessException e) {
            throw new CodecFault(type.getTypeName(), "instance cannot be made: " + e, null, e);
        }
    }

    /** The nearest superclass that comes with the JDK. */
    static Class<?> platformBaseOf(Class<?> type) {
        Class<?> c = type;
        while (c != null && !isPlatform(c)) {
            c = c.getSuperclass();
        }
        return c == null ? Object.class : c;
    }

    private void collectFields() {
        for (Field field : FieldSlot.travellingOf(type)) {
            try {
                field.setAccessible(true);
            } catch (InaccessibleObjectException e) {
                problem =
                        "its module "
                                + type.getModule().getName()
                                + " does not open its package to "
                                + ClassShape.class.getModule();
                return;
            }
            fields.add(new FieldSlot(field, type));
        }
    }

    private void findConstructor() {
        if (Modifier.isAbstract(type.getModifiers())) {
            problem = "it is abstract";
            return;
        }
        if (!isCollection() && !isMap()) {
            refuseHiddenState();
            constructor = BareConstructor.of(type);
            return;
        }
        try {
            constructor = BareConstructor.of(type, base.getDeclaredConstructor(parameters()));
        } catch (NoSuchMethodException e) {
            problem = "its superclass " + base.getTypeName() + " has no suitable constructor";
        }
    }

    private Class<?>[] parameters() {
        if (isLinked()) {
            return new Class<?>[] {int.class, float.class, boolean.class};
        }
        if (base == PriorityBlockingQueue.class) {
            return new Class<?>[] {int.class, Comparator.class};
        }
        if (isBounded()) {
            return new Class<?>[] {int.class};
        }
        return isSorted() ? new Class<?>[] {Comparator.class} : new Class<?>[0];
    }

    /** A class of the JDK above the user's must hold nothing, for it could not be read. */
    private void refuseHiddenState() {
        for (Class<?> c = base; c != Object.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (FieldSlot.isPlain(field)) {
                    problem =
                            "its superclass "
                                    + c.getTypeName()
                                    + " has state that cannot be read: field="
                                    + field.getName();
                    return;
                }
            }
            if (writesItself(c)) {
                problem =
                        "its superclass "
                                + c.getTypeName()
                                + " has state that cannot be read: it writes it itself";
                return;
            }
        }
    }

    /**
     * Whether fields that do not travel, such as the time of a {@code Date}, count all the same.
     */
    private static boolean writesItself(Class<?> platform) {
        return Arrays.stream(platform.getDeclaredMethods())
                .anyMatch(
                        method ->
                                method.getName().equals("writeObject")
                                        && method.getParameterCount() == 1
                                        && method.getParameterTypes()[0]
                                                == ObjectOutputStream.class);
    }

    private List<String> parts() {
        List<String> parts = new ArrayList<>();
        parts.add("extends " + base.getName());
        if (type.isEnum()) {
            for (Object constant : type.getEnumConstants()) {
                parts.add(((Enum<?>) constant).name());
            }
        } else if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                parts.add(component.getType().getTypeName() + " " + component.getName());
            }
        } else {
            for (Class<?> level : FieldSlot.levelsOf(type)) {
                addParts(level, parts);
            }
            if (Externalizable.class.isAssignableFrom(type)) {
                parts.add("writeExternal"); // what it writes is its own affair
            }
        }
        return parts;
    }

    private void addParts(Class<?> level, List<String> parts) {
        boolean isHooked = isHooked(level);
        if (isHooked) {
            parts.add(HOOKED);
        }
        for (FieldSlot slot : fields) {
            if (slot.owner() == level) {
                parts.add(slot.type().getTypeName() + " " + slot.name());
            }
        }
        if (isHooked) {
            parts.add(END_OF_HOOKED);
        }
    }

    private static boolean isHooked(Class<?> level) {
        return hookOf(level, "writeObject", ObjectOutputStream.class) != null
                || hookOf(level, "readObject", ObjectInputStream.class) != null;
    }

    /**
     * A method by which a class writes, or reads, its own part of an object.
     *
     * @param level the class
     * @param name name of the method
     * @param stream its parameter
     * @return the method, not yet accessible; {@code null} if the class has none that Java would
     *     call
     */
    public static Method hookOf(Class<?> level, String name, Class<?> stream) {
        if (!Serializable.class.isAssignableFrom(level)) {
            return null;
        }
        try {
            Method found = level.getDeclaredMethod(name, stream);
            boolean fits =
                    Modifier.isPrivate(found.getModifiers())
                            && !Modifier.isStatic(found.getModifiers())
                            && found.getReturnType() == void.class;
            return fits ? found : null;
        } catch (NoSuchMethodException e) {
            return null;
        }
    }
}
