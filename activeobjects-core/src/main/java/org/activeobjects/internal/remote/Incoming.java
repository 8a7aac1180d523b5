package org.activeobjects.internal.remote;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.internal.alive.Errands;
import org.activeobjects.internal.alive.Soon;
import org.activeobjects.internal.codec.ClassNotice;
import org.activeobjects.internal.codec.PeerClasses;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.future.Undecoded;
import org.activeobjects.internal.lease.LeaseNotice;
import org.activeobjects.internal.lease.Reference;
import org.activeobjects.internal.lease.Trailer;
import org.activeobjects.internal.pending.Errand;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.MessageHandler;
import org.activeobjects.transport.address.RuntimeId;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Takes the messages for one runtime.
 *
 * <p><b>Threading:</b> called by threads of the transport; nothing here blocks or decodes.
 */
final class Incoming implements MessageHandler {

    private static final Logger LOG = LogManager.getLogger(Incoming.class);

    private final RuntimeHost host;
    private final Messenger messenger;
    private final Errands systemCalls = new Errands();

    Incoming(RuntimeHost host, Messenger messenger) {
        this.host = host;
        this.messenger = messenger;
    }

    /** What comes for parameters that borrow, and all else, goes into arrays that were borrowed. */
    @Override
    public Object arrayFor(ElementType type, int count) {
        return host.arrays().take(type, count);
    }

    /** Takes a message; never fails. */
    @Override
    public void onMessage(RuntimeId from, int stream, byte[] head, Object[] attachments) {
        try {
            if (head.length < Wire.HEADER) {
                throw new ActiveObjectException(
                        "message shorter than its header: bytes=" + head.length);
            }
            if (Wire.carriesFutures(head)) {
                messenger.continuations().arrived(from, attachments);
            }
            if (Wire.carriesReferences(head)) {
                int end = Trailer.start(head, Wire.HEADER);
                Object[] held = hold(head, end, attachments);
                dispatch(from, Arrays.copyOf(head, end), held);
            } else {
                dispatch(from, head, attachments);
            }
        } catch (RuntimeException | Error e) { // who called is told, whatever it was
            LOG.warn("message dropped: from={} bytes={}", from, head.length, e);
            if (head.length >= Wire.HEADER) {
                refuse(from, head, e);
            }
        }
    }

    /** Nobody is to wait for what a dropped message would have brought, or asked for. */
    private void refuse(RuntimeId from, byte[] head, Throwable reason) {
        switch (Wire.kind(head)) {
            case Wire.REPLY -> {
                Peer peer = messenger.peer(from);
                Promise promise = messenger.awaiting(peer, from, Wire.requestId(head));
                if (promise != null) {
                    promise.failure(reason);
                }
            }
            case Wire.REQUEST -> refuseCall(from, head, answerTo(from, head), reason);
            case Wire.EXTENSION, Wire.MARK, Wire.SYSTEM ->
                    new RemoteAnswer(host, from, Wire.requestId(head))
                            .onThreadOfItsOwn()
                            .failure(reason);
            default -> {} // nobody waits
        }
    }

    private void refuseCall(RuntimeId from, byte[] head, Answer answer, Throwable reason) {
        if (Wire.has(head, Wire.CREDIT)) {
            messenger.notices().tell(from, Wire.CREDITS, Wire.callee(head), 1);
        }
        if (Wire.has(head, Wire.ARRIVAL)) {
            messenger.notices().tell(from, Wire.ARRIVED, 0, Wire.requestId(head));
        }
        if (answer != null) {
            Soon.run("refusal", () -> answer.failure(reason));
        } else {
            tellLost(from, head, reason);
        }
    }

