package org.activeobjects.transport.matching;

import org.activeobjects.transport.active.ActivePeer;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.message.ControlFrame;
import org.activeobjects.transport.message.Outgoing;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.progress.Traffic;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.transfer.EagerLedger;
import org.activeobjects.transport.transfer.TransferTable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One runtime that this one knows, itself among them.
 *
 * <p>It is connected once and lost once; a runtime that is lost never comes back under its id.
 *
 * <p><b>Threading:</b> safe, but for {@link Traffic}'s methods, as said there.
 */
public final class Peer implements Traffic {

    private static final int DRAIN_ROUNDS = 100_000;
    private static final int FRAMES_PER_ROUND = 64;

    private final Engine engine;
    private final RuntimeId id;
    private final TransferTable<Operation> announced = new TransferTable<>();
    private final TransferTable<Operation> receives = new TransferTable<>();
    private final Pulls pulls = new Pulls(this);
    private final PeerOutput output = new PeerOutput(announced);
    private final PeerInput input;
    private final EagerLedger eager = new EagerLedger();
    private final ActivePeer active;
    private final AtomicBoolean losing = new AtomicBoolean();
    private volatile RuntimeCard card;
    private volatile Link polled;
    private volatile TransportException loss;

    Peer(Engine engine, RuntimeId id, RuntimeCard card) {
        this.engine = engine;
        this.id = id;
        this.card = card;
        this.input = new PeerInput(this, output);
        this.active = new ActivePeer(id, engine.tables(), output, this::loss);
        output.carry(active);
    }

    Engine engine() {
        return engine;
    }

    /** Sends that wait until the peer knows their receive. */
    TransferTable<Operation> announced() {
        return announced;
    }

    /** Receives whose elements are on their way. */
    TransferTable<Operation> receives() {
        return receives;
    }

    PeerOutput output() {
        return output;
    }

    EagerLedger eager() {
        return eager;
    }

    ActivePeer active() {
        return active;
    }

    /**
     * Its id.
     *
     * @return the id
     */
    public RuntimeId id() {
        return id;
    }

    /**
     * What it has told of itself.
     *
     * @return its card, or {@code null} while only its id is known
     */
    public RuntimeCard card() {
        return card;
    }

    /**
     * Learns what it tells of itself.
     *
     * @param newCard its card
     */
    public void card(RuntimeCard newCard) {
        card = newCard;
    }

