package org.activeobjects.transport.peer;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.active.ActivePeer;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.Failures;
import org.activeobjects.transport.error.FaultLog;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.matching.Operation;
import org.activeobjects.transport.matching.Party;
import org.activeobjects.transport.matching.Station;
import org.activeobjects.transport.message.ControlFrame;
import org.activeobjects.transport.message.MessageOutput;
import org.activeobjects.transport.message.Outgoing;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.transfer.EagerLedger;
import org.activeobjects.transport.transfer.Transfer;
import org.activeobjects.transport.transfer.TransferTable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One runtime that this one knows, itself among them: its link, what goes to it and comes from it.
 *
 * <p>It is connected once and lost once; a runtime that is lost never comes back under its id.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Peer extends Party {

    private static final FaultLog FAULTS =
            new FaultLog(Peer.class, "a peer is given up for a fault: {}");

    private final Home home;
    private final RuntimeCard card;
    private final RuntimeId id;
    private final boolean isSelf;
    private final TransferTable<Operation> announced = new TransferTable<>();
    private final Receives receives = new Receives(this);
    private final PeerOutput output;
    private final PeerInput input;
    private final EagerLedger eager = new EagerLedger();
    private final ActivePeer active;
    private final PeerTraffic traffic;
    private final AtomicBoolean losing = new AtomicBoolean();
    // Of who ends it: what depends on it, and its link.
    private final List<Outgoing> pending = new ArrayList<>();
    private Link ending;
    private volatile boolean isLeft; // this runtime closes, and the peer may have heard of it
    private volatile TransportException loss;

    /**
     * A runtime without a link.
     *
     * @param home the runtime that knows it
     * @param card what it has told of itself
     */
    public Peer(Home home, RuntimeCard card) {
        this.home = home;
        this.id = card.id();
        this.isSelf = id.equals(home.self());
        this.card = card;
        this.output = new PeerOutput(announced, home.progress(), e -> input().onNotTold(e));
        this.input = new PeerInput(this, output);
        this.active = new ActivePeer(id, home.tables(), output, this::loss);
        output.carry(active);
        this.traffic = new PeerTraffic(this);
    }

    Home home() {
        return home;
    }

    /** Sends that wait until the peer knows their receive. */
    TransferTable<Operation> announced() {
        return announced;
    }

    Receives receives() {
        return receives;
    }

    PeerOutput output() {
        return output;
    }

    PeerInput input() {
        return input;
    }

    EagerLedger eager() {
        return eager;
    }

    /** {@return the other side of what its tables of handlers send and get} */
    public ActivePeer active() {
        return active;
    }

    /** {@return the messages that are posted to it} */
    public MessageOutput messages() {
        return output.messages();
    }

    @Override
    public RuntimeId id() {
        return id;
    }

    /** {@return what it has told of itself} */
    public RuntimeCard card() {
        return card;
    }

    /** {@return what takes the frames of a link that is being opened to it} */
    public FrameReceiver receiver() {
        return input;
    }

    /**
     * Takes an open link into use.
     *
     * @param link the link; closed at once if the peer is lost meanwhile
     */
    public void attach(Link link) {
        DirectLane lane = link.directLane();
        if (output.attach(link, home.settings().limits().of(link), lane)) {
            receives.attach(lane);
            traffic.attach(link);
            if (loss != null) { // meanwhile
                traffic.detach();
            }
        } else {
            link.close();
        }
    }

    /** {@return whether a link is in use} */
    public boolean isOpen() {
        return output.link() != null;
    }

    /** {@return the name of the link in use; {@code null} if there is none} */
    public String linkName() {
        Link link = output.link();
        return link == null ? null : link.name();
    }

    @Override
    public TransportException loss() {
        TransportException first = loss;
        return first == null ? null : Failures.again(first);
    }

    @Override
    public boolean isSelf() {
        return isSelf;
    }

    boolean isPolled() {
        return !traffic.isPushed();
    }

    /**
     * Sends elements now, if they go in one frame and nothing is before them.
     *
     * @param from number of the sending endpoint
     * @param to number of the receiving endpoint
     * @param tag tag
     * @param context context
     * @param source elements
     * @param flags of the frame
     * @return whether they have left; if not, nothing was done
     */
    public boolean sendEager(int from, int to, int tag, int context, Slice source, int flags) {
        Transfer.checkThere(source);
        return output.sendEager(from, to, tag, context, source, flags);
    }

    /**
     * Starts a send to it, and fails it at once if the peer is gone.
     *
     * @param send a send
     */
    public void start(Operation send) {
        if (!output.start(send)) {
            send.fail(loss());
        } else if (send.station().matcher().isClosed()) { // meanwhile
            abandon(send.station(), send.station().matcher().whyClosed());
        }
    }

    /**
     * Ends what an endpoint that closes has under way with this peer: no element is written to its
     * receives any more. Within a handler another thread may end some of it, soon after.
     *
     * @param closing the endpoint, whose matcher is closed
     * @param why what the operations fail with
     */
    public void abandon(Station closing, TransportException why) {
        try {
            output.abandon(closing, why);
        } finally {
            receives.abandon(closing, why);
        }
    }

    @Override
    public boolean replace(Operation send, Operation standIn) {
        return output.replace(send, standIn);
    }

    @Override
    public void accept(Operation receive) {
        receives.accept(receive);
    }

    @Override
    public void refuse(int senderId, int reason, String text) {
        tell(Wire.REFUSAL, reason, 0, senderId, 0, text);
    }

    @Override
    public void tellMisfit(int fromEndpoint, int toEndpoint, int context, String text) {
        tell(Wire.REFUSAL, Wire.LATE_MISMATCH, fromEndpoint, toEndpoint, context, text);
    }

    private void tell(int kind, int type, int source, int tag, long word, String text) {
        try {
            Slice bytes = ControlFrame.text(text);
            output.control(new ControlFrame(kind, type, 0, bytes, source, tag, word));
        } catch (RuntimeException | Error e) {
            input.onNotTold(e);
        }
    }

    @Override
    protected void tellClosed(int endpoint, String reason) {
        if (reason.isEmpty()) {
            output.control(Wire.ENDPOINT_CLOSED, 0, endpoint, 0);
        } else {
            tell(Wire.ENDPOINT_CLOSED, 0, endpoint, 0, 0, reason);
        }
    }

    @Override
    public void consumedLater(long bytes) {
        returnEager(eager.matchedLater(bytes + Wire.OVERHEAD));
    }

    void returnEager(long bytes) {
        if (bytes > 0) {
            output.control(Wire.CREDIT, 0, 0, bytes);
        }
    }

    @Override
    public void flush() {
        output.flush();
    }

    @Override
    public boolean hasOutput() {
        return traffic.hasOutput();
    }

    /** Completes an operation whose last frame has come. */
    void complete(Operation operation) {
        if (isPolled()) {
            operation.completePolled();
        } else {
            operation.complete();
        }
    }

    /** Tells it, after everything that was sent before, that nothing more comes. */
    public void sayBye() {
        isLeft = true;
        output.control(Wire.BYE, FrameHeader.FLAG_URGENT, 0, 0);
    }

    /**
     * Has a task run when it has said that nothing more comes, and all of it is here.
     *
     * @param task short; may run at once
     */
    public void whenDrained(Runnable task) {
        input.whenDrained(task);
    }

    /**
     * Ends the use of this peer: takes what its link still holds, closes the link, fails what
     * depends on it, and tells who wants to know. The first reason counts; that a peer goes which
     * was told that this runtime closes is no loss of it.
     *
     * @param reason what was seen
     * @param cause what was thrown, or {@code null}
     */
    public void lose(String reason, Throwable cause) {
        // or no effect, for want of memory
        TransportException why = isLeft ? closedHere() : lossBecause(reason, cause);
        Runnable begin = () -> home.progress().execute(() -> endAnyway(why));
        if (losing.compareAndSet(false, true)) {
            if (cause instanceof RuntimeException || cause instanceof Error) { // it sees an end
                FAULTS.tell(why.getMessage(), cause);
            }
            undoUnlessDone(begin);
        }
    }

    /** Without memory for its end it is not lost yet, and whoever finds it so tries again. */
    private void undoUnlessDone(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            losing.set(false);
            throw e;
        }
    }

    PeerLostException lossBecause(String reason, Throwable cause) {
        return new PeerLostException(
                id.toString(), "peer lost: peer=" + this + " reason=" + reason, cause);
    }

    /** Ends the use of this peer because this runtime closes. */
    public void close() {
        Runnable end = () -> end(closedHere());
        if (losing.compareAndSet(false, true)) {
            undoUnlessDone(end);
        }
    }

    private TransportClosedException closedHere() {
        return new TransportClosedException("the transport was closed: peer=" + this);
    }

    /** What fails for good, such as a link that cannot be closed, is not tried again. */
    private void endAnyway(TransportException why) {
        try {
            end(why);
        } catch (RuntimeException e) {
            FAULTS.tell(why.getMessage(), e);
            end(why);
        }
    }

    /** Is called again if it throws: what is done by then is not done once more. */
    private void end(TransportException why) {
        if (loss == null && why instanceof PeerLostException) {
            traffic.drain();
        }
        loss = loss == null ? why : loss;
        traffic.detach();
        receives.stopReading(pending);
        output.stop(pending);
        announced.close(pending);
        receives.close(pending);
        pending.forEach(Outgoing::conceal);
        ending = ending == null ? output.link() : ending;
        output.closeLink();
        if (ending != null) {
            ending.whileStill(() -> input.ended(loss()));
        }
        while (!pending.isEmpty()) {
            pending.removeLast().fail(loss());
        }
        active.ended();
        input.messages().end(loss instanceof PeerLostException);
        home.ended().accept(this, loss);
        ending = null;
    }

    /** {@return one line for diagnostics: queues and link} */
    public String describe() {
        return this + " " + output.describe() + " in=" + input.messages().describe();
    }

    @Override
    public String toString() {
        return card.toString();
    }
}
