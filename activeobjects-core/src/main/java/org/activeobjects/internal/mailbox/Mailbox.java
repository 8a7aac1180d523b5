package org.activeobjects.internal.mailbox;

import org.activeobjects.internal.request.QueuedRequest;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Where the requests for an active object arrive, and what its thread does meanwhile: one word.
 *
 * <p>The word says either what the thread does, or it is the request that came last; that one knows
 * the one before it, and so on down to the first, which knows what the thread did when it came. So
 * the one request that has to wake the thread learns so from the step by which it is queued, a
 * request is its own node, and the thread takes all that has arrived in a single step: while it
 * serves them the word belongs to those who send.
 *
 * <p><b>Threading:</b> {@link #offer}, {@link #takeBack}, {@link #rouse}, {@link #consumer}, {@link
 * #isEmpty} and {@link #size} from any thread, the rest from the thread of the active object.
 *
 * <p><b>Source:</b> the stack of Treiber, taken as a whole and turned around.
 */
public final class Mailbox {

    private static final VarHandle ARRIVALS;

    static {
        try {
            ARRIVALS =
                    MethodHandles.lookup().findVarHandle(Mailbox.class, "arrivals", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile Object arrivals = Consumer.ABSENT;

    /** Requests taken by all intakes that have been closed; written by the consumer alone. */
    private long taken;

    /** What the thread of the active object does. */
    public enum Consumer {
        /** There is none: whoever finds this has to begin one. */
        ABSENT,
        /** It is at work, and looks for requests before it rests. */
        AWAKE,
        /** It sleeps until something comes: whoever finds this has to wake it. */
        ASLEEP,
        /** As {@link #ASLEEP}, but it wakes by itself after some time. */
        DOZING
    }

    /** An empty one, without a thread. */
    public Mailbox() {}

    /**
     * Appends a request, after which the thread counts as awake.
     *
     * @param request a request that is in no queue
     * @return what the thread did; who is told anything but {@link Consumer#AWAKE} has to see to it
     *     that it runs, and is the only one
     */
    public Consumer offer(QueuedRequest request) {
        Object newest = request; // the types that the handle has, so that it is called as it is
        Object before = arrivals;
        while (true) {
            request.next(before);
            Object found = ARRIVALS.compareAndExchange(this, before, newest);
            if (found == before) {
                return consumerIn(before);
            }
            before = found;
        }
    }

    /**
     * Takes a request back for which the thread could not be made to run, so that whoever comes
     * next is told to do so; in vain if somebody has come, or the thread has taken it, meanwhile.
     *
     * @param request what was offered
     * @param was what {@link #offer} has said
     */
    public void takeBack(QueuedRequest request, Consumer was) {
        var _ = replace(request, was);
    }

    /**
     * Lets the thread run though nothing has come.
     *
     * @return as {@link #offer} does
     */
    public Consumer rouse() {
        while (true) {
            Object before = arrivals;
            Consumer was = consumerIn(before);
            if (was == Consumer.AWAKE || replace(before, Consumer.AWAKE)) {
                return was;
            }
        }
    }

    /** Looks at no request, which may be in the cache of another core. */
    private static Consumer consumerIn(Object word) {
        if (word == Consumer.ABSENT) {
            return Consumer.ABSENT;
        }
        if (word == Consumer.ASLEEP) {
            return Consumer.ASLEEP;
        }
        return word == Consumer.DOZING ? Consumer.DOZING : Consumer.AWAKE;
    }

    /**
     * What the thread does now.
     *
     * @return awake as well if it has been woken and does not run yet
     */
    public Consumer consumer() {
        return consumerIn(arrivals);
    }

    /**
     * Begins to take requests.
     *
     * @param onLeave run for each that leaves the queue; {@code null} if nobody waits for room
     * @return what the thread takes them from, to be closed before the thread leaves
     */
    public Intake open(Runnable onLeave) {
        return new Intake(this, taken, onLeave);
    }

    /** What a closed intake has taken counts on. */
    void taken(long count) {
        taken = count;
    }

    /**
     * The thread leaves, or goes to sleep, unless something has come that it has not taken.
     *
     * @param as what it does from now on
     * @return false if something has come; the thread is awake still
     */
    public boolean tryRest(Consumer as) {
        return replace(Consumer.AWAKE, as);
    }

    /**
     * The thread goes on, unless somebody has woken it or has begun another already.
     *
     * @param from what it has done
     * @return false if somebody was quicker
     */
    public boolean tryWake(Consumer from) {
        return replace(from, Consumer.AWAKE);
    }

    private boolean replace(Object from, Object to) {
        return ARRIVALS.compareAndSet(this, from, to);
    }

    /** All that has arrived, the newest first; null if that is nothing. */
    QueuedRequest takeAll() {
        if (arrivals == Consumer.AWAKE) {
            return null;
        }
        Object awake = Consumer.AWAKE;
        Object newest = ARRIVALS.getAndSet(this, awake);
        return newest instanceof QueuedRequest request ? request : null;
    }

    /**
     * Whether nothing has arrived that the thread has not taken.
     *
     * @return false if there is a request
     */
    public boolean isEmpty() {
        return !(arrivals instanceof QueuedRequest);
    }

    /**
     * How many requests have arrived that the thread has not taken; walks over them. Exact for the
     * thread of the active object; for others while it takes none.
     *
     * @return 0 or more
     */
    public int size() {
        int size = 0;
        for (Object one = arrivals; one instanceof QueuedRequest request; one = request.next()) {
            size++;
        }
        return size;
    }
}
