package org.activeobjects.internal.admission;

import org.activeobjects.error.FutureMonitoringPingFailureException;
import org.activeobjects.internal.pending.LostRuntimes;
import org.activeobjects.queue.QueueBound;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.PeerLostException;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * What one runtime knows of the queues of others: its credits there, and the calls whose receipts
 * it waits for.
 *
 * <p><b>Threading:</b> safe. A receipt is added before its call is posted: it is failed by the loss
 * of the peer, or else the post fails.
 */
public final class Admissions {

    private final ConcurrentMap<RuntimeId, Peer> peers = new ConcurrentHashMap<>();
    private final LostRuntimes lost = new LostRuntimes();

    /** Whether a receipt was ever waited for: most runtimes never look further. */
    private volatile boolean givesReceipts;

    /** Knows of none. */
    public Admissions() {}

    /**
     * One other runtime: credits by the number of the active object, receipts by that of a call.
     */
    private static final class Peer {

        private final ConcurrentMap<Long, Credits> credits = new ConcurrentHashMap<>();
        private final ConcurrentMap<Long, Receipt> receipts = new ConcurrentHashMap<>();
    }

    private Peer peer(RuntimeId id) {
        Peer known = peers.get(id);
        return known != null ? known : newPeer(id);
    }

    /** Of one that is lost none is kept: nobody would take that away, and every post fails. */
    private Peer newPeer(RuntimeId id) {
        Peer made = peers.computeIfAbsent(id, key -> new Peer());
        if (lost.contains(id)) {
            peers.remove(id, made);
        }
        return made;
    }

    /**
     * The credits for one active object.
     *
     * @param runtime where it is
     * @param number its number there
     * @param bound the bound of its queue
     * @return the same for all calls, until the object has ended
     */
    public Credits credits(RuntimeId runtime, long number, QueueBound bound) {
        return peer(runtime).credits.computeIfAbsent(number, key -> new Credits(bound));
    }

    /**
     * Another runtime gives credits back.
     *
     * @param from that runtime
     * @param number number of the active object there
     * @param credits how many, or {@link Credits#NO_MORE_NEEDED}
     */
    public void onCredits(RuntimeId from, long number, long credits) {
        Peer peer = peers.get(from);
        Credits known = peer == null ? null : peer.credits.get(number);
        if (known != null && credits > 0) {
            known.give(credits);
        } else if (known != null) {
            peer.credits.remove(number);
            known.close();
        }
    }

    /**
     * The way to an active object has changed.
     *
     * @param runtime where it was
     * @param number its number there
     */
    public void reroute(RuntimeId runtime, long number) {
        Peer peer = peers.get(runtime);
        Credits known = peer == null ? null : peer.credits.get(number);
        if (known != null) {
            known.reroute();
        }
    }

    /**
     * Expects the receipt of a call.
     *
     * @param from runtime that gives it
     * @param call number of the call
     * @param receipt who waits for it
     */
    public void expect(RuntimeId from, long call, Receipt receipt) {
        givesReceipts = true;
        peer(from).receipts.put(call, receipt);
    }

    /**
     * A call has arrived, or nobody waits for its receipt any more.
     *
     * @param from runtime that it was sent to
     * @param call number of the call
     */
    public void received(RuntimeId from, long call) {
        Peer peer = givesReceipts ? peers.get(from) : null;
        Receipt receipt = peer == null ? null : peer.receipts.remove(call);
        if (receipt != null) {
            receipt.value(null);
        }
    }

    /**
     * A runtime is lost: nobody waits for its queues.
     *
     * @param runtime that runtime
     * @param loss why; those who wait for receipts get it
     */
    public void lost(RuntimeId runtime, PeerLostException loss) {
        Peer peer = peers.remove(runtime); // first: from here on nothing new can wait for it
        lost.add(runtime);
        peers.remove(runtime);
        if (peer != null) {
            end(peer, loss);
        }
    }

    /** This runtime is closed: nobody waits for the queues of others. */
    public void close() {
        peers.forEach(
                (id, peer) ->
                        end(
                                peer,
                                new PeerLostException(
                                        id.toString(), "this runtime has been closed", null)));
    }

    private static void end(Peer peer, PeerLostException loss) {
        peer.credits.values().forEach(Credits::close);
        peer.receipts
                .values()
                .forEach(
                        receipt ->
                                receipt.failure(
                                        new FutureMonitoringPingFailureException(
                                                "not known whether the call has arrived, its"
                                                        + " runtime is gone: call="
                                                        + receipt.description()
                                                        + " reason="
                                                        + loss.getMessage(),
                                                loss)));
    }

    /** How many calls wait for their receipts, for people. */
    @Override
    public String toString() {
        int waiting = peers.values().stream().mapToInt(peer -> peer.receipts.size()).sum();
        return "unreceived=" + waiting;
    }
}
