package org.activeobjects.spmd.member;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.group.PAGroup;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.spi.RuntimeServices;
import org.activeobjects.spmd.barrier.Gate;
import org.activeobjects.spmd.barrier.TotalBarrier;
import org.activeobjects.spmd.waiting.BarrierWatch;
import org.activeobjects.spmd.waiting.RankState;
import org.activeobjects.spmd.waiting.RankWatch;
import org.activeobjects.spmd.waiting.Ranks;
import org.activeobjects.transport.Endpoint;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * An active object as a member of an SPMD group; lives and ends with its body.
 *
 * <p><b>Threading:</b> set up by the threads that deliver, before the member's first request;
 * barriers are called by the member's own thread.
 */
public final class Member implements AutoCloseable, BodyHandle.FailureListener {

    private static final Logger LOG = LogManager.getLogger(Member.class);

    /** How long a rank that is asked may take to answer. */
    static final int ANSWER_SECONDS = 5;

    /** Others may wait so long for a member that has failed before that is told. */
    private static final int BARRIER_SECONDS = 2;

    private final BodyHandle body;
    private final Endpoint endpoint;
    private final List<Object> stubs;
    private final TotalBarrier barrier;
    private final Neighbours neighbours;
    private final MethodBarriers methods;
    private final CompletableFuture<Object> life = new CompletableFuture<>();
    private final WatchedBarriers watched;
    private final BarrierWatch barrierWatch;
    private volatile long called;
    private final AtomicLong calls = new AtomicLong();
    private volatile Rank rank;
    private volatile RankWatch watch;
    private volatile Failed failed;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Members that have ended before this one was told of them; none is added once it is. */
    private final List<Runnable> earlyEnds = new ArrayList<>();

    /**
     * The last request that has thrown.
     *
     * @param occupied number of what the rank did then, or did last, among the ranks
     * @param barriers total barriers that it had called
     * @param calls barriers of any kind that it had called
     * @param what request and exception
     */
    private record Failed(long occupied, long barriers, long calls, String what) {}

    /** Takes part in barriers from now on: others may be told of all before this one is. */
    Member(BodyHandle body, Object... members) {
        this.body = body;
        endpoint = body.runtime().transport().openEndpoint();
        stubs = List.of(members);
        int own = stubs.indexOf(body.stub());
        int size = members.length;
        Gate gate = new BodyGate(body);
        barrier = new TotalBarrier(size, gate);
        neighbours = new Neighbours(own, stubs, this::callMember, gate);
        methods = new MethodBarriers(body, own, size, this::callMember);
        watched = new WatchedBarriers(own, size, barrier, neighbours, methods, this::callMember);
        barrierWatch = new BarrierWatch(own, watched);
    }

    /**
     * The membership of a body.
     *
     * @param body any body
     * @return the member, or {@code null} if the body belongs to no group
     */
    public static Member of(BodyHandle body) {
        Member member = body.state(Member.class);
        return member == null || member.rank == null ? null : member;
    }

    String[] describe() {
        return Rank.describe(body.runtime(), endpoint);
    }

    void install(List<String[]> descriptions) {
        Rank own = Rank.of(body.runtime(), endpoint, descriptions);
        synchronized (earlyEnds) {
            rank = own;
        }
        earlyEnds.forEach(Runnable::run);
        watch = own.watch(new Others());
        if (!body.isAlive()) {
            close(); // the end may have come before there was all of this
        }
    }

    /** {@return this member as a rank} */
    public Rank rank() {
        return rank;
    }

    /** {@return all members, in the order of the ranks, as a typed group of their class} */
    public Object typedGroup() {
        return typedGroup(body.stub().getClass().getSuperclass());
    }

    @SuppressWarnings("unchecked") // the stubs were made of that class
    private <T> T typedGroup(Class<T> type) {
        return PAGroup.of(type, (List<T>) stubs);
    }

