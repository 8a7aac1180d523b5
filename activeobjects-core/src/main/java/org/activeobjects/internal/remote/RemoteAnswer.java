package org.activeobjects.internal.remote;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.alive.Soon;
import org.activeobjects.internal.codec.EncodedMessage;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.internal.thrown.Thrown;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** Sends the answer of a request to the runtime it came from. */
class RemoteAnswer implements Answer {

    private static final Logger LOG = LogManager.getLogger(RemoteAnswer.class);

    /** Longest text of an exception that stands in for another one, in characters. */
    private static final int MAX_TEXT = 4_000;

    private final RuntimeHost host;
    private final RuntimeId caller;
    private final long requestId;
    private LocalBody body;
    private RemoteRequest request; // until that is served: it holds its arguments
    private String method = "";
    private volatile boolean handedOn;

    RemoteAnswer(RuntimeHost host, RuntimeId caller, long requestId) {
        this.host = host;
        this.caller = caller;
        this.requestId = requestId;
    }

    /** Says whose answer it is, before anybody can give it. */
    final void of(LocalBody called, RemoteRequest answered) {
        body = called;
        request = answered;
    }

    final boolean isFor(RuntimeId runtime, long request) {
        return requestId == request && runtime.equals(caller);
    }

    @Override
    public void handedOn(Object to) {
        method = method(); // known by now
        request = null;
        handedOn = true;
        host.messenger().handedOn(caller, requestId, to);
    }

    @Override
    public final void value(Object value) {
        try {
            post(encode(value, (byte) 0));
        } catch (SerializationException | IllegalArgumentException e) {
            failure(e); // no value that can be sent, or longer than a message may be
        }
    }

    @Override
    public final void failure(Throwable failure) {
        try {
            post(encode(failure, Wire.FAILED));
        } catch (Throwable e) { // also one that is too long: who waits must not do so for ever
            post(encode(standIn(failure, Thrown.textOf(e)), Wire.FAILED));
        }
    }

    /** What is left of an exception that cannot be encoded: its text and its stack. */
    static Throwable standIn(Throwable failure, String why) {
        String text = Thrown.textOf(failure);
        ActiveObjectException plain =
                new ActiveObjectException(
                        text.substring(0, Math.min(MAX_TEXT, text.length()))
                                + " (which cannot be sent itself: "
                                + why
                                + ")");
        plain.setStackTrace(Thrown.stackOf(failure));
        return plain;
    }

    private EncodedMessage encode(Object content, byte flags) {
        EncodedMessage message = newMessage(host.messenger());
        host.codec().encode(message, new Object[] {content}, this);
        Wire.kind(message.head(), Wire.REPLY, flags, (byte) 0);
        return message;
    }

    /** An empty message for whoever gets the answer. */
    EncodedMessage newMessage(Messenger messenger) {
        return messenger.newMessage(caller);
    }

    /** The stream of the answer. */
    int stream() {
        return Wire.stream(requestId);
    }

    /** Sends the encoded answer. */
    void post(EncodedMessage message) {
        Wire.requestId(message.head(), requestId);
        try {
            host.messenger().postRaw(caller, stream(), message);
        } catch (TransportException e) {
            LOG.debug("answer not sent, its caller is gone: caller={}", caller, e);
        } finally {
            if (handedOn) {
                // Until it has left, whoever asks is to find that it is no matter of the body.
                host.messenger().handedOn(caller, requestId, null);
            }
        }
    }

    /**
     * Tells the caller of a one-way request that it was not served: nobody waits for its answer,
     * but its caller must not believe it served. May wait as any call does.
     *
     * @param messenger sends it
     * @param caller runtime that the request came from
     * @param head the request
     * @param method what was called; empty if that is not known here
     * @param callee who was called, for people
     * @param why why it was not served
     * @return false if the caller is gone
     */
    static boolean tellLost(
            Messenger messenger,
            RuntimeId caller,
            byte[] head,
            String method,
            String callee,
            Throwable why) {
        try {
            try {
                postLost(messenger, caller, head, why, method, callee);
            } catch (SerializationException | IllegalArgumentException | VirtualMachineError e) {
                // Not to be encoded, longer than a message may be, or no memory for it.
                postLost(messenger, caller, head, standIn(why, Thrown.textOf(e)), method, callee);
            }
            return true;
        } catch (TransportException | ActiveObjectException | IllegalStateException gone) {
            LOG.debug("lost one-way call not told, its caller is gone: from={}", caller, gone);
            return false;
        }
    }

    private static void postLost(
            Messenger messenger,
            RuntimeId caller,
            byte[] head,
            Throwable why,
            String method,
            String callee) {
        Object[] told = {why, method, callee, Wire.tableHash(head), Wire.methodId(head)};
        String self = messenger.self().toString();
        var _ = messenger.systemCall(caller, SystemOps.LOST_CALL, self, Wire.sender(head), told);
    }

    /** What could not be encoded, for people. */
    @Override
    public String toString() {
        return "answer"
                + method()
                + " from "
                + host.nameOf(host.messenger().self())
                + " to "
                + host.nameOf(caller);
    }

    private String method() {
        return request == null ? method : " of " + body.getName() + "." + request.label();
    }

    /** Nobody else sees what goes wrong on a thread of its own. */
    private void valueOrFailure(Object value) {
        try {
            value(value);
        } catch (Throwable e) {
            failure(e);
        }
    }

    /** The same answer for use on threads that must not block. */
    Answer onThreadOfItsOwn() {
        return new Answer() {
            @Override
            public void value(Object value) {
                Soon.run("answer", () -> valueOrFailure(value));
            }

            @Override
            public void failure(Throwable failure) {
                Soon.run("answer", () -> RemoteAnswer.this.failure(failure));
            }
        };
    }
}
