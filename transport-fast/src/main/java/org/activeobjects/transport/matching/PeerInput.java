package org.activeobjects.transport.matching;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.matching.MatchQueues.Envelope;
import org.activeobjects.transport.matching.MatchQueues.Unexpected;
import org.activeobjects.transport.message.InboundMessages;
import org.activeobjects.transport.message.MessageOutput;
import org.activeobjects.transport.message.ProtocolFault;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.transfer.TransferTable;

import java.nio.charset.StandardCharsets;

/**
 * What comes from one peer. Nothing in it is trusted: what no peer of ours would send costs this
 * peer its link, and nothing else.
 *
 * <p><b>Threading:</b> the thread that moves the link.
 */
final class PeerInput implements FrameReceiver {

    private static final long LENGTH_MASK = (1L << 48) - 1;
    private static final long MESSAGE_RETURN = MessageOutput.WINDOW / 8;

    private final Peer peer;
    private final PeerOutput output;
    private final InboundMessages messages;
    private final byte[] text = new byte[Wire.MAX_TEXT];
    private final Slice textSlice = new Slice();
    private final Envelope arrival = new Envelope();
    private final long[] handle = new long[1];
    private final Slice handleSlice = Slice.of(handle);

    // The frame whose payload comes: at most one of these.
    private Operation currentReceive;
    private Unexpected currentUnexpected;
    private MatchedEndpoint currentEndpoint;

    private long messagesToReturn;
    private long announcements;
    private boolean isBroken;
    private volatile boolean byeSeen;
    private volatile Runnable whenDrained;

    PeerInput(Peer peer, PeerOutput output) {
        this.peer = peer;
        this.output = output;
        this.messages =
                new InboundMessages(
                        peer.id(),
                        peer.engine().handlers(),
                        peer.engine().config().maxMessageLength(),
                        this::handled);
    }

    /** Has a task run when the peer has said that nothing more comes, and all of it is here. */
    void whenDrained(Runnable task) {
        whenDrained = task;
        tellIfDrained();
    }

    private void tellIfDrained() {
        Runnable task = whenDrained;
        if (task != null && byeSeen && !expectsData()) {
            task.run();
        }
    }

    boolean expectsData() {
        return !messages.isEmpty() || peer.active().expectsData();
    }

    InboundMessages messages() {
        return messages;
    }

    @Override
    public void onHeader(FrameHeader header, Landing landing) {
        landing.discard();
        if (isBroken) {
            return;
        }
        try {
            switch (header.kind()) {
                case Wire.EAGER -> onEager(header, landing);
                case Wire.DATA -> onData(header, landing);
                case Wire.MESSAGE, Wire.BULK, Wire.BULK_DATA -> messages.onHeader(header, landing);
                case Wire.REFUSAL -> onRefusalHeader(header, landing);
                case Wire.READY_TO_SEND -> onReadyToSendHeader(header, landing);
                case Wire.CLEAR_TO_SEND, Wire.PULLED, Wire.ABORT -> onControl(header);
                case Wire.CREDIT, Wire.BULK_CREDIT, Wire.BYE -> onControl(header);
                default -> peer.active().onHeader(header, landing);
            }
        } catch (RuntimeException | OutOfMemoryError fault) {
            landing.discard();
            onFault(fault);
        }
    }

    private void onControl(FrameHeader header) {
        if (header.payloadLength() != 0) {
            throw new ProtocolFault("a frame that has no payload has one: " + header);
        }
        switch (header.kind()) {
            case Wire.CLEAR_TO_SEND -> onClearToSend(header);
            case Wire.PULLED -> onPulled(header);
            case Wire.ABORT -> onAbort(header);
            case Wire.CREDIT -> check(output.creditEager(header.word3()), header);
            case Wire.BULK_CREDIT -> check(output.messages().credit(header.word3()), header);
            case Wire.BYE -> {
                byeSeen = true;
                tellIfDrained();
            }
            default -> throw new ProtocolFault("an unknown kind of frame: " + header);
        }
    }

    private static void check(boolean ok, FrameHeader header) {
        if (!ok) {
            throw new ProtocolFault("a credit for what was never sent: " + header);
        }
    }

