package org.activeobjects.transport.progress;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Sees handlers that hold up the thread which moves the links, and reports each of them once, with
 * its stack.
 *
 * <p>A handler that is run costs two stores; the clock is read by whoever looks, and for the first
 * handler after each look. So one is noticed when it has run for the limit and at most two
 * intervals of looking.
 *
 * <p><b>Threading:</b> {@link #look} by one thread; a {@link Place} by one thread at a time.
 */
public final class HandlerWatch {

    /** How long a handler may run, nanoseconds. */
    public static final long LIMIT_NS = 100_000_000;

    /**
     * How long one may run that could go on but gets no core, nanoseconds: a host with more to do
     * than cores is no fault of its handlers.
     */
    static final long STARVED_LIMIT_NS = 10 * LIMIT_NS;

    /** How often to look while handlers run, nanoseconds. */
    public static final long INTERVAL_NS = 20_000_000;

    private static final Logger LOG = LogManager.getLogger(HandlerWatch.class);
    private static final int FRAMES = 24;

    private final ToLongFunction<Thread> cpuTime;
    private final Set<Place> places = ConcurrentHashMap.newKeySet();
    private final Set<Object> reported = ConcurrentHashMap.newKeySet();

    /** Watches nothing yet. */
    public HandlerWatch() {
        this(HandlerWatch::cpuTimeOf);
    }

    /** Watches nothing yet; is told how long a thread has had a core, nanoseconds, or -1. */
    HandlerWatch(ToLongFunction<Thread> cpuTime) {
        this.cpuTime = cpuTime;
    }

    private static long cpuTimeOf(Thread thread) {
        try {
            return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId());
        } catch (UnsupportedOperationException e) {
            LOG.trace("this JVM measures no time of threads", e);
            return -1;
        }
    }

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
            place.cpuNs = -1;
            return true;
        }
        long ns = nowNs - place.seenNs;
        if (isRunning && ns > LIMIT_NS && (ns > STARVED_LIMIT_NS || !isStarved(place, nowNs))) {
            report(place, now, ns);
        }
        return isRunning;
    }

    /**
     * Whether a handler neither waits for anything nor has had a core for half of the time since
     * the last look; the first one only asks the clock.
     */
    private boolean isStarved(Place place, long nowNs) {
        if (place.thread.getState() != Thread.State.RUNNABLE) {
            return false;
        }
        long before = place.cpuNs;
        long beforeAtNs = place.cpuSeenNs;
        place.cpuNs = cpuTime.applyAsLong(place.thread);
        place.cpuSeenNs = nowNs;
        return place.cpuNs >= 0 && (before < 0 || 2 * (place.cpuNs - before) < nowNs - beforeAtNs);
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
        private long cpuNs;
        private long cpuSeenNs;

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
