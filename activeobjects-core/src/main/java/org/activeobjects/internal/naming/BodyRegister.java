package org.activeobjects.internal.naming;

import org.activeobjects.internal.service.LocalBody;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * The bodies of one node. It keeps none of them alive, and costs some 40 bytes for each.
 *
 * <p><b>Threading:</b> safe.
 */
final class BodyRegister {

    private static final int FIRST_CAPACITY = 64;

    private WeakReference<?>[] entries = new WeakReference<?>[FIRST_CAPACITY];
    private int size;

    synchronized void add(LocalBody body) {
        if (size == entries.length) {
            dropWhatIsGone();
        }
        entries[size++] = new WeakReference<>(body);
    }

    /** Doubles the room unless half of it has become free: on average a body is moved once. */
    private void dropWhatIsGone() {
        WeakReference<?>[] old = entries;
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (bodyOf(old[i]) != null) {
                old[kept++] = old[i];
            }
        }
        entries = new WeakReference<?>[kept > old.length / 2 ? old.length * 2 : old.length];
        System.arraycopy(old, 0, entries, 0, kept);
        size = kept;
    }

    /** The bodies that live, in the order in which they were created. */
    synchronized List<LocalBody> living() {
        List<LocalBody> living = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            LocalBody body = bodyOf(entries[i]);
            if (body != null) {
                living.add(body);
            }
        }
        return living;
    }

    private static LocalBody bodyOf(WeakReference<?> entry) {
        return entry.get() instanceof LocalBody body && body.isAlive() ? body : null;
    }
}