    private void onEager(FrameHeader header, Landing landing) {
        int length = header.payloadLength();
        ElementType type = typeOf(header, length);
        long cost = length + (long) Wire.OVERHEAD;
        if (!peer.eager().arrived(cost)) {
            throw new ProtocolFault("more eager bytes than the window holds: " + header);
        }
        MatchedEndpoint endpoint = peer.engine().endpoint(header.destinationEndpoint());
        if (endpoint == null) {
            matchedEager(cost);
            return;
        }
        arrival.set(peer, header.sourceEndpoint(), header.tag(), header.context(), type, length);
        arrival.flags = header.flags();
        Object found = endpoint.matcher().arrive(arrival);
        // Nobody else knows what was found: if something fails from here on, it does, too.
        if (found instanceof Operation receive) {
            currentReceive = receive;
            matchedEager(cost);
            receive.matched(arrival);
            String misfit = receive.misfit();
            if (misfit != null) {
                currentReceive = null;
                arrival.tellSender(receive, misfit);
                receive.fail(new MessageMismatchException(misfit));
            } else if (length == 0) {
                currentReceive = null;
                receive.complete();
            } else {
                landing.into(receive.slice, 0);
            }
        } else if (length == 0) {
            endpoint.matcher().came((Unexpected) found);
        } else {
            currentUnexpected = (Unexpected) found;
            currentEndpoint = endpoint;
            landing.into(currentUnexpected.room(), 0);
        }
    }

    private static ElementType typeOf(FrameHeader header, long bytes) {
        ElementType type = ElementType.ofWireId(header.type());
        if (type == null || bytes < 0 || (bytes & type.size() - 1) != 0 || header.tag() < 0) {
            throw new ProtocolFault("elements of unknown type, length or tag: " + header);
        }
        return type;
    }

    private void onReadyToSendHeader(FrameHeader header, Landing landing) {
        int length = header.payloadLength();
        if (length == Wire.HANDLE_LENGTH) {
            landing.into(handleSlice, 0);
        } else if (length == 0) {
            onReadyToSend(header, DirectLane.NOTHING);
        } else {
            throw new ProtocolFault("a handle of impossible length: " + header);
        }
    }

    private void onReadyToSend(FrameHeader header, long exposed) {
        long bytes = header.word3() & LENGTH_MASK;
        int senderId = (int) (header.word3() >>> 48);
        ElementType type = typeOf(header, bytes);
        if (++announcements - output.answers.sent() > TransferTable.CAPACITY) {
            throw new ProtocolFault("more announcements than there are numbers: " + header);
        }
        MatchedEndpoint endpoint = peer.engine().endpoint(header.destinationEndpoint());
        if (endpoint == null) {
            peer.refuse(
                    senderId,
                    Wire.NO_ENDPOINT,
                    "the endpoint is closed: endpoint=" + header.destinationEndpoint());
            return;
        }
        arrival.set(peer, header.sourceEndpoint(), header.tag(), header.context(), type, bytes);
        arrival.senderId = senderId;
        arrival.handle = exposed;
        arrival.flags = header.flags();
        endpoint.matcher().announce(arrival);
    }

    private void onClearToSend(FrameHeader header) {
        Operation send = peer.announced().remove((int) (header.word3() >>> 32));
        if (send == null) {
            throw new ProtocolFault("leave to send what was never announced: " + header);
        }
        send.conceal();
        if (send.isAbandoned) {
            output.control(Wire.ABORT, FrameHeader.FLAG_DATA, (int) header.word3(), 0);
        } else if (send.total == 0) {
            send.complete();
        } else if (!output.transfer(send, (int) header.word3())) {
            send.fail(peer.loss());
        } else if (!peer.isPolled()) {
            output.pump();
        }
    }

    private void onPulled(FrameHeader header) {
        Operation send = peer.announced().remove((int) (header.word3() >>> 32));
        if (send == null || !send.isExposed() && !send.isAbandoned) {
            if (send != null) {
                send.fail(peer.lossBecause("it has read what nobody has shown it", null));
            }
            throw new ProtocolFault("read what was never announced: " + header);
        }
        complete(send);
    }

    private void onAbort(FrameHeader header) {
        Operation receive = peer.receives().remove(header.sourceEndpoint());
        if (receive != null) { // null if the abandoned send was one of no elements
            receive.fail(
                    new TransportClosedException(
                            "the sender has closed its endpoint: operation=" + receive));
        }
    }