    /**
     * Calls a total barrier: sends a mark to every member, and waits for nothing.
     *
     * @param name its name
     * @throws ActiveObjectException if a barrier of this group has failed before
     */
    public void totalBarrier(String name) {
        barrier.checkUsable();
        calls();
        long number = called + 1;
        called = number; // by the member's thread only
        for (int target = 0; target < stubs.size(); target++) {
            int to = target;
            var _ =
                    callMember(to, MemberExtension.MARK, rank.number(), name)
                            .whenComplete((_, failed) -> answered(number, name, to, failed));
        }
        barrierWatch.called();
    }

    /**
     * Calls a barrier between this member and some others, and waits for nothing.
     *
     * @param name its name
     * @param group a typed group of those others
     * @throws ActiveObjectException if one of them has ended or is lost, and has not called it
     * @throws IllegalArgumentException if it is no group of members
     */
    public void neighbourBarrier(String name, Object group) {
        calls();
        neighbours.call(name, group);
        barrierWatch.called();
    }

    /**
     * Holds back the service of other requests until some have come, and waits for nothing.
     *
     * @param names names of methods, one for each request
     * @throws ActiveObjectException if a member has ended or is lost, whose requests may be missing
     * @throws IllegalArgumentException if there is no such method
     * @throws IllegalStateException if the calling thread is not the one that chooses the requests
     */
    public void methodBarrier(String... names) {
        calls();
        methods.call(names);
        barrierWatch.called();
    }

    private void calls() {
        var _ = calls.incrementAndGet();
    }

    /** Why this member has not done its part in a barrier, for another that waits for it. */
    Object[] whyNot(int asking, String name) {
        Failed last = failed;
        boolean hasFailed = last != null && last.calls == calls.get();
        return watched.whyNot(asking, name, body.ownThread(), hasFailed ? last.what : null);
    }

    /** Complete when this member has ended. */
    CompletableFuture<Object> life() {
        return life;
    }

    Neighbours neighbours() {
        return neighbours;
    }

    CompletableFuture<Object> mark(UniqueID sender, int from, String name) {
        CompletableFuture<Object> answer = barrier.mark(sender, from, name);
        if (failed != null) {
            watchBarrier();
        }
        return answer;
    }

    /** What this member does now, for another that waits for it. */
    RankState state() {
        RankState now = rank.state(body::ownThread);
        now = now.isWaiting() && mayOthersAct(rank.occupied()) ? now.amongOthers() : now;
        Failed last = failed;
        return last == null || last.occupied != now.number() ? now : now.afterFailure(last.what);
    }

    /** So it is while a request of a multi-active member waits, or a thread that it has started. */
    private boolean mayOthersAct(Thread waiting) {
        return waiting != body.ownThread();
    }

    @Override
    public void onFailure(String request, String thrown) {
        Rank own = rank;
        if (own != null) {
            long occupied = own.communicator().occupation().look().number();
            String what = "request " + request + " threw " + thrown;
            failed = new Failed(occupied, called, calls.get(), what);
            watchBarrier();
        }
    }

    /** If others wait in a total barrier some time after this member has thrown, it tells so. */
    private void watchBarrier() {
        Failed last = failed;
        if (called == last.barriers && barrier.waitsFor(rank.number())) {
            CompletableFuture.delayedExecutor(BARRIER_SECONDS, TimeUnit.SECONDS)
                    .execute(() -> checkBarrier(last));
        }
    }

    private void checkBarrier(Failed last) {
        if (last.equals(failed) && called == last.barriers && barrier.waitsFor(rank.number())) {
            failed = new Failed(last.occupied, -1, last.calls, last.what); // told once
            LOG.warn(
                    "{}: rank {} of {} has not called it since it has failed: {}",
                    barrier,
                    rank.number(),
                    rank.size(),
                    last.what);
        }
    }

    void fail(String reason) {
        barrier.fail(new ActiveObjectException(reason));
    }

