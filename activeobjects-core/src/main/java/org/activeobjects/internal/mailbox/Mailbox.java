package org.activeobjects.internal.mailbox;

import org.activeobjects.active.RequestFilter;
import org.activeobjects.internal.request.QueuedRequest;
import org.jctools.queues.varhandle.unpadded.MpscLinkedVarHandleUnpaddedQueue;

import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * The requests that an active object has not begun to serve, in the order of arrival.
 *
 * <p>What nobody has passed over yet is in a linked queue without a lock and without padding, since
 * a million of them must fit one JVM. Serving by name, by filter or youngest first moves the
 * requests into a list that the consumer alone sees.
 *
 * <p><b>Threading:</b> {@link #offer}, {@link #isEmpty} and {@link #size} from any thread, the rest
 * from one thread at a time.
 */
public final class Mailbox {

    private final MpscLinkedVarHandleUnpaddedQueue<QueuedRequest> inbox =
            new MpscLinkedVarHandleUnpaddedQueue<>();
    private ArrayDeque<QueuedRequest> passedOver;
    private volatile int passedOverCount;
    private long taken;

    /** An empty queue. */
    public Mailbox() {}

    /**
     * Appends a request.
     *
     * @param request the request
     */
    public void offer(QueuedRequest request) {
        inbox.offer(request);
    }

    /**
     * Whether there is no request. A request whose {@link #offer} has begun counts.
     *
     * @return true if there is none
     */
    public boolean isEmpty() {
        return inbox.isEmpty() && passedOverCount == 0;
    }

    /**
     * Whether a request has come that nobody has taken or passed over yet. One whose {@link #offer}
     * has begun counts.
     *
     * @return true if there is one
     */
    public boolean hasNew() {
        return !inbox.isEmpty();
    }

    /**
     * How many requests there are; walks over them.
     *
     * @return 0 or more
     */
    public int size() {
        return inbox.size() + passedOverCount;
    }

    /**
     * Takes the oldest request.
     *
     * @return the request, or {@code null} if there is none
     */
    public QueuedRequest poll() {
        if (passedOverCount > 0) {
            QueuedRequest oldest = passedOver.pollFirst();
            passedOverCount = passedOver.size();
            return oldest;
        }
        return next();
    }

    /**
     * Finds the oldest or the youngest request that a filter accepts. Orders to end are seen by no
     * filter, and count as a request where there is none.
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
        Iterator<QueuedRequest> requests =
                youngest ? passedOver.descendingIterator() : passedOver.iterator();
        while (requests.hasNext()) {
            QueuedRequest request = requests.next();
            if (filter == null || (!request.isTermination() && filter.acceptRequest(request))) {
                if (remove) {
                    requests.remove();
                    passedOverCount = passedOver.size();
                }
                return request;
            }
        }
        return null;
    }

    /**
     * Takes one request out of those that have been passed over.
     *
     * @param request what {@link #find} has shown
     */
    public void remove(QueuedRequest request) {
        passedOver.remove(request);
        passedOverCount = passedOver.size();
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
            passedOver.addLast(request);
            request = next();
        }
        passedOverCount = passedOver.size();
    }

    private QueuedRequest next() {
        QueuedRequest request = inbox.poll();
        if (request != null) {
            request.sequence(++taken);
        }
        return request;
    }
}