    private void dispatch(RuntimeId from, byte[] head, Object[] attachments) {
        switch (Wire.kind(head)) {
            case Wire.REQUEST -> onRequest(from, head, attachments);
            case Wire.REPLY -> onReply(from, head, attachments);
            case Wire.EXTENSION -> onExtension(from, head, attachments);
            case Wire.TERMINATE -> onTermination(from, head);
            case Wire.MARK -> onMark(from, head);
            case Wire.SYSTEM -> onSystemCall(from, head, attachments);
            case Wire.UPDATE ->
                    messenger
                            .continuations()
                            .update(
                                    from,
                                    Wire.callee(head),
                                    Wire.sender(head),
                                    new Content(
                                            host,
                                            from,
                                            messenger.classesOf(from),
                                            head,
                                            attachments,
                                            null));
            case Wire.CREDITS ->
                    messenger.admissions().onCredits(from, Wire.callee(head), Wire.requestId(head));
            case Wire.ARRIVED -> messenger.admissions().received(from, Wire.requestId(head));
            case Wire.LEASE -> host.leases().onNotice(from, notice(head));
            case Wire.CLASSES ->
                    messenger
                            .classesOf(from)
                            .onKnown(ClassNotice.read(head, Wire.HEADER).numbers());
            default -> throw new ActiveObjectException("message kind=" + Wire.kind(head));
        }
    }

    /**
     * Holds what a message refers to from its arrival on, for as long as its attachments are kept:
     * what holds it is put among them, at the end but before the futures.
     */
    private Object[] hold(byte[] head, int end, Object[] attachments) {
        List<Reference> references = Trailer.read(head, end);
        Object[] anchors = new Object[references.size()];
        for (int i = 0; i < anchors.length; i++) {
            anchors[i] = host.leases().arrived(messenger.self(), references.get(i));
        }
        int count = attachments.length;
        Object[] all = Arrays.copyOf(attachments, count + 1, Object[].class);
        if (Wire.carriesFutures(head)) {
            all[count] = all[count - 1];
            all[count - 1] = anchors;
        } else {
            all[count] = anchors;
        }
        return all;
    }

    private static LeaseNotice notice(byte[] head) {
        return LeaseNotice.read(Wire.op(head), head, Wire.HEADER);
    }

    private RemoteAnswer answerTo(RuntimeId from, byte[] head) {
        long id = Wire.requestId(head);
        boolean isOneWay = Wire.kind(head) == Wire.REQUEST && Wire.has(head, Wire.ONE_WAY);
        return id == 0 || isOneWay ? null : new RemoteAnswer(host, from, id);
    }

    private void onRequest(RuntimeId from, byte[] head, Object[] attachments) {
        RemoteAnswer answer = answerTo(from, head);
        LocalBody body = host.exported(Wire.callee(head));
        try {
            if (body == null) {
                throw unknown(head);
            }
            RemoteRequest request =
                    new RemoteRequest(
                            host, from, body.target().getClass(), head, attachments, answer);
            if (answer != null) {
                answer.of(body, request);
            }
            boolean isPassedOn = body.hasMoved(); // known to be so before: told when it is
            body.receive(request);
            if (!isPassedOn) {
                request.arrived();
            }
        } catch (BodyTerminatedRequestException e) {
            refuseCall(from, head, answer, e);
        }
    }

    private void tellLost(RuntimeId from, byte[] head, Throwable why) {
        String callee = "active object #" + Wire.callee(head);
        Soon.run(
                "loss of a call",
                () -> {
                    if (!RemoteAnswer.tellLost(messenger, from, head, "", callee, why)) {
                        LOG.warn("one-way call lost: callee={} from={}", callee, from, why);
                    }
                });
    }

    private BodyTerminatedRequestException unknown(byte[] head) {
        String why = host.leases().whyEnded(Wire.callee(head));
        return new BodyTerminatedRequestException(
                "active object has been terminated"
                        + (why == null ? " or never was" : "")
                        + ": number="
                        + Wire.callee(head)
                        + RemoteRequest.methodOf(head)
                        + " of "
                        + host.nameOf(messenger.self())
                        + (why == null ? "" : " reason=" + why)
                        + "; look it up again, or create another");
    }

    private void onReply(RuntimeId from, byte[] head, Object[] attachments) {
        Peer peer = messenger.peer(from);
        Promise promise = messenger.awaiting(peer, from, Wire.requestId(head));
        if (promise == null) {
            return;
        }
        Content answer = new Content(host, from, peer.classes(), head, attachments, promise);
        if (promise.isAwaited()) {
            messenger.transport().afterwards(answer);
        } else {
            answer.run();
        }
        messenger.admissions().received(from, Wire.requestId(head));
    }

