package org.activeobjects.internal.mailbox;

import org.activeobjects.active.RequestFilter;
import org.activeobjects.internal.request.QueuedRequest;

import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * The requests that an active object has not begun to serve, in the order of arrival, as its thread
 * sees them.
 *
 * <p>What has been taken off the mailbox at one time is a chain. Serving by name, by filter or
 * youngest first moves the requests into a list. Where some requests are expected, those that have
 * come are in a list of their own, and the others are not seen until all have.
 *
 * <p><b>Threading:</b> {@link #size} from any thread, the rest from one thread at a time.
 */
public final class Intake {

    private final Mailbox mailbox;
    private final Runnable onLeave; // null where nobody waits for room
    private Object next; // the oldest of the chain, or null
    private ArrayDeque<QueuedRequest> passedOver;
    private Expected expected; // null if nothing is
    private volatile int passedOverCount;
    private boolean endWasOrdered; // by what has been passed over
    private long taken;
    private long arrived; // taken, and those in the chain

    Intake(Mailbox mailbox, long taken, Runnable onLeave) {
        this.mailbox = mailbox;
        this.onLeave = onLeave;
        this.taken = taken;
        this.arrived = taken;
    }

    /** Ends it, when nothing is left; what comes then is for the next one. */
    public void close() {
        mailbox.taken(taken);
    }

    /**
     * How many requests have been taken off the mailbox and neither been served nor removed. Exact
     * for the thread of the active object, for others while it takes none.
     *
     * @return 0 or more
     */
    public int size() {
        return (int) (arrived - taken) + passedOverCount;
    }

    /**
     * Takes the oldest request.
     *
     * @return the request, or {@code null} if there is none
     */
    public QueuedRequest poll() {
        QueuedRequest oldest = pollSilently();
        if (onLeave != null && oldest != null) {
            onLeave.run();
        }
        return oldest;
    }

    /**
     * Takes the oldest request for somebody who says by himself when it has left the queue.
     *
     * @return the request, or {@code null} if there is none
     */
    public QueuedRequest pollSilently() {
        if (passedOverCount == 0 && expected == null) {
            return next();
        }
        QueuedRequest oldest = visible().pollFirst();
        countPassedOver();
        return oldest;
    }

    /** What is waited for, one after the other, and what of it has come. */
    private static final class Expected {
        final ArrayDeque<Expectation> open = new ArrayDeque<>();
        final ArrayDeque<QueuedRequest> come = new ArrayDeque<>();

        boolean takes(QueuedRequest request) {
            return open.peekFirst().takes(request) && come.add(request);
        }
    }

    /**
     * Shows nothing but some requests until all of them have come, and these first then. If others
     * are expected already, it begins when those have come.
     *
     * @param expectation what to wait for
     */
    public void expect(Expectation expectation) {
        passAllOver();
        if (expected == null) {
            expected = new Expected();
        }
        expected.open.addLast(expectation);
        if (expected.open.size() == 1) {
            lookForExpected();
        }
        while (expected.open.size() > 1 && expected.open.peekFirst().isOver()) {
            expected.open.removeFirst().ends();
            lookForExpected();
        }
    }

    /**
     * Whether more is to be seen than the thread has been shown, though nothing has come.
     *
     * @return true until it looks again
     */
    public boolean showsMore() {
        return expected != null && expected.open.peekFirst().isOver();
    }

    /**
     * Takes the oldest request, whatever is expected: nothing will be.
     *
     * @return the request, or {@code null} if there is none
     */
    public QueuedRequest drain() {
        while (expected != null) {
            expected.open.peekFirst().giveUp();
            var _ = visible();
        }
        return poll();
    }

    /** What may be seen: all, or of what is expected that which has come. */
    private ArrayDeque<QueuedRequest> visible() {
        if (expected != null) {
            passAllOver();
        }
        while (expected != null) {
            if (!expected.open.peekFirst().isOver()) {
                return expected.come;
            }
            expected.open.removeFirst().ends();
            if (expected.open.isEmpty()) {
                while (!expected.come.isEmpty()) {
                    passedOver.addFirst(expected.come.pollLast());
                }
                expected = null;
            } else {
                lookForExpected();
            }
        }
        return passedOver;
    }

    /** Among all that have come, which have been passed over: the oldest count. */
    private void lookForExpected() {
        passedOver.removeIf(expected::takes);
        countPassedOver();
    }

    private void countPassedOver() {
        passedOverCount = passedOver.size() + (expected == null ? 0 : expected.come.size());
    }

    /**
     * Finds the oldest or the youngest request that a filter accepts. Orders to end are seen by no
     * filter. Where there is none, an order counts as a request, and the youngest is looked for
     * among those that came before it; if there are none, the order is the youngest.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @param youngest true to look from the end
     * @param remove true to take it
     * @return the request, or {@code null} if there is none
     */
    public QueuedRequest find(RequestFilter filter, boolean youngest, boolean remove) {
        if (filter == null && remove && !youngest) {
            return poll();
        }
        passAllOver();
        ArrayDeque<QueuedRequest> seen = visible();
        if (filter == null && youngest && endWasOrdered && expected == null) {
            QueuedRequest found = youngestInTime();
            return remove && found != null && !remove(found) ? null : found;
        }
        Iterator<QueuedRequest> requests = youngest ? seen.descendingIterator() : seen.iterator();
        while (requests.hasNext()) {
            QueuedRequest request = requests.next();
            if (filter == null || (!request.isTermination() && filter.acceptRequest(request))) {
                if (remove) {
                    requests.remove();
                    left();
                }
                return request;
            }
        }
        return null;
    }

    /** The youngest before the oldest order to end, or that order if there is nothing before it. */
    private QueuedRequest youngestInTime() {
        QueuedRequest youngest = null;
        for (QueuedRequest request : passedOver) {
            if (request.isTermination()) {
                return youngest == null ? request : youngest;
            }
            youngest = request;
        }
        return youngest;
    }

    /**
     * Takes one request out of those that have been passed over.
     *
     * @param request what {@link #find} has shown
     * @return false if it is not there any more
     */
    public boolean remove(QueuedRequest request) {
        boolean wasThere =
                passedOver != null
                        && (passedOver.remove(request)
                                || expected != null && expected.come.remove(request));
        if (wasThere) {
            left();
        }
        return wasThere;
    }

    private void left() {
        countPassedOver();
        if (onLeave != null) {
            onLeave.run();
        }
    }

    /**
     * Whether an order to end has been passed over: nothing that comes now was sent before it.
     *
     * @return true until it is taken
     */
    public boolean endIsOrdered() {
        return passedOverCount > 0 && passedOver.stream().anyMatch(QueuedRequest::isTermination);
    }

    private void passAllOver() {
        if (passedOver == null) {
            passedOver = new ArrayDeque<>();
        }
        QueuedRequest request = next();
        while (request != null) {
            if (expected == null || !expected.takes(request)) {
                passedOver.addLast(request);
            }
            endWasOrdered |= request.isTermination();
            request = next();
        }
        countPassedOver();
    }

    private QueuedRequest next() {
        if (next == null && !fetch()) {
            return null;
        }
        QueuedRequest request = (QueuedRequest) next;
        next = request.next();
        request.next(null); // who is served keeps nobody reachable
        request.sequence(++taken);
        return request;
    }

    /** Takes all that has arrived, and turns it around: the oldest comes first then. */
    private boolean fetch() {
        QueuedRequest newest = mailbox.takeAll();
        if (newest == null) {
            return false;
        }
        Object chain = null;
        Object rest = newest;
        long count = 0;
        while (rest instanceof QueuedRequest request) {
            rest = request.next();
            request.next(chain);
            chain = request;
            count++;
        }
        next = chain;
        arrived += count;
        return true;
    }
}
