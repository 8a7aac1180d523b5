package org.activeobjects.transport.peer;

import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.message.InboundMessages;
import org.activeobjects.transport.message.MessageOutput;
import org.activeobjects.transport.message.ProtocolFault;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Landing;

import java.lang.foreign.MemorySegment;

/**
 * What comes from one peer. Nothing in it is trusted: what no peer of ours would send costs this
 * peer its link, and nothing else.
 *
 * <p><b>Threading:</b> the thread that moves the link.
 */
final class PeerInput implements FrameReceiver {

    private final Peer peer;
    private final PeerOutput output;
    private final InboundMessages messages;
    private final ElementInput elements;
    private final RendezvousInput rendezvous;
    private long messagesToReturn;
    private boolean isBroken;
    private volatile Throwable brokenBy;
    private volatile boolean isUntold;
    private volatile boolean byeSeen;
    private volatile Runnable whenDrained;

    PeerInput(Peer peer, PeerOutput output) {
        this.peer = peer;
        this.output = output;
        this.elements = new ElementInput(peer);
        this.rendezvous = new RendezvousInput(peer);
        this.messages =
                new InboundMessages(
                        peer.id(),
                        peer.home().handlers(),
                        peer.home().config().maxMessageLength(),
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

    ElementInput elements() {
        return elements;
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
                case Wire.EAGER -> elements.onEager(header, landing);
                case Wire.DATA -> elements.onData(header, landing);
                case Wire.MESSAGE, Wire.BULK, Wire.BULK_DATA -> messages.onHeader(header, landing);
                case Wire.REFUSAL -> rendezvous.onTextHeader(header, landing);
                case Wire.READY_TO_SEND -> rendezvous.onAnnouncementHeader(header, landing);
                case Wire.CLEAR_TO_SEND, Wire.PULLED, Wire.ABORT -> onControl(header);
                case Wire.CREDIT, Wire.BULK_CREDIT, Wire.BULK_ABORT, Wire.BYE -> onControl(header);
                case Wire.ENDPOINT_CLOSED -> onClosedHeader(header, landing);
                default -> peer.active().onHeader(header, landing);
            }
        } catch (RuntimeException | OutOfMemoryError fault) {
            landing.discard();
            onFault(fault);
        }
    }

    @Override
    public boolean onWhole(FrameHeader header, MemorySegment memory, long at) {
        if (header.kind() != Wire.EAGER || isBroken) {
            return false;
        }
        Object found;
        try {
            found = elements.onWhole(header);
        } catch (RuntimeException | OutOfMemoryError fault) {
            onFault(fault);
            return true;
        }
        elements.take(found, header.payloadLength(), memory, at);
        return true;
    }

    private void onControl(FrameHeader header) {
        if (header.payloadLength() != 0) {
            throw new ProtocolFault("a frame that has no payload has one: " + header);
        }
        switch (header.kind()) {
            case Wire.CLEAR_TO_SEND -> rendezvous.onClearToSend(header);
            case Wire.PULLED -> rendezvous.onPulled(header);
            case Wire.ABORT -> rendezvous.onAbort(header);
            case Wire.CREDIT -> check(output.creditEager(header.word3()), header);
            case Wire.BULK_CREDIT -> check(output.messages().credit(header.word3()), header);
            case Wire.BULK_ABORT -> messages.onAbort(header);
            case Wire.BYE -> {
                byeSeen = true;
                tellIfDrained();
            }
            default -> throw new ProtocolFault("an unknown kind of frame: " + header);
        }
    }

    private void onClosedHeader(FrameHeader header, Landing landing) {
        if (header.sourceEndpoint() < 1) {
            throw new ProtocolFault("an endpoint that cannot be is closed: " + header);
        } else if (header.payloadLength() == 0) {
            onEndpointClosed(header, "");
        } else {
            rendezvous.onTextHeader(header, landing);
        }
    }

    private void onEndpointClosed(FrameHeader header, String reason) {
        peer.home().stations().onClosed(peer, header.sourceEndpoint(), reason);
    }

    private static void check(boolean ok, FrameHeader header) {
        if (!ok) {
            throw new ProtocolFault("a credit for what was never sent: " + header);
        }
    }

    @Override
    public void onPayload(FrameHeader header) {
        if (isBroken) {
            return;
        }
        try {
            switch (header.kind()) {
                case Wire.EAGER -> elements.onElements();
                case Wire.DATA -> elements.onChunk(header);
                case Wire.REFUSAL -> rendezvous.onRefusal(header);
                case Wire.ENDPOINT_CLOSED -> onEndpointClosed(header, rendezvous.text(header));
                case Wire.READY_TO_SEND -> rendezvous.onAnnouncement(header);
                case Wire.MESSAGE, Wire.BULK_DATA -> messages.onPayload(header);
                default -> peer.active().onPayload(header);
            }
        } catch (RuntimeException | OutOfMemoryError fault) {
            onFault(fault);
        }
    }

    private void handled(long cost) {
        messagesToReturn += cost;
        if (messagesToReturn >= MessageOutput.RETURN) {
            output.control(Wire.BULK_CREDIT, FrameHeader.FLAG_URGENT, 0, messagesToReturn);
            messagesToReturn = 0;
        }
    }

    private void onFault(Throwable fault) {
        isBroken = true;
        boolean isGivenUp = false;
        try {
            end(reasonOf(fault), causeOf(fault));
            isGivenUp = true;
        } finally {
            if (!isGivenUp) {
                brokenBy = fault;
            }
        }
    }

    /**
     * Tries again to give the peer up, if a frame is lost and there was no memory for that: its
     * sender would wait for ever. For whoever polls.
     */
    void giveUpIfBroken() {
        Throwable fault = brokenBy;
        if (fault != null) {
            String reason = reasonOf(fault);
            peer.home().farewells().giveUp(peer, reason);
            peer.lose(reason, causeOf(fault));
            brokenBy = null;
        }
    }

    /**
     * Something that the peer waits for cannot be told to it, for want of memory or stack: it is
     * given up soon, for it would wait for ever. For any thread, needs neither.
     */
    void onNotTold(Throwable fault) {
        isUntold = true;
        brokenBy = fault;
        peer.home().progress().kick();
    }

    private String reasonOf(Throwable fault) {
        if (isUntold) {
            return "it could not be told something: " + fault;
        }
        return fault instanceof ProtocolFault
                ? "it has sent " + fault.getMessage()
                : "taking a frame failed: " + fault;
    }

    /** Of a fault of ours, which must not stop the frames of every other peer. */
    private static Throwable causeOf(Throwable fault) {
        return fault instanceof ProtocolFault ? null : fault;
    }

    @Override
    public void onRoom() {
        output.pump();
        if (output.hasQueued()) {
            peer.home().progress().kick();
        }
    }

    @Override
    public void onClosed(String reason, Throwable cause) {
        end(reason, cause);
    }

    @Override
    public void onPeerClosed(String reason) {
        isBroken = true; // what was coming fails with the peer, for the reason that is known then
        peer.home().farewells().onPeerClosed(peer, reason);
    }

    private void end(String reason, Throwable cause) {
        ended(peer.lossBecause(reason, cause));
        peer.home().farewells().giveUp(peer, reason);
        peer.lose(reason, cause);
    }

    /** Nothing is taken any more, and the frame that was coming will not come. */
    void ended(TransportException why) {
        isBroken = true;
        whenDrained = null; // which keeps a connection, and the peer is remembered
        elements.ended(why);
    }
}
