package org.activeobjects.spmd.member;

import org.activeobjects.active.UniqueID;
import org.activeobjects.api.PAFuture;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.group.Group;
import org.activeobjects.group.PAGroup;
import org.activeobjects.spmd.barrier.Gate;
import org.activeobjects.spmd.barrier.NeighbourBarriers;
import org.activeobjects.spmd.barrier.NeighbourCall;
import org.activeobjects.transport.error.TransportException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A member and those of the others that it calls its neighbours: tells them of its barriers, and
 * sees who does not answer.
 *
 * <p><b>Threading:</b> barriers are called by the member's own thread, the rest by any.
 */
final class Neighbours {

    private static final Logger LOG = LogManager.getLogger(Neighbours.class);

    private final int own;
    private final List<Object> stubs;
    private final Voice others;
    private final NeighbourBarriers barriers;

    /** Calls the extension of a member. */
    interface Voice {
        CompletableFuture<Object> call(int to, Object... argument);
    }

    Neighbours(int own, List<Object> stubs, Voice others, Gate gate) {
        this.own = own;
        this.stubs = stubs;
        this.others = others;
        this.barriers = new NeighbourBarriers(own, gate);
    }

    /** Calls a barrier: tells all whom it names, and waits for nothing. */
    void call(String name, Object group) {
        NeighbourCall call = barriers.call(name, ranksOf(name, group));
        for (int to : call.ranks()) {
            var _ =
                    others.call(to, MemberExtension.NEIGHBOUR, own, name)
                            .whenComplete((_, failed) -> onAnswer(call, to, failed));
        }
        ActiveObjectException failure = barriers.failureOf(call);
        if (failure != null) {
            throw new ActiveObjectException(failure.getMessage(), failure);
        }
    }

    private SortedSet<Integer> ranksOf(String name, Object typed) {
        Group<Object> group = PAGroup.getGroup(typed);
        if (name == null || group == null) {
            throw new IllegalArgumentException(
                    "a neighbour barrier needs a name and a typed group: name="
                            + name
                            + " group="
                            + (typed == null ? null : typed.getClass().getName())
                            + "; make one of the members of PASPMD.getSPMDGroup() that are"
                            + " neighbours");
        }
        SortedSet<Integer> ranks = new TreeSet<>();
        Object[] members = group.toArray();
        for (int index = 0; index < members.length; index++) {
            Object member = PAFuture.getFutureValue(members[index]);
            int rank = member == null ? -1 : stubs.indexOf(member);
            if (rank < 0) {
                throw new IllegalArgumentException(
                        "a neighbour is no member of the caller's SPMD group: name=\""
                                + name
                                + "\" rank="
                                + own
                                + " index="
                                + index
                                + " neighbour="
                                + member
                                + "; name members of PASPMD.getSPMDGroup() only");
            }
            ranks.add(rank);
        }
        return ranks;
    }

    CompletableFuture<Object> mark(UniqueID sender, int from, String name) {
        return barriers.mark(sender, from, name);
    }

    /** Who has ended says so himself, behind all marks that he has sent: that may still come. */
    private void onAnswer(NeighbourCall call, int from, Throwable failed) {
        if (failed == null || !barriers.waitsFor(call, from)) {
            return;
        }
        Runnable lost = () -> lost(from, "rank " + from + " does not answer: " + failed);
        if (failed instanceof TransportException
                || failed.getCause() instanceof TransportException) {
            lost.run();
        } else {
            CompletableFuture.delayedExecutor(Member.ANSWER_SECONDS, TimeUnit.SECONDS)
                    .execute(lost);
        }
    }

    /** Another member has ended, or cannot be reached any more. */
    void lost(int rank, String reason) {
        for (NeighbourCall call : barriers.lost(rank, reason)) {
            LOG.warn("{}", barriers.failureOf(call).getMessage());
        }
    }

    Map<NeighbourCall, SortedSet<Integer>> waiting() {
        return barriers.waiting();
    }

    SortedSet<Integer> latestOf(String name) {
        return barriers.latestOf(name);
    }

    void giveUp(NeighbourCall call, String reason) {
        var _ = barriers.giveUp(call, reason);
    }

    /** This member has ended. */
    void end(ActiveObjectException reason) {
        barriers.end(reason);
    }

    @Override
    public String toString() {
        return barriers.toString();
    }
}