    /**
     * What an answer says, still encoded.
     *
     * @param host the runtime that it has come to
     * @param from the runtime that it has come from
     * @param classes what is known of that
     * @param head its bytes
     * @param attachments what came beside them
     * @param promise who waits for it; {@code null} if that is told by another
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Content(
            RuntimeHost host,
            RuntimeId from,
            PeerClasses classes,
            byte[] head,
            Object[] attachments,
            Promise promise)
            implements Undecoded, Supplier<Object>, Runnable {

        /** Tells who waits that it is there. */
        @Override
        public void run() {
            promise.undecoded(this);
        }

        @Override
        public Object decode() throws Throwable {
            boolean failed = isFailure();
            Class<?> type = failed ? Throwable.class : Object.class;
            Object content =
                    host.codec().decodeOne(head, Wire.HEADER, attachments, classes, type, this);
            if (failed) {
                throw content == null
                        ? new ActiveObjectException(
                                "call failed without a reason: runtime=" + host.nameOf(from))
                        : (Throwable) content;
            }
            return content;
        }

        @Override
        public boolean isFailure() {
            return Wire.flags(head) == Wire.FAILED;
        }

        /** Says what could not be decoded. */
        @Override
        public Object get() {
            String what = promise == null ? "a call that was passed on" : promise.description();
            String to = host.nameOf(host.messenger().self());
            return "answer of " + what + " from " + host.nameOf(from) + " to " + to;
        }
    }

    private Object[] decode(
            RuntimeId from, byte[] head, int offset, Object[] attachments, String what) {
        return host.codec()
                .decode(
                        head,
                        offset,
                        head.length - offset,
                        attachments,
                        messenger.classesOf(from),
                        SystemOps.rootsOf(Wire.op(head)),
                        () -> {
                            String here = host.nameOf(messenger.self());
                            return what + " in " + here + " called from " + host.nameOf(from);
                        });
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
        try {
            Object[] call = decode(from, head, Wire.HEADER, attachments, "extension");
            Arrival.callExtension(host, body, (String) call[0], sender, call[1], answer);
        } catch (RuntimeException e) {
            answer.failure(e);
        }
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

    private void onMark(RuntimeId from, byte[] head) {
        Answer answer = new RemoteAnswer(host, from, Wire.requestId(head)).onThreadOfItsOwn();
        LocalBody body = host.exported(Wire.callee(head));
        if (body == null) {
            answer.failure(unknown(head));
        } else {
            Arrival.mark(host, body, answer);
        }
    }

    /**
     * What is told of a call that is not answered comes behind its answer, if that has just left:
     * so whoever has asked sees that he knew too little.
     */
    private Answer systemAnswer(RuntimeId from, byte[] head, String text) {
        boolean isAboutCall = Wire.op(head) == SystemOps.WAITS && text.matches("\\d{1,18}@.*");
        long behind =
                isAboutCall ? Long.parseLong(text, 0, text.indexOf('@'), 10) : Wire.requestId(head);
        return new RemoteAnswer(host, from, Wire.requestId(head)) {
            @Override
            int stream() {
                return Wire.stream(behind);
            }
        };
    }

    private void onSystemCall(RuntimeId from, byte[] head, Object[] attachments) {
        int length = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt(Wire.HEADER);
        int start = Wire.HEADER + Integer.BYTES;
        if (length < 0 || length > head.length - start) {
            throw new ActiveObjectException("text outside the message: length=" + length);
        }
        String text =
                new String(Arrays.copyOfRange(head, start, start + length), StandardCharsets.UTF_8);
        Answer answer = systemAnswer(from, head, text);
        String name = SystemOps.nameOf(Wire.op(head), text);
        Errand errand = new Errand(name);
        answer.handedOn(errand);
        Supplier<Object[]> arguments = () -> decode(from, head, start + length, attachments, name);
        systemCalls.begin(); // the JVM does not end before the answer has left
        Soon.run(
                name,
                () -> {
                    try {
                        answer.value(
                                errand.run(
                                        () ->
                                                host.onSystemCall(
                                                        Wire.op(head),
                                                        text,
                                                        Wire.callee(head),
                                                        arguments)));
                    } catch (Throwable e) {
                        answer.failure(e);
                    } finally {
                        systemCalls.end();
                    }
                });
    }
}
