package org.activeobjects.internal.codec.wire;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;

/**
 * How large a message may be. The same limits hold where it is written and where it is read, so
 * that who sends too much is the one who is told.
 *
 * @param maxDepth objects within objects, 1 or more
 * @param maxElements elements of one collection, map or array of objects
 * @param maxTextLength characters of one string
 * @param maxObjects objects that can be referred to, in one message
 * @param maxBytes bytes of one message beside its large arrays of primitives
 * @param maxScale digits after, or zeros before, the point of a decimal number
 */
public record Limits(
        int maxDepth,
        int maxElements,
        int maxTextLength,
        int maxObjects,
        int maxBytes,
        int maxScale) {

    /** What every setting begins with. */
    public static final String PREFIX = "activeobjects.codec.";

    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    /** Values within what one array can hold. */
    public Limits {
        require("maxDepth", maxDepth, 10_000);
        require("maxElements", maxElements, LARGEST_ARRAY);
        require("maxTextLength", maxTextLength, LARGEST_ARRAY);
        require("maxObjects", maxObjects, LARGEST_ARRAY);
        require("maxBytes", maxBytes, LARGEST_ARRAY);
        require("maxScale", maxScale, Integer.MAX_VALUE);
    }

    private static void require(String name, int value, int largest) {
        if (value < 1 || value > largest) {
            throw new IllegalArgumentException(
                    "limit out of range: " + PREFIX + name + "=" + value + " range=1.." + largest);
        }
    }

    /**
     * Their names, as the system properties have them behind {@link #PREFIX}.
     *
     * @return all of them
     */
    public static List<String> names() {
        return Arrays.stream(Limits.class.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
    }

    /**
     * The limits that the system properties name.
     *
     * @return those, or the usual ones
     */
    public static Limits fromSettings() {
        return new Limits(
                setting("maxDepth", 1000),
                setting("maxElements", 1 << 26),
                setting("maxTextLength", 1 << 28),
                setting("maxObjects", 1 << 26),
                setting("maxBytes", 1 << 30),
                setting("maxScale", 100_000));
    }

    private static int setting(String name, int otherwise) {
        String text = System.getProperty(PREFIX + name); // what is no number is refused before
        return text == null ? otherwise : Integer.parseInt(text.strip());
    }

    /**
     * Refuses what is too large.
     *
     * @param className class of the value, or {@code null}
     * @param what what is counted
     * @param name name of the limit
     * @param value how much there is
     * @param limit how much there may be
     * @throws CodecFault if it is more
     */
    static void check(String className, String what, String name, long value, int limit) {
        if (value > limit) {
            throw new CodecFault(
                    className,
                    what + " exceeds the limit: " + what + "=" + value + " limit=" + limit,
                    "send it in parts, or raise -D" + PREFIX + name + " on both sides");
        }
    }

    /**
     * Refuses a decimal number with too many zeros.
     *
     * @param scale its scale
     * @throws CodecFault if it has
     */
    public void checkScale(int scale) {
        check("java.math.BigDecimal", "scale", "maxScale", Math.abs((long) scale), maxScale);
    }

    /**
     * Refuses a list that is too long.
     *
     * @param className its class
     * @param count number of elements
     * @throws CodecFault if it is
     */
    public void checkElements(String className, int count) {
        check(className, "elements", "maxElements", count, maxElements);
    }
}