    /**
     * Takes the frames of a link that is being opened to it.
     *
     * @return the receiver
     */
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
        if (!output.attach(link, engine.settings().limits().of(link), lane)) {
            link.close();
            return;
        }
        pulls.attach(lane);
        if (link.isPolled()) {
            polled = link;
        }
        engine.progress().add(this);
    }

    /**
     * Whether a link is in use.
     *
     * @return true if so
     */
    public boolean isOpen() {
        return output.link() != null;
    }

    /**
     * Name of the link in use.
     *
     * @return the name, or {@code null} if there is none
     */
    public String linkName() {
        Link link = output.link();
        return link == null ? null : link.name();
    }

    /**
     * Why it is gone.
     *
     * @return a new exception, or {@code null} while it is not
     */
    public TransportException loss() {
        TransportException first = loss;
        return switch (first) {
            case null -> null;
            case PeerLostException lost ->
                    new PeerLostException(lost.runtime(), lost.getMessage(), lost.getCause());
            default -> new TransportClosedException(first.getMessage());
        };
    }

    boolean isSelf() {
        return engine.self() == this;
    }

    boolean isPolled() {
        return polled != null;
    }

    /** Starts a send to it and fails it at once if the peer is gone. */
    void start(Operation send) {
        if (!output.start(send)) {
            send.fail(loss());
        }
    }

    /** Takes out what an endpoint that closes has under way with this peer. */
    List<Operation> abandon(MatchedEndpoint endpoint) {
        List<Operation> abandoned = output.abandon(endpoint);
        announced.replace(send -> send.standInFor(endpoint), abandoned);
        receives.replace(receive -> receive.standInFor(endpoint), abandoned);
        pulls.abandon(endpoint, abandoned);
        return abandoned;
    }

    /** Reads an announced message out of the sender's memory, or tells the sender to send it. */
    void accept(Operation receive) {
        if (receive.handle == DirectLane.NOTHING || receive.total == 0 || !pulls.add(receive)) {
            receive.handle = DirectLane.NOTHING;
            acceptInFrames(receive);
        } else if (!isPolled()) {
            engine.progress().kick();
        }
    }

    /** Tells the sender of an announced message to send. */
    void acceptInFrames(Operation receive) {
        boolean isEmpty = receive.total == 0;
        int id = isEmpty ? 0 : receives.add(receive);
        if (id < 0) {
            receive.fail(loss());
            return;
        }
        receive.transferId = id;
        output.control(Wire.CLEAR_TO_SEND, 0, 0, (long) receive.senderId << 32 | id);
        if (isEmpty) {
            receive.complete();
        }
    }

    void refuse(int senderId, int reason, String text) {
        output.control(ControlFrame.refusal(reason, 0, senderId, text));
    }

    /** Tells that elements that came at once do not fit; not at all to one that takes nothing. */
    void tellMisfit(int fromEndpoint, int toEndpoint, String text) {
        if (!output.hasControls()) {
            output.control(
                    ControlFrame.refusal(Wire.LATE_MISMATCH, fromEndpoint, toEndpoint, text));
        }
    }

    /** A receive has read all its elements by itself. */
    void tellPulled(int senderId) {
        output.control(Wire.PULLED, 0, 0, (long) senderId << 32);
    }

    /** An unexpected eager message has found its receive. */
    void consumedLater(long bytes) {
        returnEager(eager.matchedLater(bytes + Wire.OVERHEAD));
    }

    void returnEager(long bytes) {
        if (bytes > 0) {
            output.control(Wire.CREDIT, 0, 0, bytes);
        }
    }

    @Override
    public int receive(int limit) {
        Link link = polled;
        int taken = link == null ? 0 : link.poll(limit);
        return taken + input.messages().resume(limit);
    }

    @Override
    public int send() {
        return output.pump() + pulls.advance();
    }

    @Override
    public boolean hasInput() {
        Link link = polled;
        return link != null && link.hasInput()
                || input.messages().canResume()
                || pulls.needsSteps();
    }

    @Override
    public void watch() {
        Link link = polled;
        if (link != null) {
            link.watch();
        }
    }

    @Override
    public boolean isPushed() {
        return polled == null;
    }

    @Override
    public boolean suitsAnyThread() {
        Link link = polled;
        return link != null && link.bearsInterrupts();
    }

    @Override
    public boolean hasOutput() {
        return output.hasQueued() || pulls.isAny();
    }

    @Override
    public boolean expectsData() {
        return !announced.isEmpty() || !receives.isEmpty() || input.expectsData();
    }

    /** Tells it, after everything that was sent before, that nothing more comes. */
    public void sayBye() {
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
     * depends on it, and tells who wants to know. The first reason counts.
     *
     * @param reason what was seen
     * @param cause what was thrown, or {@code null}
     */
    public void lose(String reason, Throwable cause) {
        if (losing.compareAndSet(false, true)) {
            PeerLostException why = lossBecause(reason, cause);
            engine.progress().execute(() -> end(why));
        }
    }

    PeerLostException lossBecause(String reason, Throwable cause) {
        return new PeerLostException(
                id.toString(), "peer lost: peer=" + this + " reason=" + reason, cause);
    }

    /** Ends the use of this peer because this runtime closes. */
    void close() {
        if (losing.compareAndSet(false, true)) {
            end(new TransportClosedException("the transport was closed: peer=" + this));
        }
    }

    private void end(TransportException why) {
        Link link = polled;
        if (link != null && why instanceof PeerLostException) {
            boolean more = true;
            for (int round = 0; round < DRAIN_ROUNDS && more; round++) {
                more = link.hasInput();
                more |= link.poll(FRAMES_PER_ROUND) > 0;
            }
        }
        loss = why;
        polled = null;
        engine.progress().remove(this);
        List<Outgoing> pending = new ArrayList<>();
        pulls.close(pending);
        output.stop(pending);
        announced.close(pending);
        receives.close(pending);
        for (Outgoing one : pending) {
            if (one instanceof Operation operation) {
                operation.conceal();
            }
        }
        output.closeLink();
        if (link != null) {
            input.ended(loss()); // a link that is not polled tells of its end by itself
        }
        pending.forEach(one -> one.fail(loss()));
        active.ended();
        input.messages().end(why instanceof PeerLostException);
        engine.onPeerEnded(this, why);
    }

    /** How messages name one of its endpoints. */
    String name(int endpoint) {
        return this + "#" + endpoint;
    }

    /**
     * One line for diagnostics.
     *
     * @return queues and link
     */
    public String describe() {
        return this + " " + output.describe() + " in=" + input.messages().describe();
    }

    @Override
    public String toString() {
        RuntimeCard known = card;
        return known == null ? id.toString() : known.toString();
    }
}