    private void onData(FrameHeader header, Landing landing) {
        Operation receive = peer.receives().get(header.sourceEndpoint());
        int length = header.payloadLength();
        if (receive == null
                || length <= 0
                || header.word3() != receive.moved
                || length > receive.total - receive.moved) {
            throw new ProtocolFault("data that no receive expects: " + header);
        }
        landing.into(receive.slice, receive.moved);
        currentReceive = receive;
    }

    private void onRefusalHeader(FrameHeader header, Landing landing) {
        int length = header.payloadLength();
        if (length <= 0 || length > text.length) {
            throw new ProtocolFault("a refusal of impossible length: " + header);
        }
        landing.into(textSlice.wrap(text, 0, length), 0);
    }

    @Override
    public void onPayload(FrameHeader header) {
        if (isBroken) {
            return;
        }
        try {
            switch (header.kind()) {
                case Wire.EAGER -> onElements();
                case Wire.DATA -> onChunk(header);
                case Wire.REFUSAL -> onRefusal(header);
                case Wire.READY_TO_SEND -> onReadyToSend(header, handle[0]);
                case Wire.MESSAGE, Wire.BULK_DATA -> messages.onPayload(header);
                default -> peer.active().onPayload(header);
            }
        } catch (RuntimeException | OutOfMemoryError fault) {
            onFault(fault);
        }
    }

    private void onElements() {
        Operation receive = currentReceive;
        if (receive != null) {
            currentReceive = null;
            complete(receive);
        } else if (currentUnexpected != null) {
            Unexpected message = currentUnexpected;
            currentUnexpected = null;
            currentEndpoint.matcher().came(message);
        }
    }

    private void onChunk(FrameHeader header) {
        currentReceive = null;
        // Looked up again: its endpoint may have been closed while the chunk was coming.
        Operation receive = peer.receives().get(header.sourceEndpoint());
        if (receive == null) {
            return;
        }
        receive.moved += header.payloadLength();
        if (receive.moved == receive.total
                && peer.receives().remove(header.sourceEndpoint()) == receive) {
            complete(receive);
        }
    }

    private void complete(Operation receive) {
        if (peer.isPolled()) {
            receive.completePolled();
        } else {
            receive.complete();
        }
    }

    private void onRefusal(FrameHeader header) {
        String reason = new String(text, 0, header.payloadLength(), StandardCharsets.UTF_8);
        if (header.type() == Wire.LATE_MISMATCH) {
            MatchedEndpoint sender = peer.engine().endpoint(header.sourceEndpoint());
            if (sender != null) {
                sender.misfits().came(peer, header.tag(), reason);
            }
            return;
        }
        Operation send = peer.announced().remove(header.tag());
        if (send == null) {
            throw new ProtocolFault("a refusal of what was never announced: " + header);
        }
        send.fail(
                switch (header.type()) {
                    case Wire.MISMATCH -> new MessageMismatchException(reason);
                    case Wire.UNREADABLE -> new TransportException(reason);
                    default -> new TransportClosedException(reason);
                });
    }

    /** Eager bytes have found their receive on arrival. */
    private void matchedEager(long cost) {
        peer.returnEager(peer.eager().matched(cost));
    }

    private void handled(long cost) {
        messagesToReturn += cost;
        if (messagesToReturn >= MESSAGE_RETURN) {
            output.control(Wire.BULK_CREDIT, FrameHeader.FLAG_URGENT, 0, messagesToReturn);
            messagesToReturn = 0;
        }
    }

    private void onFault(Throwable fault) {
        if (fault instanceof ProtocolFault) {
            end("it has sent " + fault.getMessage(), null);
        } else {
            // Ours, but it must not stop the frames of every other peer.
            end("taking a frame failed: " + fault, fault);
        }
    }

    @Override
    public void onRoom() {
        output.pump();
        if (output.hasQueued()) {
            peer.engine().progress().kick();
        }
    }

    @Override
    public void onClosed(String reason, Throwable cause) {
        end(reason, cause);
    }

    private void end(String reason, Throwable cause) {
        ended(peer.lossBecause(reason, cause));
        peer.lose(reason, cause);
    }

    /** Nothing is taken any more, and the frame that was coming will not come. */
    void ended(TransportException why) {
        isBroken = true;
        Operation receive = currentReceive;
        currentReceive = null;
        if (receive != null && receive.transferId < 0) {
            receive.fail(why); // one with a number is in the table of transfers
        }
        Unexpected message = currentUnexpected;
        currentUnexpected = null;
        if (message != null) {
            currentEndpoint.matcher().willNotCome(message, why);
        }
    }
}
