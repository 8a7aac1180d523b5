package org.activeobjects.transport.peer;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.Failures;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.matching.Envelope;
import org.activeobjects.transport.matching.Operation;
import org.activeobjects.transport.matching.Station;
import org.activeobjects.transport.message.ProtocolFault;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.transfer.TransferTable;

import java.nio.charset.StandardCharsets;

/**
 * What one peer says of messages that are announced: its own announcements, and its answers to
 * those of this runtime.
 *
 * <p><b>Threading:</b> the thread that moves the link.
 */
final class RendezvousInput {

    private static final long LENGTH_MASK = (1L << 48) - 1;

    private final Peer peer;
    private final byte[] text = new byte[Wire.MAX_TEXT];
    private final Slice textSlice = new Slice();
    private final Envelope arrival = new Envelope();
    private final long[] handle = new long[1];
    private final Slice handleSlice = Slice.of(handle);
    private long announcements;

    RendezvousInput(Peer peer) {
        this.peer = peer;
    }

    void onAnnouncementHeader(FrameHeader header, Landing landing) {
        int length = header.payloadLength();
        if (length == Wire.HANDLE_LENGTH) {
            landing.into(handleSlice, 0);
        } else if (length == 0) {
            onAnnouncement(header, DirectLane.NOTHING);
        } else {
            throw new ProtocolFault("a handle of impossible length: " + header);
        }
    }

    /** The handle of an announcement is here. */
    void onAnnouncement(FrameHeader header) {
        onAnnouncement(header, handle[0]);
    }

    private void onAnnouncement(FrameHeader header, long exposed) {
        long bytes = header.word3() & LENGTH_MASK;
        int senderId = (int) (header.word3() >>> 48);
        ElementType type = ElementInput.typeOf(header, bytes);
        if (++announcements - peer.output().answered() > TransferTable.CAPACITY) {
            throw new ProtocolFault("more announcements than there are numbers: " + header);
        }
        Station endpoint = peer.home().stations().at(header.destinationEndpoint());
        if (endpoint == null) {
            int absent = header.destinationEndpoint();
            peer.refuse(senderId, Wire.NO_ENDPOINT, peer.home().stations().whyNotOpen(absent));
            peer.home().stations().tellClosed(peer, absent, "");
            return;
        }
        arrival.set(
                peer,
                header.sourceEndpoint(),
                header.tag(),
                header.context(),
                type,
                bytes,
                header.flags());
        arrival.announced(senderId, exposed);
        endpoint.matcher().announce(arrival);
    }

    void onClearToSend(FrameHeader header) {
        Operation send = peer.announced().remove((int) (header.word3() >>> 32));
        if (send == null) {
            throw new ProtocolFault("leave to send what was never announced: " + header);
        }
        boolean isGoing;
        try {
            isGoing = begin(send, (int) header.word3());
        } catch (RuntimeException | Error e) { // nobody else knows it
            send.fail(Failures.because(e));
            throw e;
        }
        if (isGoing && !peer.isPolled()) {
            peer.output().pump();
        }
    }

    /** The peer has leave to be sent elements: returns whether they go in frames from now on. */
    private boolean begin(Operation send, int receiverId) {
        send.wasRead(); // or will not be: whoever wants frames does not read
        boolean isEmpty = send.total() == 0; // its receiver is complete, and has no number for it
        if (send.isAbandoned() && !isEmpty) {
            peer.output().control(Wire.ABORT, FrameHeader.FLAG_DATA, receiverId, 0);
            return false;
        } else if (isEmpty) {
            send.complete();
            return false;
        } else if (!peer.output().transfer(send, receiverId)) {
            send.fail(peer.loss());
            return false;
        }
        return true;
    }

    void onPulled(FrameHeader header) {
        Operation send = peer.announced().remove((int) (header.word3() >>> 32));
        if (send == null || !send.isExposed() && !send.isAbandoned()) {
            if (send != null) {
                send.fail(peer.lossBecause("it has read what nobody has shown it", null));
            }
            throw new ProtocolFault("read what was never announced: " + header);
        }
        try {
            send.wasRead();
        } finally {
            peer.complete(send);
        }
    }

    void onAbort(FrameHeader header) {
        Operation receive = peer.receives().remove(header.sourceEndpoint());
        if (receive != null) { // null if a faulty peer has made the number up
            receive.fail(receive.withdrawn());
        }
    }

    void onTextHeader(FrameHeader header, Landing landing) {
        int length = header.payloadLength();
        if (length <= 0 || length > text.length) {
            throw new ProtocolFault("a text of impossible length: " + header);
        }
        landing.into(textSlice.wrap(text, 0, length), 0);
    }

    /** {@return the text of a frame, which is here} */
    String text(FrameHeader header) {
        return new String(text, 0, header.payloadLength(), StandardCharsets.UTF_8);
    }

    void onRefusal(FrameHeader header) {
        String reason = text(header);
        switch (header.type()) {
            case Wire.LATE_MISMATCH -> onLateMismatch(header, reason);
            case Wire.BROKEN_OFF -> onBrokenOff(header.tag(), reason);
            default -> onAnswer(header, reason);
        }
    }

    private void onLateMismatch(FrameHeader header, String reason) {
        Station sender = peer.home().stations().at(header.sourceEndpoint());
        if (sender != null) {
            sender.onMisfit(peer, header.tag(), (int) header.word3(), reason);
        }
    }

    private void onBrokenOff(int id, String reason) {
        peer.output().stop(one -> one instanceof Operation send && send.transferId() == id, reason);
        if (!peer.isPolled()) {
            peer.output().pump();
        }
    }

    private void onAnswer(FrameHeader header, String reason) {
        TransportException failure =
                switch (header.type()) {
                    case Wire.MISMATCH -> new MessageMismatchException(reason);
                    case Wire.UNREADABLE -> new TransportException(reason);
                    default -> new TransportClosedException(reason);
                };
        Operation send = peer.announced().remove(header.tag());
        if (send == null) {
            throw new ProtocolFault("a refusal of what was never announced: " + header);
        }
        send.fail(failure);
    }
}
