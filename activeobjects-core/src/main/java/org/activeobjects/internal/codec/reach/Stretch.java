package org.activeobjects.internal.codec.reach;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Users' objects that lie directly within each other, in fields, arrays and lists. Those that lie
 * {@value #LENGTH} deep are made at once, but their fields come only when the first one has all of
 * its own: the stack never holds more of them, however long a chain is. What holds the first one,
 * such as a set or a record, gets it complete.
 *
 * <p>The reader counts as the writer does, so that nothing in a message says what was put off.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Stretch {

    /** Part of the form of messages: both ends have the same. */
    public static final int LENGTH = 128;

    private static final int NONE = -1;
    private static final int KEPT = 4;

    private final List<Rest> rests = new ArrayList<>();
    private int[] outer = new int[8 * KEPT];
    private int outerCount;
    private int first = NONE;
    private int last = NONE;
    private int number = NONE;
    private int base;
    private int passed;

    /**
     * Fields that were put off.
     *
     * @param fields deals with them
     * @param passed how many objects lie around theirs, from the first one on
     */
    public record Rest(Runnable fields, int passed) {}

    /** No stretch has begun. */
    public Stretch() {}

    /**
     * Whether an object lies directly within the last one.
     *
     * @param depth how many objects it lies in, with itself
     * @return false if it begins a stretch
     */
    public boolean goesOn(int depth) {
        return depth == last + 1 && last != NONE;
    }

    /**
     * Whether the fields of an object have to be put off.
     *
     * @param depth how many objects it lies in, with itself
     * @return true if the stretch is long enough
     */
    public boolean isOver(int depth) {
        return goesOn(depth) && depth - first >= LENGTH;
    }

    /**
     * An object begins a stretch, which lies within the one there is.
     *
     * @param depth how many objects it lies in, with itself
     * @param itself its number
     */
    public void begin(int depth, int itself) {
        if (outerCount == outer.length) {
            outer = Arrays.copyOf(outer, 2 * outerCount);
        }
        outer[outerCount] = first;
        outer[outerCount + 1] = last;
        outer[outerCount + 2] = number;
        outer[outerCount + 3] = base;
        outerCount += KEPT;
        first = depth;
        last = depth;
        number = itself;
        base = rests.size();
        passed = 0;
    }

    /** The stretch is complete: nothing of it is put off any more. */
    public void end() {
        outerCount -= KEPT;
        first = outer[outerCount];
        last = outer[outerCount + 1];
        number = outer[outerCount + 2];
        base = outer[outerCount + 3];
    }

    /**
     * An object, an array or a list lies directly within the last one, or it does not belong to the
     * stretch.
     *
     * @param depth how many objects it lies in, with itself
     * @return whether it does; then what is in it lies directly within it, until {@link #leave}
     */
    public boolean enter(int depth) {
        boolean goesOn = goesOn(depth);
        if (goesOn) {
            last = depth;
        }
        return goesOn;
    }

    /** What was entered last is over. */
    public void leave() {
        last--;
    }

    /**
     * Puts off the fields of an object.
     *
     * @param fields deals with them
     */
    public void putOff(Runnable fields) {
        rests.add(new Rest(fields, passed + LENGTH));
    }

    /**
     * Whether something of this stretch is put off.
     *
     * @return true until {@link #next} has given all
     */
    public boolean hasRest() {
        return rests.size() > base;
    }

    /**
     * Whether something of this stretch or of one around it is put off.
     *
     * @return true if some object has yet to get its fields
     */
    public boolean isUnderWay() {
        return !rests.isEmpty();
    }

    /**
     * What has to be dealt with next, by the first object of the stretch.
     *
     * @return {@code null} if nothing is left
     */
    public Rest next() {
        if (!hasRest()) {
            return null;
        }
        Rest rest = rests.removeLast();
        passed = rest.passed();
        return rest;
    }

    /**
     * The first object of the stretch.
     *
     * @return its number
     */
    public int number() {
        return number;
    }

    /** Forgets everything. */
    public void reset() {
        rests.clear();
        outerCount = 0;
        first = NONE;
        last = NONE;
        number = NONE;
        base = 0;
    }
}
