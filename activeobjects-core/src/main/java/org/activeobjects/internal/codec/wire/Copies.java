package org.activeobjects.internal.codec.wire;

import com.esotericsoftware.kryo.util.IdentityObjectIntMap;

import java.util.Arrays;

/** What has been copied of one graph within this JVM, by the identity of the originals. */
final class Copies {

    private static final int KEPT_CAPACITY = 1 << 12;
    private static final int NOTHING = Integer.MAX_VALUE;
    private static final Object NULL = new Object();

    private final IdentityObjectIntMap<Object> ids = new IdentityObjectIntMap<>();
    private Object[] copies = new Object[64];

    /** Per object: the outermost one, open when it was complete, that it refers to. */
    private int[] outermost = new int[64];

    private boolean[] open = new boolean[64];
    private int count;
    private int lowest = NOTHING;

    int idOf(Object original) {
        return ids.get(original, -1);
    }

    /** The copy, which may still be incomplete, of an object that was met before. */
    Object copyOf(int id, Object original) {
        if (copies[id] == null) {
            throw Identities.cycle(original.getClass());
        }
        lowest = Math.min(lowest, open[id] ? id : openAround(id));
        return copies[id] == NULL ? null : copies[id];
    }

    /** The outermost one, still open, that an object refers to, perhaps by what was open then. */
    private int openAround(int id) {
        int around = outermost[id];
        while (around != NOTHING && !open[around]) {
            around = outermost[around];
        }
        outermost[id] = around; // the way is not gone again
        return around;
    }

    /** What is copied now leads to an object that is open. */
    void refersTo(int id) {
        lowest = Math.min(lowest, id);
    }

    int begin(Object original) {
        if (count == copies.length) {
            copies = Arrays.copyOf(copies, 2 * count);
            outermost = Arrays.copyOf(outermost, 2 * count);
            open = Arrays.copyOf(open, 2 * count);
        }
        ids.put(original, count);
        open[count] = true;
        return count++;
    }

    void set(int id, Object copy) {
        copies[id] = copy == null ? NULL : copy;
    }

    int enter() {
        int around = lowest;
        lowest = NOTHING;
        return around;
    }

    void complete(int id, Object copy, int around) {
        set(id, copy);
        open[id] = false;
        outermost[id] = lowest < id ? lowest : NOTHING;
        lowest = Math.min(lowest, around);
    }

    boolean refersOutOf(int id) {
        return lowest < id;
    }

    void reset() {
        if (count == 0) {
            return;
        }
        ids.clear(KEPT_CAPACITY);
        if (count > KEPT_CAPACITY) {
            copies = new Object[64];
            outermost = new int[64];
            open = new boolean[64];
        } else {
            Arrays.fill(copies, 0, count, null);
        }
        count = 0;
        lowest = NOTHING;
    }
}
