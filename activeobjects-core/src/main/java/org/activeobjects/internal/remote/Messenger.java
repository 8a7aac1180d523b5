package org.activeobjects.internal.remote;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.internal.codec.EncodedMessage;
import org.activeobjects.internal.continuation.Continuations;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.future.Undecoded;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
    private final RuntimeId self;
    private final ConcurrentMap<RuntimeId, Peer> peers = new ConcurrentHashMap<>();
    private final Continuations continuations;
    private final AtomicLong requestIds = new AtomicLong();
    private final AtomicLong lateAnswers = new AtomicLong();

    /**
     * Begins to take messages.
     *
     * @param host runtime that they are for
     * @param transport its open transport
     */
    public Messenger(RuntimeHost host, Transport transport) {
        this.host = host;
        this.transport = transport;
        this.self = transport.card().id();
        this.continuations =
                new Continuations(
                        (future, owed) ->
                                future.promise().tell(new FutureUpdate(host, future, owed)));
        transport.onPeerLost(this::onPeerLost);
        transport.handle(Wire.HANDLER, this::onMessage);
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
     * A message with room for the header and no content.
     *
     * @return a new message
     */
    public EncodedMessage newMessage() {
        EncodedMessage message = new EncodedMessage();
        message.reserve(Wire.HEADER);
        return message;
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
        if (promise == null) {
            Wire.requestId(message.head(), 0);
            postRaw(destination, stream, message);
            return;
        }
        long id = requestIds.incrementAndGet();
        Peer peer = peers.computeIfAbsent(destination, key -> new Peer());
        if (promise instanceof RemotePromise call) {
            call.sentAs(id);
        }
        peer.add(id, promise);
        Wire.requestId(message.head(), id);
        try {
            postRaw(destination, stream, message);
        } catch (TransportException | IllegalStateException e) {
            peer.take(id);
            throw e;
        }
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
        boolean passesFutures = !message.travellers().isEmpty();
        if (passesFutures && !Wire.carriesFutures(message.head())) {
            continuations.seal(message);
            Wire.carryFutures(message.head());
        }
        transport.post(
                destination,
                Wire.HANDLER,
                stream,
                message.head(),
                message.headLength(),
                message.attachments());
        if (passesFutures) {
            continuations.posted(destination, message.travellers());
        }
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
            RuntimeId destination, byte op, String text, long number, Object[] arguments) {
        EncodedMessage message = newMessage();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int at = message.reserve(Integer.BYTES + bytes.length);
        ByteBuffer.wrap(message.head())
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(at, bytes.length)
                .put(at + Integer.BYTES, bytes);
        host.codec().encode(message, arguments, "system call " + op + " " + text);
        Wire.kind(message.head(), Wire.SYSTEM, (byte) 0, op);
        Wire.callee(message.head(), number);
        Promise promise =
                new Promise(Object.class, "system call " + op + " of runtime " + destination);
        post(destination, Wire.stream(requestIds.get()), message, promise);
        return promise;
    }

    /**
     * Waits for the answer of a system call.
     *
     * @param answer what {@link #systemCall} gave
     * @return the answer
     * @throws RuntimeException what the call failed with; checked exceptions as the cause of an
     *     {@code ActiveObjectException}
     */
    public static Object result(Promise answer) {
        try {
            return answer.get(0);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new ActiveObjectException("system call failed: call=" + answer, e);
        }
    }

    /** The answer of a request has been handed on, or, with {@code null}, is on its way. */
    void handedOn(RuntimeId caller, long requestId, Object to) {
        peers.computeIfAbsent(caller, key -> new Peer()).handedOn(requestId, to);
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

    private void onPeerLost(PeerLostException loss) {
        RuntimeId lost = RuntimeId.parse(loss.runtime());
        Peer peer = peers.get(lost);
        int failed = continuations.lost(lost, loss) + (peer == null ? 0 : peer.fail(loss));
        if (failed > 0) {
            LOG.warn(
                    "lost runtime={} failedCalls={} reason={}",
                    loss.runtime(),
                    failed,
                    loss.getMessage());
        } else {
            LOG.debug("lost runtime={} nothing waited for it", loss.runtime(), loss);
        }
    }

    /** Fails what waits for other runtimes, because this one is closed. */
    public void close() {
        continuations.close();
        peers.forEach(
                (id, peer) ->
                        peer.fail(
                                new PeerLostException(
                                        id.toString(), "this runtime has been closed", null)));
    }

    private void onMessage(RuntimeId from, int stream, byte[] head, Object[] attachments) {
        try {
            if (head.length < Wire.HEADER) {
                throw new ActiveObjectException(
                        "message shorter than its header: bytes=" + head.length);
            }
            if (Wire.carriesFutures(head)) {
                continuations.arrived(from, attachments);
            }
            switch (Wire.kind(head)) {
                case Wire.REQUEST -> onRequest(from, head, attachments);
                case Wire.REPLY -> onReply(from, head, attachments);
                case Wire.EXTENSION -> onExtension(from, head, attachments);
                case Wire.TERMINATE -> onTermination(from, head);
                case Wire.SYSTEM -> onSystemCall(from, head, attachments);
                case Wire.UPDATE ->
                        continuations.update(
                                from,
                                Wire.callee(head),
                                Wire.sender(head),
                                answer(head, attachments));
                default -> throw new ActiveObjectException("message kind=" + Wire.kind(head));
            }
        } catch (RuntimeException e) {
            LOG.warn("message dropped: from={} bytes={}", from, head.length, e);
        }
    }

    private Answer answerTo(RuntimeId from, byte[] head) {
        long id = Wire.requestId(head);
        return id == 0 ? null : new RemoteAnswer(host, from, id);
    }

    private void onRequest(RuntimeId from, byte[] head, Object[] attachments) {
        Answer answer = answerTo(from, head);
        LocalBody body = host.exported(Wire.callee(head));
        try {
            if (body == null) {
                throw unknown(head);
            }
            body.receive(
                    new RemoteRequest(
                            host, from, body.target().getClass(), head, attachments, answer));
        } catch (BodyTerminatedRequestException e) {
            if (answer != null) {
                Thread.startVirtualThread(() -> answer.failure(e));
            } else {
                LOG.debug("one-way call to an ended active object: from={}", from, e);
            }
        }
    }

    private BodyTerminatedRequestException unknown(byte[] head) {
        return new BodyTerminatedRequestException(
                "active object has been terminated or never was: number="
                        + Wire.callee(head)
                        + " runtime="
                        + self);
    }

    private void onReply(RuntimeId from, byte[] head, Object[] attachments) {
        Peer peer = peers.get(from);
        Promise promise = peer == null ? null : peer.take(Wire.requestId(head));
        if (promise == null) {
            lateAnswers.incrementAndGet();
            return;
        }
        promise.undecoded(answer(head, attachments));
    }

    private Undecoded answer(byte[] head, Object[] attachments) {
        return () -> {
            Object content = decode(head, Wire.HEADER, attachments)[0];
            if (Wire.flags(head) == Wire.FAILED) {
                throw (Throwable) content;
            }
            return content;
        };
    }

    private Object[] decode(byte[] head, int offset, Object[] attachments) {
        return host.codec().decode(head, offset, head.length - offset, attachments);
    }

    private void onExtension(RuntimeId from, byte[] head, Object[] attachments) {
        RemoteAnswer sending = new RemoteAnswer(host, from, Wire.requestId(head));
        Answer answer = sending.onThreadOfItsOwn();
        LocalBody body = host.exported(Wire.callee(head));
        if (body == null) {
            answer.failure(unknown(head));
            return;
        }
        UniqueID sender = new UniqueID(from, Wire.sender(head));
        body.receive(
                sender,
                () -> {
                    try {
                        Object[] call = decode(head, Wire.HEADER, attachments);
                        Arrival.callExtension(
                                host, body, (String) call[0], sender, call[1], answer);
                    } catch (RuntimeException e) {
                        answer.failure(e);
                    }
                });
    }

    private void onTermination(RuntimeId from, byte[] head) {
        LocalBody body = host.exported(Wire.callee(head));
        if (body != null) {
            Arrival.terminate(
                    body,
                    Wire.flags(head) == Wire.IMMEDIATE,
                    () -> new UniqueID(from, Wire.sender(head)));
        }
    }

    private void onSystemCall(RuntimeId from, byte[] head, Object[] attachments) {
        Answer answer = new RemoteAnswer(host, from, Wire.requestId(head));
        int length = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt(Wire.HEADER);
        int start = Wire.HEADER + Integer.BYTES;
        if (length < 0 || length > head.length - start) {
            throw new ActiveObjectException("text outside the message: length=" + length);
        }
        String text =
                new String(Arrays.copyOfRange(head, start, start + length), StandardCharsets.UTF_8);
        Thread.ofVirtual()
                .name("system call " + Wire.op(head) + " " + text)
                .start(
                        () -> {
                            try {
                                answer.value(
                                        host.onSystemCall(
                                                Wire.op(head),
                                                text,
                                                Wire.callee(head),
                                                () -> decode(head, start + length, attachments)));
                            } catch (Throwable e) {
                                answer.failure(e);
                            }
                        });
    }

    /** Calls that wait and answers that came too late, for people. */
    @Override
    public String toString() {
        int waiting = peers.values().stream().mapToInt(Peer::size).sum();
        return "runtime "
                + self
                + " waiting="
                + waiting
                + " lateAnswers="
                + lateAnswers
                + " "
                + continuations;
    }
}
