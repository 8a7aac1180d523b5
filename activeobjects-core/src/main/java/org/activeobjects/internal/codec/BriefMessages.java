package org.activeobjects.internal.codec;

import org.activeobjects.internal.codec.type.ClassShape;
import org.activeobjects.internal.codec.type.FieldSlot;
import org.activeobjects.internal.codec.wire.Brief;
import org.activeobjects.internal.codec.wire.Limits;

import java.util.List;
import java.util.function.Function;

/**
 * Messages of a few numbers, and at most one object of nothing but numbers whose class the receiver
 * knows by its number: what most calls and answers that are in a hurry are made of.
 *
 * <p>They are written and read without the engine, which keeps an account of graphs that these
 * cannot be, but byte for byte as the engine does: either side may leave a message to it. Whatever
 * is not so simple, or not right, is left to it, and said by it.
 *
 * <p><b>Threading:</b> safe.
 */
final class BriefMessages {

    /** Values of a message at most. */
    private static final int MOST_VALUES = 4;

    /** Fields of an object at most. */
    private static final int MOST_FIELDS = 8;

    /** Bytes of what says what follows. */
    private static final int KIND = 1;

    /** Bytes that such a message can have at most. */
    private static final int LONGEST =
            KIND + MOST_VALUES * (KIND + Brief.LONGEST_NUMBER) + MOST_FIELDS * Brief.LONGEST_NUMBER;

    /** In place of a count: it is for the engine. */
    private static final int TOO_MUCH = -1;

    // What the engine tells classes by.
    private static final int NULL = 0;
    private static final int NAMED = 1;
    private static final int INT = 2;
    private static final int BOOLEAN = 5;
    private static final int LONG = 9;
    private static final int DOUBLE = 10;

    /** That an object follows, and no reference to one before. */
    private static final int NOT_NULL = 1;

    private static final Object NONE = new Object();

    private final ClassNumbers numbers;
    private final Limits limits;
    private final ClassValue<Flat> flats;

    /** A class, and the number under which it is sent. */
    private static final class Flat {

        private final ClassShape shape; // null if its instances are more than some numbers
        private int number = ClassNumbers.NONE; // until it has one, which is the same for ever

        Flat(ClassShape shape) {
            this.shape = shape;
        }
    }

    /**
     * For one codec.
     *
     * @param numbers the numbers that it gives to classes
     * @param limits what a message may have
     * @param shapes the shape of a class whose instances are written field by field, and have
     *     nothing else; {@code null} of any other
     */
    BriefMessages(ClassNumbers numbers, Limits limits, Function<Class<?>, ClassShape> shapes) {
        this.numbers = numbers;
        this.limits = limits;
        this.flats =
                new ClassValue<>() {
                    @Override
                    protected Flat computeValue(Class<?> type) {
                        ClassShape shape = shapes.apply(type);
                        boolean isFlat = shape != null && shape.isFlat(MOST_FIELDS);
                        return new Flat(isFlat ? shape : null);
                    }
                };
    }

    /** Appends values to a message; false, and nothing is changed, if that is for the engine. */
    boolean encode(EncodedMessage out, Object[] values) {
        int room = values.length > MOST_VALUES ? TOO_MUCH : roomFor(values, out.receivers());
        if (room == TOO_MUCH) {
            return false;
        }
        int start = out.headLength();
        out.makeRoom(room);
        byte[] head = out.head();
        Brief to = new Brief(head, start, head.length);
        to.writeCount(values.length);
        for (Object value : values) {
            write(to, value);
        }
        out.adopt(head, to.position());
        return true;
    }

    /** Bytes that the values take at most, or {@link #TOO_MUCH} if they are for the engine. */
    private int roomFor(Object[] values, KnownClasses receivers) {
        int room = KIND;
        int objects = 0;
        for (Object value : values) {
            room += KIND + Brief.LONGEST_NUMBER;
            if (value != null && !isNumber(value)) {
                int fields = fieldsOf(value.getClass(), receivers);
                if (fields == TOO_MUCH || ++objects > 1) {
                    return TOO_MUCH;
                }
                room += fields * Brief.LONGEST_NUMBER;
            }
        }
        return room;
    }

    private static boolean isNumber(Object value) {
        return value instanceof Integer
                || value instanceof Long
                || value instanceof Double
                || value instanceof Boolean;
    }

    /** How many numbers an object has, or {@link #TOO_MUCH} if it has more than numbers. */
    private int fieldsOf(Class<?> type, KnownClasses receivers) {
        if (receivers == null) {
            return TOO_MUCH;
        }
        Flat flat = flats.get(type);
        if (flat.shape == null) {
            return TOO_MUCH;
        }
        if (flat.number == ClassNumbers.NONE) {
            flat.number = numbers.known(type);
        }
        boolean isKnown = flat.number != ClassNumbers.NONE && receivers.know(flat.number);
        return isKnown ? flat.shape.fields().size() : TOO_MUCH;
    }

    private void write(Brief to, Object value) {
        if (value == null) {
            to.writeCount(NULL);
        } else if (value instanceof Integer number) {
            to.writeCount(INT);
            to.writeInt(number);
        } else if (value instanceof Long number) {
            to.writeCount(LONG);
            to.writeLong(number);
        } else if (value instanceof Double number) {
            to.writeCount(DOUBLE);
            to.writeDouble(number);
        } else if (value instanceof Boolean truth) {
            to.writeCount(BOOLEAN);
            to.writeBoolean(truth);
        } else {
            Flat flat = flats.get(value.getClass());
            to.writeCount(NAMED);
            to.writeCount(flat.number + 1);
            to.writeCount(NOT_NULL);
            List<FieldSlot> fields = flat.shape.fields();
            for (int i = 0; i < fields.size(); i++) {
                fields.get(i).writeNumber(to, value);
            }
        }
    }

    /** Reads a whole message; {@code null} if that is for the engine. */
    Object[] decode(byte[] head, int offset, int length, PeerClasses sender) {
        if (length > LONGEST || length > limits.maxBytes()) {
            return null;
        }
        Brief from = new Brief(head, offset, offset + length);
        int count = from.readCount();
        if (count < 0 || count > MOST_VALUES || count > limits.maxElements()) {
            return null;
        }
        Object[] values = new Object[count];
        boolean hasObject = false;
        for (int i = 0; i < count; i++) {
            int kind = from.readCount();
            Object value = NONE;
            if (kind != NAMED) {
                value = number(from, kind);
            } else if (!hasObject) {
                hasObject = true;
                value = object(from, sender);
            }
            if (value == NONE) {
                return null;
            }
            values[i] = value;
        }
        return from.isRight() ? values : null;
    }

    private static Object number(Brief from, int kind) {
        return switch (kind) {
            case NULL -> null;
            case INT -> from.readInt();
            case LONG -> from.readLong();
            case DOUBLE -> from.readDouble();
            case BOOLEAN -> from.readBoolean();
            default -> NONE;
        };
    }

    private Object object(Brief from, PeerClasses sender) {
        PeerClasses.Learned known = sender == null ? null : sender.learned(from.readCount() - 1);
        if (known == null || !known.isOfThisThread() || from.readCount() != NOT_NULL) {
            return NONE;
        }
        ClassShape shape = flats.get(known.type()).shape;
        if (shape == null) {
            return NONE;
        }
        Object object = shape.newInstance(null);
        List<FieldSlot> fields = shape.fields();
        for (int i = 0; i < fields.size(); i++) {
            fields.get(i).readNumber(from, object);
        }
        return object;
    }
}
