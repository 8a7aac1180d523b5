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
 * intervals of looking. (One that begins on the same thread in the very moment in which a quiet
 * place is looked at is overlooked, once.)
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

    /**
     * How old the JVM is when such a limit ends for all that do not wait, nanoseconds: until then
     * the first messages have their classes loaded, and run interpreted.
     */
    private static final long YOUTH_NS = 5_000_000_000L;

    /** How often to look while handlers run, nanoseconds. */
    public static final long INTERVAL_NS = 20_000_000;

    private static final Logger LOG = LogManager.getLogger(HandlerWatch.class);
    private static final int FRAMES = 24;

    private final ToLongFunction<Thread> cpuTime;
    private final long grownUpNs;
    private final Set<Place> places = ConcurrentHashMap.newKeySet();
    private final Set<Object> reported = ConcurrentHashMap.newKeySet();

    /** Watches nothing yet. */
    public HandlerWatch() {
        this(HandlerWatch::cpuTimeOf, endOfYouth());
    }

    /**
     * Watches nothing yet.
     *
     * @param cpuTime how long a thread has had a core, nanoseconds, or -1
     * @param grownUpNs when the JVM has loaded and compiled what it begins with
     */
    HandlerWatch(ToLongFunction<Thread> cpuTime, long grownUpNs) {
        this.cpuTime = cpuTime;
        this.grownUpNs = grownUpNs;
    }

    private static long endOfYouth() {
        long uptimeMs = ManagementFactory.getRuntimeMXBean().getUptime();
        return System.nanoTime() + YOUTH_NS - uptimeMs * 1_000_000;
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
        Thread thread = place.thread;
        if (!isRunning) {
            place.thread = null; // what it runs may be the last that refers to an active object
        } else if (thread != null) {
            long ns = nowNs - place.seenNs;
            if (ns > LIMIT_NS && (ns > STARVED_LIMIT_NS || !isExcused(place, thread, nowNs))) {
                report(place, thread, now, ns);
            }
        }
        return isRunning;
    }

    /**
     * Whether a handler does not wait for anything, and either the JVM is young, or it has not had
     * a core for half of the time since the last look; the first one only asks the clock.
     */
    private boolean isExcused(Place place, Thread thread, long nowNs) {
        if (thread.getState() != Thread.State.RUNNABLE) {
            return false;
        }
        return nowNs - grownUpNs < 0 || isStarved(place, thread, nowNs);
    }

    private boolean isStarved(Place place, Thread thread, long nowNs) {
        long before = place.cpuNs;
        long beforeAtNs = place.cpuSeenNs;
        place.cpuNs = cpuTime.applyAsLong(thread);
        place.cpuSeenNs = nowNs;
        return place.cpuNs >= 0 && (before < 0 || 2 * (place.cpuNs - before) < nowNs - beforeAtNs);
    }

    private void report(Place place, Thread thread, int turns, long ns) {
        Object handler = place.handler;
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
        private Thread thread; // null while it is not known; of the one who looks, too
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
            Thread me = Thread.currentThread();
            if (handler != what) {
                handler = what; // such a store costs a fence
            }
            if (thread != me) {
                thread = me;
            }
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
