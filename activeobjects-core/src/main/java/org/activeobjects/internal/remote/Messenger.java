package org.activeobjects.internal.remote;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.admission.Admissions;
import org.activeobjects.internal.admission.Receipt;
import org.activeobjects.internal.codec.EncodedMessage;
import org.activeobjects.internal.codec.PeerClasses;
import org.activeobjects.internal.continuation.Continuations;
import org.activeobjects.internal.future.Futures;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.lease.Trailer;
import org.activeobjects.internal.pending.Inquiry;
import org.activeobjects.internal.pending.LostRuntimes;
import org.activeobjects.internal.pending.RemotePromise;
import org.activeobjects.internal.polling.Polling;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.ref.Reference;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends the messages of one runtime and takes those for it.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Messenger {

    private static final Logger LOG = LogManager.getLogger(Messenger.class);

    private final RuntimeHost host;
    private final Transport transport;
    private final Polling pollingForRequests;
    private final Polling pollingForAnswers;
    private final RuntimeId self;
    private final ConcurrentMap<RuntimeId, Peer> peers = new ConcurrentHashMap<>();
    private final LostRuntimes lost = new LostRuntimes();
    private final Continuations continuations;
    private final Admissions admissions = new Admissions();
    private final Notices notices = new Notices(this);
    private final AtomicLong requestIds = new AtomicLong();
    private final AtomicLong lateAnswers = new AtomicLong();
    private volatile boolean closed;

    /**
     * Begins to take messages.
     *
     * @param host runtime that they are for
     * @param transport its open transport
     */
    public Messenger(RuntimeHost host, Transport transport) {
        this.host = host;
        this.transport = transport;
        this.pollingForRequests = Polling.forRequests(transport);
        this.pollingForAnswers = Polling.forAnswers(transport);
        this.self = transport.card().id();
        this.continuations =
                new Continuations(
                        (future, owed) ->
                                Futures.tellInTheEnd(
                                        future.promise(), new FutureUpdate(host, future, owed)));
        transport.onPeerLost(this::onPeerLost);
        transport.handle(Wire.HANDLER, new Incoming(host, this));
    }

    /**
     * The transport.
     *
     * @return the open transport
     */
    public Transport transport() {
        return transport;
    }

    /**
     * The id of this runtime.
     *
     * @return the transport's
     */
    public RuntimeId self() {
        return self;
    }

    /**
     * A message with room for the header and no content, which any runtime can read.
     *
     * @return a new message
     */
    public EncodedMessage newMessage() {
        return Wire.withHeader(new EncodedMessage());
    }

    /**
     * A message with room for the header and no content.
     *
     * @param destination the only runtime that can read it
     * @return a new message
     */
    public EncodedMessage newMessage(RuntimeId destination) {
        return Wire.withHeader(new EncodedMessage(classesOf(destination)));
    }

    /**
     * A message with room for the header and no content. A class that all who can read it know by
     * its number goes by that, any other by its name.
     *
     * @param destinations the only runtimes that can read it
     * @return a new message
     */
    public EncodedMessage newMessage(Set<RuntimeId> destinations) {
        PeerClasses[] all = destinations.stream().map(this::classesOf).toArray(PeerClasses[]::new);
        return Wire.withHeader(new EncodedMessage(number -> knowAll(all, number)));
    }

    private static boolean knowAll(PeerClasses[] receivers, int number) {
        for (PeerClasses one : receivers) {
            if (!one.know(number)) {
                return false;
            }
        }
        return true;
    }

    /** The classes that another runtime and this one know of each other. */
    PeerClasses classesOf(RuntimeId other) {
        return peer(other).classes();
    }

    /** What is known of another runtime, also of one that is not known to be there. */
    Peer peer(RuntimeId id) {
        Peer known = peers.get(id);
        return known != null ? known : newPeer(id);
    }

    /** Of one that is lost none is kept: nobody would take that away, and every post fails. */
    private Peer newPeer(RuntimeId id) {
        Peer made =
                peers.computeIfAbsent(
                        id,
                        key -> new Peer(new PeerClasses(news -> notices.tellClasses(key, news))));
        if (lost.contains(id)) {
            peers.remove(id, made);
        }
        return made;
    }

    /**
     * Posts a message whose answer a promise waits for.
     *
     * @param destination runtime that gets it
     * @param stream messages of one stream stay in order
     * @param message the message, its request id not yet written
     * @param promise who gets the answer, {@code null} if none is expected
     * @throws TransportException if it cannot be sent; the promise will not be completed
     */
    public void post(RuntimeId destination, int stream, EncodedMessage message, Promise promise) {
        post(destination, stream, message, promise, null);
    }

    /**
     * Posts a message whose answer a promise waits for.
     *
     * @param destination runtime that gets it
     * @param stream messages of one stream stay in order
     * @param message the message, its request id not yet written
     * @param promise who gets the answer, {@code null} if none is expected
     * @param receipt who is told that it has arrived; {@code null} if nobody is
     * @throws TransportException if it cannot be sent; nothing will be completed
     */
    public void post(
            RuntimeId destination,
            int stream,
            EncodedMessage message,
            Promise promise,
            Receipt receipt) {
        if (promise == null && receipt == null) {
            Wire.requestId(message.head(), 0);
            postRaw(destination, stream, message);
            return;
        }
        long id = requestIds.incrementAndGet();
        Peer peer = peer(destination);
        if (promise instanceof RemotePromise call) {
            call.sentAs(id, pollingForAnswers);
        }
        if (promise != null) {
            peer.add(id, promise);
        }
        if (receipt != null) {
            admissions.expect(destination, id, receipt);
        }
        if (closed) {
            forget(destination, peer, id);
            throw new ActiveObjectException("this runtime has been closed");
        }
        Wire.requestId(message.head(), id);
        try {
            postRaw(destination, stream, message);
        } catch (RuntimeException | Error e) { // also if it is longer than a message may be
            forget(destination, peer, id);
            throw e;
        }
    }

    private void forget(RuntimeId destination, Peer peer, long id) {
        var _ = peer.take(id);
        admissions.received(destination, id);
    }

    /**
     * Posts a message as it is.
     *
     * @param destination runtime that gets it
     * @param stream messages of one stream stay in order
     * @param message the message
     * @throws TransportException if it cannot be sent
     */
    public void postRaw(RuntimeId destination, int stream, EncodedMessage message) {
        List<Object> travellers = message.travellers();
        boolean passesFutures = Continuations.areAmong(travellers);
        if (passesFutures && !Wire.carriesFutures(message.head())) {
            continuations.seal(message);
            Wire.carryFutures(message.head());
        }
        if (!travellers.isEmpty()
                && !Wire.carriesReferences(message.head())
                && Trailer.append(message)) {
            Wire.carryReferences(message.head());
        }
        try {
            transport.post(
                    destination,
                    Wire.HANDLER,
                    stream,
                    message.head(),
                    message.headLength(),
                    message.attachments());
        } finally {
            // What it refers to stays held at least until it has left.
            Reference.reachabilityFence(message);
        }
        if (passesFutures) {
            continuations.posted(destination, travellers);
        }
    }

    /**
     * Asks another runtime to do something, and waits for the answer.
     *
     * @param destination that runtime
     * @param op one of {@link SystemOps}
     * @param text its text
     * @param number its number
     * @param arguments its arguments
     * @return the answer
     * @throws TransportException if it cannot be sent, or the runtime is lost
     */
    public Object ask(
            RuntimeId destination, byte op, String text, long number, Object... arguments) {
        return Inquiry.result(systemCall(destination, op, text, number, arguments));
    }

    /**
     * Asks another runtime to do something.
     *
     * @param destination that runtime
     * @param op one of {@link SystemOps}
     * @param text its text
     * @param number its number
     * @param arguments its arguments
     * @return a promise for the answer
     * @throws TransportException if it cannot be sent
     */
    public Promise systemCall(
            RuntimeId destination, byte op, String text, long number, Object... arguments) {
        EncodedMessage message = newMessage(destination);
        SystemOps.write(message, text);
        var what = new SystemOps.Asked(destination, op, text, transport);
        host.codec().encode(message, arguments, SystemOps.rootsOf(op), what);
        Wire.kind(message.head(), Wire.SYSTEM, (byte) 0, op);
        Wire.callee(message.head(), number);
        Inquiry inquiry = new Inquiry(what, host.synchronousCalls().limitMs());
        post(destination, Wire.stream(requestIds.get()), message, inquiry);
        return inquiry.sentAs(Wire.requestId(message.head()));
    }

    /** The answer of a request has been handed on, or, with {@code null}, is on its way. */
    void handedOn(RuntimeId caller, long requestId, Object to) {
        peer(caller).handedOn(requestId, to);
    }

    /**
     * On what the answer of a request depends since its method has returned.
     *
     * @param caller runtime that the request came from
     * @param requestId its number there
     * @return a promise, {@link Answer#ELSEWHERE}, or {@code null} if the method has not returned
     */
    public Object handedOnTo(RuntimeId caller, long requestId) {
        Peer peer = peers.get(caller);
        return peer == null ? null : peer.handedOnTo(requestId);
    }

    /**
     * The futures that were passed on.
     *
     * @return those of this runtime and those of others
     */
    public Continuations continuations() {
        return continuations;
    }

    /**
     * What is known of the queues of other runtimes.
     *
     * @return credits and receipts
     */
    public Admissions admissions() {
        return admissions;
    }

    private void onPeerLost(PeerLostException loss) {
        RuntimeId runtime = RuntimeId.parse(loss.runtime());
        try {
            host.leases().onLost(runtime);
        } finally { // whatever becomes of that, nobody is to wait
            failWaiting(runtime, loss);
        }
    }

    private void failWaiting(RuntimeId runtime, PeerLostException loss) {
        admissions.lost(runtime, loss);
        Peer peer = peers.remove(runtime); // first: from here on nothing new can wait for it
        lost.add(runtime);
        peers.remove(runtime);
        int failed = continuations.lost(runtime, loss) + (peer == null ? 0 : peer.fail(loss));
        if (failed > 0) {
            LOG.warn(
                    "a runtime is lost: runtime={} failedCalls={} reason={}",
                    host.nameOf(runtime),
                    failed,
                    loss.getMessage());
        } else {
            LOG.debug("lost runtime={} nothing waited for it", loss.runtime(), loss);
        }
    }

    /** Fails what waits for other runtimes, because this one is closed. */
    public void close() {
        closed = true;
        continuations.close();
        admissions.close();
        peers.forEach(
                (id, peer) ->
                        peer.fail(
                                new PeerLostException(
                                        id.toString(), "this runtime has been closed", null)));
    }

    /** The promise that waits for an answer, once; counted as late if there is none. */
    Promise awaiting(Peer peer, RuntimeId from, long requestId) {
        Promise promise = peer.take(requestId);
        if (promise == null) {
            lateAnswers.incrementAndGet();
            LOG.debug("answer of no call that waits, dropped: from={} id={}", from, requestId);
        }
        return promise;
    }

    /**
     * What it tells others that is no answer.
     *
     * @return of classes, credits, arrivals and references
     */
    public Notices notices() {
        return notices;
    }

    /** Of bodies that have served another runtime. */
    Polling pollingForRequests() {
        return pollingForRequests;
    }

    /** Calls that wait and answers that came too late, for people. */
    @Override
    public String toString() {
        int waiting = peers.values().stream().mapToInt(Peer::size).sum();
        return "runtime %s waiting=%s lateAnswers=%s %s %s"
                .formatted(self, waiting, lateAnswers, admissions, continuations);
    }
}
