package org.activeobjects.transport.progress;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Sees handlers that hold up the thread which moves the links, and reports each of them once, with
 * its stack.
 *
 * <p>A handler that is run costs two stores; the clock is read by whoever looks, and for the first
 * handler after each look. So one is noticed when it has run for the limit and at most one interval
 * of looking.
 *
 * <p><b>Threading:</b> {@link #look} by one thread; a {@link Place} by one thread at a time.
 */
public final class HandlerWatch {

    /** How long a handler may run, nanoseconds. */
    public static final long LIMIT_NS = 100_000_000;

    /** How often to look while handlers run, nanoseconds. */
    public static final long INTERVAL_NS = 20_000_000;

    private static final Logger LOG = LogManager.getLogger(HandlerWatch.class);
    private static final int FRAMES = 24;

    private final Set<Place> places = ConcurrentHashMap.newKeySet();
    private final Set<Object> reported = ConcurrentHashMap.newKeySet();

    /** Watches nothing yet. */
    public HandlerWatch() {}

    /**
     * A place where handlers are run.
     *
     * @param peer whose messages are handled there
     * @return a new place
     */
    public Place add(Object peer) {
        Place place = new Place(peer);
        places.add(place);
        return place;
    }

    /**
     * No more handlers are run at a place.
     *
     * @param place the place
     */
    public void remove(Place place) {
        places.remove(place);
    }

    /**
     * Looks at every place.
     *
     * @param nowNs the time
     * @return whether a handler has run since the last look
     */
    public boolean look(long nowNs) {
        boolean busy = false;
        for (Place place : places) {
            busy |= look(place, nowNs);
        }
        return busy;
    }

    /** How many handlers have been reported. */
    int reports() {
        return reported.size();
    }

    private boolean look(Place place, long nowNs) {
        int now = (int) Place.TURNS.getAcquire(place);
        boolean isRunning = (now & 1) != 0;
        if (now != place.seenTurns) {
            place.seenTurns = now;
            place.seenNs = place.timedTurns == now ? place.startNs : nowNs;
            place.isTimed = false;
            return true;
        }
        if (isRunning && nowNs - place.seenNs > LIMIT_NS) {
            report(place, now, nowNs - place.seenNs);
        }
        return isRunning;
    }

    private void report(Place place, int turns, long ns) {
        Object handler = place.handler;
        Thread thread = place.thread;
        StackTraceElement[] stack = thread.getStackTrace();
        boolean isStillTheSame = (int) Place.TURNS.getAcquire(place) == turns;
        if (isStillTheSame && reported.add(handler)) {
            LOG.warn(
                    "a message handler holds up all messages; hand such work to another thread"
                            + " handler={} peer={} forMs={} thread={} stack={}",
                    handler,
                    place.peer,
                    ns / 1_000_000,
                    thread.getName(),
                    Arrays.stream(stack)
                            .limit(FRAMES)
                            .map(StackTraceElement::toString)
                            .collect(Collectors.joining(" <- ")));
        }
    }

    /** Where the messages of one peer are handled, one after another. */
    public static final class Place {

        private static final VarHandle TURNS;

        static {
            try {
                TURNS = MethodHandles.lookup().findVarHandle(Place.class, "turns", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private final Object peer;
        private int turns; // odd while a handler runs; what follows is published with it
        private Object handler;
        private Thread thread;
        private int timedTurns;
        private long startNs;
        private volatile boolean isTimed;

        // Of the thread that looks.
        private int seenTurns;
        private long seenNs;

        private Place(Object peer) {
            this.peer = peer;
        }

        /**
         * A handler begins.
         *
         * @param what the handler, as it is to be reported; the same object each time
         */
        public void enter(Object what) {
            handler = what;
            thread = Thread.currentThread();
            int next = turns + 1;
            if (!isTimed) {
                isTimed = true;
                startNs = System.nanoTime();
                timedTurns = next;
            }
            TURNS.setRelease(this, next);
        }

        /** The handler has ended. */
        public void leave() {
            TURNS.setRelease(this, turns + 1);
        }
    }
}