    private void answered(long number, String name, int member, Throwable cause) {
        if (cause == null || barrier.completed() >= number) {
            return;
        }
        ActiveObjectException reason =
                new ActiveObjectException(
                        String.format(
                                "total barrier cannot be completed: name=\"%s\" rank=%s size=%s:"
                                        + " rank %s does not answer: %s",
                                name, rank.number(), rank.size(), member, cause),
                        cause);
        if (!barrier.fail(reason)) {
            return;
        }
        LOG.warn("total barrier failed: name={} rank={}", name, rank.number(), reason);
        for (int to = 0; to < stubs.size(); to++) {
            if (to != rank.number()) {
                // Those that are gone too need not be told, and the others learn it at most twice.
                var _ = callMember(to, MemberExtension.FAIL, reason.getMessage());
            }
        }
    }

    /** The other members, for the watch of this one. */
    private final class Others implements Ranks {

        @Override
        public RankState ask(int member) {
            return RankState.decode((Object[]) answer(member, MemberExtension.STATE));
        }

        @Override
        public boolean leavesMessage(int member, RankState sending) {
            return (boolean) answer(member, Rank.sent(MemberExtension.LEAVES, sending));
        }

        @Override
        public boolean mayOthersAct(Thread waiting, long wait) {
            return Member.this.mayOthersAct(waiting);
        }

        private Object answer(int member, Object... question) {
            return callMember(member, question).orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS).join();
        }

        @Override
        public int size() {
            return stubs.size();
        }

        @Override
        public Runnable tellOfWait(Thread thread, RankState waiting, BooleanSupplier lasts) {
            return body.waitsFor(
                    new BodyHandle.Elsewhere(
                            thread,
                            stubs.get(waiting.peer()),
                            waiting.what() + ", as rank " + waiting.peer() + " of the group",
                            lasts,
                            why -> rank.giveUp(why.getMessage())));
        }
    }

    /** By the runtime of this body, since the thread may be any. */
    private CompletableFuture<Object> callMember(int to, Object... argument) {
        try {
            return ((RuntimeServices) body.runtime())
                    .callExtension(stubs.get(to), MemberExtension.NAME, argument);
        } catch (RuntimeException | Error notSent) { // also for want of memory: no half barrier
            return CompletableFuture.failedFuture(notSent);
        }
    }

    /** Another member has ended; gives the tags of exchanges with it that are under way here. */
    Object[] onEnd(UniqueID sender, int member, String report) {
        synchronized (earlyEnds) {
            if (rank == null) {
                earlyEnds.add(() -> onEnd(sender, member, report));
                return new Object[0];
            }
        }
        neighbours.lost(member, report);
        body.inTurn(sender, () -> methods.lost(report));
        return rank.exchanger().onEnd(member, report).toArray();
    }

    /** Called when the body has ended: whoever waits for this member is told. */
    @Override
    public void close() {
        Rank own = rank;
        RankWatch started = watch;
        if (started != null) {
            started.close();
        }
        if (own == null) {
            endpoint.close();
        } else if (closed.compareAndSet(false, true)) {
            end(own);
        }
    }

    private void end(Rank own) {
        barrierWatch.close();
        String report =
                "member of the group was terminated: rank=%s body=%s"
                        .formatted(own.number(), body.getName());
        barrier.fail(new ActiveObjectException(report));
        neighbours.end(new ActiveObjectException(report));
        life.complete(null);
        new Farewell(own, endpoint, report)
                .say(to -> callMember(to, MemberExtension.ENDED, own.number(), report));
    }

    @Override
    public String toString() {
        Rank now = rank;
        return now == null
                ? "member of a group that is being made"
                : "rank %s of %s, %s, %s, %s"
                        .formatted(now.number(), now.size(), barrier, neighbours, methods);
    }

    /** The gate of a body's queue. */
    private record BodyGate(BodyHandle body) implements Gate {

        @Override
        public void hold(UniqueID sender) {
            body.hold(sender);
        }

        @Override
        public void release(List<UniqueID> senders) {
            body.release(senders);
        }

        @Override
        public void inTurn(UniqueID sender, Runnable code) {
            body.inTurn(sender, code);
        }
    }

    static List<String[]> descriptions(Object[] texts) {
        return Arrays.stream(texts).map(String[].class::cast).toList();
    }
}
