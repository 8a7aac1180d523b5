package org.activeobjects.transport.matching;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.ObjectCodecException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.object.ObjectCodec;
import org.activeobjects.transport.progress.Progress;
import org.activeobjects.transport.transfer.LateMisfits;
import org.activeobjects.transport.transfer.RecentStatuses;

import java.util.Arrays;
import java.util.List;

/**
 * One endpoint, as its operations and the frames for it see it.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Station {

    private final Stations stations;
    private final EndpointAddress address;
    private final Matcher matcher = new Matcher(this);
    private final Operations operations = new Operations(this);
    private final LateMisfits misfits = new LateMisfits();
    private final RecentStatuses statuses = new RecentStatuses();
    private volatile int[] comparing = {};
    private volatile ObjectCodec codec;
    private volatile Endpoint endpoint;

    Station(Stations stations, int id, ObjectCodec codec) {
        this.stations = stations;
        this.address = new EndpointAddress(stations.runtime(), id);
        this.codec = codec;
    }

    /**
     * Names what users call; before the first operation.
     *
     * @param named the endpoint that this is of
     */
    public void belongTo(Endpoint named) {
        endpoint = named;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /**
     * Its number.
     *
     * @return 1 or more
     */
    public int id() {
        return address.id();
    }

    /**
     * How others name it.
     *
     * @return the address
     */
    public EndpointAddress address() {
        return address;
    }

    /**
     * What brings its receives and the messages for it together.
     *
     * @return the matcher
     */
    public Matcher matcher() {
        return matcher;
    }

    /**
     * Its operations.
     *
     * @return those that are not reported, and spare ones
     */
    public Operations operations() {
        return operations;
    }

    /**
     * What it is told of messages that did not fit when their sends were complete.
     *
     * @return the misfits
     */
    public LateMisfits misfits() {
        return misfits;
    }

    RecentStatuses statuses() {
        return statuses;
    }

    /**
     * How objects become bytes here.
     *
     * @return the codec
     */
    public ObjectCodec codec() {
        return codec;
    }

    /**
     * Turns an object into bytes.
     *
     * @param object the object, or {@code null}
     * @return its bytes
     * @throws ObjectCodecException if it cannot be encoded, or the codec has returned nothing
     */
    public byte[] encode(Object object) {
        ObjectCodec current = codec;
        byte[] bytes = current.encode(object);
        if (bytes == null) {
            String type = object == null ? "null" : object.getClass().getName();
            throw new ObjectCodecException(
                    "a codec has returned null for an object: codec=%s class=%s; it returns bytes, or throws why there are none"
                            .formatted(current.getClass().getName(), type));
        }
        return bytes;
    }

    /**
     * The longest object that is received.
     *
     * @return bytes, 0 or more
     * @throws ObjectCodecException if the codec has returned a negative length
     */
    public int longestObject() {
        ObjectCodec current = codec;
        int longest = current.maxLength();
        if (longest < 0) {
            throw new ObjectCodecException(
                    "a codec has returned a negative length for its longest object: codec=%s maxLength=%s; it returns 0 or more"
                            .formatted(current.getClass().getName(), longest));
        }
        return longest;
    }

    /**
     * Chooses how objects become bytes from now on.
     *
     * @param newCodec the codec
     */
    public void codec(ObjectCodec newCodec) {
        codec = newCodec;
    }

    /**
     * In a context, tags are compared from now on, and select nothing.
     *
     * @param context the context
     */
    public synchronized void compareTags(int context) {
        if (!comparesTags(context)) {
            int[] more = Arrays.copyOf(comparing, comparing.length + 1);
            more[comparing.length] = context;
            comparing = more;
        }
    }

    /**
     * Whether tags are compared in a context, and select nothing.
     *
     * @param context the context
     * @return true if so
     */
    public boolean comparesTags(int context) {
        for (int one : comparing) {
            if (one == context) {
                return true;
            }
        }
        return false;
    }

    /**
     * Who moves the links.
     *
     * @return the progress
     */
    public Progress progress() {
        return stations.progress();
    }

    /**
     * Moves the links once; does nothing in a handler, also in one that a thread of a link's own
     * runs: what comes then would be handled in the midst of it, and a peer may end there.
     */
    public void pollOnce() {
        if (!isInHandler()) {
            progress().pollOnce();
        }
    }

    /**
     * Whether the calling thread runs a handler: one that moves the links, or one of a link's own.
     *
     * @return true if so
     */
    public boolean isInHandler() {
        return stations.handlers().isRunning();
    }

    /**
     * As above, of the thread that makes the blocking calls here.
     *
     * @return true if it runs a handler of what this runtime sends to itself
     */
    public boolean isInHandlerOfCaller() {
        return stations.handlers().isRunningOnCaller();
    }

    /**
     * Refuses a wait in a handler. Where that runs on the thread that moves the links, these would
     * stand still; where it runs on a thread of a link's own, what is waited for may have to come
     * by that thread.
     *
     * @param what what is to be waited for
     * @throws IllegalStateException in a handler
     */
    public void checkMayWait(Object what) {
        if (isInHandler()) {
            throw new IllegalStateException(
                    "a message handler must not wait: waitsFor="
                            + what
                            + "; test it, or hand the wait to a thread");
        }
    }

    /** The open endpoint of this runtime with a number; null if there is none. */
    Station neighbour(int id) {
        return stations.at(id);
    }

    /** What is wrong with a number that no open endpoint of this runtime has. */
    String whyNoNeighbour(int id) {
        return stations.whyNotOpen(id);
    }

    /**
     * A message whose send was complete did not fit its receive at a peer: what is posted for that
     * endpoint, in the context of the message, may wait in vain, and fails; if nothing is, the next
     * operation with it does.
     *
     * @param peer the peer
     * @param endpoint the endpoint there
     * @param messageContext context of the message
     * @param text what did not fit
     */
    public void onMisfit(Party peer, int endpoint, int messageContext, String text) {
        TransportException why = LateMisfits.failure(text);
        List<Operation> failed =
                matcher.takePosted(
                        op ->
                                op.peer() == peer
                                        && op.peerEndpoint() == endpoint
                                        && op.context() == messageContext,
                        () -> misfits.keep(peer, endpoint, text));
        Delivery.fail(failed, why);
        if (failed.isEmpty()) {
            misfits.log();
            onComplete(); // somebody may probe
        }
    }

    /** Something has changed that a watch may wait for. */
    public void onComplete() {
        stations.watches().poke();
    }

    void reported(Operation op) {
        operations.reported(op);
        if (op.isSend) {
            op.peer().flush(); // it was complete before it had left
        }
    }
}
