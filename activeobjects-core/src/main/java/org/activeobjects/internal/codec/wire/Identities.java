package org.activeobjects.internal.codec.wire;

import com.esotericsoftware.kryo.util.MapReferenceResolver;

import java.util.Arrays;

/**
 * Shared and circular references of one message, and what they amount to.
 *
 * <p>Of each object that is read it is known how long it would be if everything in it that was
 * shared had been written out: whoever hashes or compares it may walk through all of that. And it
 * is known which object around it, not complete yet, something in it refers to.
 */
final class Identities extends MapReferenceResolver {

    private static final int KEPT_CAPACITY = 1 << 14;
    private static final int NOTHING = Integer.MAX_VALUE;
    private static final long ENDLESS = Long.MAX_VALUE >> 2;

    /** So many objects are found by looking at each: to look up one asks for its hash code. */
    private static final int FEW = 8;

    private final Limits limits;
    private final WireInput input;

    /** The objects that were written first, by number; all others are in the map. */
    private final Object[] firstWritten = new Object[FEW];

    private int writtenCount;

    /** Per object: its length written out, 1 or more; while it is open, minus its begin. */
    private long[] spans = new long[64];

    /** Per object: the outermost one, open when it was complete, that it refers to. */
    private int[] outermost = new int[64];

    private long repeated;
    private int lowest = NOTHING;
    private Object[] wholes = new Object[16];
    private int wholeCount;

    Identities(Limits limits, WireInput input) {
        this.limits = limits;
        this.input = input;
    }

    @Override
    public boolean useReferences(@SuppressWarnings("rawtypes") Class type) {
        // To look up each text costs more than to write it twice; the output knows longer ones.
        return type != String.class && super.useReferences(type);
    }

    // ---- writing

    @Override
    public int addWrittenObject(Object object) {
        Limits.check(null, "objects", "maxObjects", writtenCount + 1L, limits.maxObjects());
        int id = writtenCount++;
        if (id < FEW) {
            firstWritten[id] = object;
        } else {
            writtenObjects.put(object, id);
        }
        return id;
    }

    @Override
    public int getWrittenId(Object object) {
        int id = findWritten(object);
        if (id >= 0 && wholeCount > 0) {
            refuseOpenWhole(object);
        }
        return id;
    }

    // What is shared is the object, not its equals.
    private int findWritten(Object object) {
        int few = Math.min(writtenCount, FEW);
        for (int id = 0; id < few; id++) {
            if (firstWritten[id] == object) {
                return id;
            }
        }
        return writtenCount > FEW ? super.getWrittenId(object) : -1;
    }

    private void refuseOpenWhole(Object object) {
        for (int i = 0; i < wholeCount; i++) {
            if (wholes[i] == object) {
                throw cycle(object.getClass());
            }
        }
    }

    static CodecFault cycle(Class<?> type) {
        return new CodecFault(
                type.getTypeName(),
                "it refers to itself, and cannot be made before what it refers to",
                "break the cycle that leads through a record or an immutable collection");
    }

    /** Begins an object that nothing in it may refer to, because the reader makes it last. */
    void openWhole(Object object) {
        if (wholeCount == wholes.length) {
            wholes = Arrays.copyOf(wholes, 2 * wholeCount);
        }
        wholes[wholeCount++] = object;
    }

    void closeWhole() {
        wholes[--wholeCount] = null;
    }

    // ---- reading

    @Override
    public int nextReadId(@SuppressWarnings("rawtypes") Class type) {
        int id = super.nextReadId(type);
        Limits.check(null, "objects", "maxObjects", id + 1L, limits.maxObjects());
        if (id == spans.length) {
            spans = Arrays.copyOf(spans, 2 * id);
            outermost = Arrays.copyOf(outermost, 2 * id);
        }
        spans[id] = -place();
        return id;
    }

    @Override
    public Object getReadObject(@SuppressWarnings("rawtypes") Class type, int id) {
        Object object = id >= 0 && id < readObjects.size() ? readObjects.get(id) : null;
        if (object == null) {
            throw new CodecFault(
                    type == null ? null : type.getTypeName(),
                    "value refers to one that is not complete: reference=" + id,
                    "break the cycle that leads through a record or an immutable collection");
        }
        input.metAgain(object);
        if (isOpen(id)) {
            repeated++;
            lowest = Math.min(lowest, id);
        } else {
            repeated = Math.min(repeated + spans[id], ENDLESS);
            lowest = Math.min(lowest, openAround(id));
        }
        return object;
    }

    /** The number may be that of the name of its class, which has one too, right behind its own. */
    void resolved(int last, Object read, Object resolved) {
        int id = resolved == read ? -1 : last;
        while (id >= 0 && readObjects.get(id) != read) {
            id--;
        }
        if (id >= 0) {
            readObjects.set(id, resolved);
        }
    }

    /** The outermost one, still open, that an object refers to, perhaps by what was open then. */
    private int openAround(int id) {
        int around = outermost[id];
        while (around != NOTHING && !isOpen(around)) {
            around = outermost[around];
        }
        outermost[id] = around; // the way is not gone again
        return around;
    }

    private boolean isOpen(int id) {
        return spans[id] < 0;
    }

    /** Where in the message this is, if all that is shared were written out; 1 or more. */
    long place() {
        return input.position() + 1L + repeated + input.repeated();
    }

    /** Number of objects that have begun; the number that the next one gets. */
    int count() {
        return readObjects.size();
    }

    /** A value begins; returns what {@link #leave} needs at its end. */
    int enter() {
        int around = lowest;
        lowest = NOTHING;
        return around;
    }

    /** The value that could have got a number is complete. */
    void leave(int id, int around) {
        if (id < readObjects.size() && isOpen(id)) {
            spans[id] += place();
            outermost[id] = lowest < id ? lowest : NOTHING;
        }
        lowest = Math.min(lowest, around);
    }

    /** What is read now leads to an object that is open. */
    void refersTo(int id) {
        lowest = Math.min(lowest, id);
    }

    /** Whether what is read now leads to an object that is open. */
    boolean isOpenAround() {
        return lowest != NOTHING;
    }

    /** Whether something read since the object began refers to one around it. */
    boolean refersOutOf(int id) {
        return lowest < id;
    }

    @Override
    public void reset() {
        super.reset();
        Arrays.fill(firstWritten, 0, Math.min(writtenCount, FEW), null);
        writtenCount = 0;
        repeated = 0;
        lowest = NOTHING;
        Arrays.fill(wholes, 0, wholeCount, null);
        wholeCount = 0;
        if (spans.length > KEPT_CAPACITY) {
            spans = new long[64];
            outermost = new int[64];
        }
    }
}
