package org.activeobjects.transport.progress;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads that are parked and would poll.
 *
 * <p>A fixed number of places, so that parking allocates nothing. A thread that finds none is not
 * woken for a hand-over; it parks for a short time only and looks by itself.
 *
 * <p><b>Threading:</b> safe.
 */
final class ParkedThreads {

    private static final int PLACES = 64;
    private static final int NONE = -1;

    private final AtomicReferenceArray<Thread> places = new AtomicReferenceArray<>(PLACES);

    /** Takes a place for the calling thread; the result is for {@link #remove}. */
    int addCurrent() {
        Thread me = Thread.currentThread();
        for (int place = 0; place < PLACES; place++) {
            if (places.getPlain(place) == null && places.compareAndSet(place, null, me)) {
                return place;
            }
        }
        return NONE;
    }

    void remove(int place) {
        if (place != NONE) {
            places.set(place, null);
        }
    }

    /** Wakes one of the threads, if there is any. */
    void unparkOne() {
        for (int place = 0; place < PLACES; place++) {
            Thread thread = places.get(place);
            if (thread != null) {
                LockSupport.unpark(thread);
                return;
            }
        }
    }
}
