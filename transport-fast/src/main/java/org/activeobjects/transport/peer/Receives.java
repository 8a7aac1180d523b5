package org.activeobjects.transport.peer;

import org.activeobjects.transport.matching.Operation;
import org.activeobjects.transport.matching.Station;
import org.activeobjects.transport.message.Outgoing;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.transfer.TransferTable;

import java.util.ArrayList;
import java.util.List;

/**
 * The receives for which a peer has announced elements: those whose elements come in frames, by
 * number, and those that read them by themselves.
 *
 * <p><b>Threading:</b> safe; what moves them, by the thread that polls.
 */
final class Receives {

    private final Peer peer;
    private final TransferTable<Operation> inFrames = new TransferTable<>();
    private final Pulls pulls = new Pulls(this);

    Receives(Peer peer) {
        this.peer = peer;
    }

    void attach(DirectLane lane) {
        pulls.attach(lane);
    }

    /** Reads an announced message out of the sender's memory, or tells the sender to send it. */
    void accept(Operation receive) {
        if (receive.handle() == DirectLane.NOTHING || receive.total() == 0 || !pulls.add(receive)) {
            receive.comesInFrames();
            acceptInFrames(receive);
            return;
        }
        abandonIfClosed(receive);
        if (!peer.isPolled()) {
            peer.home().progress().kick();
        }
    }

    /** An endpoint that has been closed since its receive was matched did not find that here. */
    private void abandonIfClosed(Operation receive) {
        Station station = receive.station();
        if (station.matcher().isClosed()) {
            List<Operation> abandoned = new ArrayList<>();
            inFrames.replace(one -> one == receive ? one.standInFor(station) : null, abandoned);
            pulls.abandon(station, abandoned);
            Peer.fail(abandoned, station.matcher().whyClosed());
        }
    }

    /** Tells the sender of an announced message to send. */
    void acceptInFrames(Operation receive) {
        boolean isEmpty = receive.total() == 0;
        int id = isEmpty ? 0 : inFrames.add(receive);
        if (id < 0) {
            receive.fail(peer.loss());
            return;
        }
        receive.transferId(id);
        if (!isEmpty) {
            abandonIfClosed(receive);
        }
        peer.output().control(Wire.CLEAR_TO_SEND, 0, 0, (long) receive.senderId() << 32 | id);
        if (isEmpty) {
            receive.complete();
        }
    }

    /** A receive has read all its elements by itself. */
    void tellPulled(Operation receive) {
        peer.output().control(Wire.PULLED, 0, 0, (long) receive.senderId() << 32);
    }

    /** A receive does not take what was announced. */
    void turnDown(Operation receive, int reason, String text) {
        peer.refuse(receive.senderId(), reason, text);
    }

    /** The receive whose elements come under a number; null if there is none. */
    Operation get(int id) {
        return inFrames.get(id);
    }

    /** As above, and the caller owns it now. */
    Operation remove(int id) {
        return inFrames.remove(id);
    }

    /** Whether elements are to come in frames. */
    boolean expectFrames() {
        return !inFrames.isEmpty();
    }

    /** Whether some read by themselves. */
    boolean isAnyRead() {
        return pulls.isAny();
    }

    /** Whether one of those goes on only by {@link #advance}. */
    boolean needsSteps() {
        return pulls.needsSteps();
    }

    /** Moves those that read by themselves. Returns how much was moved. */
    int advance() {
        return pulls.advance();
    }

    /** Takes out those of an endpoint that closes; the caller owns them now. */
    void abandon(Station closing, List<Operation> abandoned) {
        inFrames.replace(receive -> receive.standInFor(closing), abandoned);
        pulls.abandon(closing, abandoned);
    }

    /** Takes out those that read by themselves. */
    void stopReading(List<? super Outgoing> pending) {
        pulls.close(pending);
    }

    /** Takes out the others, and nothing in any more. */
    void close(List<? super Outgoing> pending) {
        inFrames.close(pending);
    }
}
