package org.activeobjects.spmd.member;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.node.Job;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spi.RuntimeServices;
import org.activeobjects.spmd.waiting.RankState;
import org.activeobjects.spmd.waiting.Ranks;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.error.PeerLostException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/**
 * The ranks of programs that are started once per JVM, such as by {@code ao run}: every runtime of
 * the job is a rank.
 *
 * <p>A rank that needs the others for the first time asks the first node of the job for the
 * endpoints of all, and that one asks all nodes, once, which open them then if need be; so no rank
 * has to wait for another to come so far, and what comes early waits at the endpoint. Were each
 * rank to ask all, many ranks would need links between all of them before they begin.
 */
public final class JobRanks {

    private static final Logger LOG = LogManager.getLogger(JobRanks.class);

    /** Per runtime, since one JVM may have several; an entry goes with its runtime. */
    private static final Map<NodeRuntime, Seat> SEATS = new WeakHashMap<>();

    private static volatile Latest latest = new Latest(new WeakReference<>(null), null);

    private JobRanks() {}

    /** The endpoint of a runtime, and what was made of it. */
    private static final class Seat {
        final Endpoint endpoint;
        final ReentrantLock making = new ReentrantLock();
        volatile Rank rank;
        final AtomicReference<CompletableFuture<Object>> all = new AtomicReference<>();

        Seat(Endpoint endpoint) {
            this.endpoint = endpoint;
        }
    }

    /** Spares the usual program, with one runtime, the look into the map. */
    private record Latest(WeakReference<NodeRuntime> runtime, Rank rank) {}

    /**
     * The rank of the calling thread's runtime.
     *
     * @return the rank, or {@code null} if the runtime belongs to no job
     */
    public static Rank current() {
        NodeRuntime runtime = NodeRuntime.current();
        Latest cached = latest;
        if (cached.runtime.refersTo(runtime)) {
            return cached.rank;
        }
        Job job = runtime.job();
        if (job == null) {
            return null;
        }
        Rank rank = rankOf(runtime, job);
        latest = new Latest(new WeakReference<>(runtime), rank);
        return rank;
    }

    /** Called on behalf of another rank: where to find this runtime's endpoint. */
    static String[] seat(NodeRuntime runtime) {
        return Rank.describe(runtime, seatOf(runtime).endpoint);
    }

    /** Called on behalf of another rank: what this runtime's rank does. */
    static RankState state(NodeRuntime runtime) {
        Rank rank = seatOf(runtime).rank;
        Job job = runtime.job();
        if (job == null) {
            throw new IllegalStateException("not a rank of a job: runtime=" + runtime);
        }
        RankState now =
                rank == null
                        ? RankState.idle(job.rank(), mainThread())
                        : rank.state(JobRanks::mainThread);
        if (now.isWaiting() && mayOthersAct(runtime, rank.occupied(), now.number())) {
            now = now.amongOthers();
        }
        return job.ended() ? now.afterEnd(activeObjects(runtime)) : now;
    }

    /** Called on behalf of another rank: whether what it sends is here, and not received. */
    static boolean leavesMessage(NodeRuntime runtime, Object[] sent) {
        Rank rank = seatOf(runtime).rank;
        return rank != null && rank.leavesMessage(sent);
    }

    /** The other runtimes of the job, for the watch of this one. */
    private record Others(WeakReference<NodeRuntime> runtime) implements Ranks {

        @Override
        public RankState ask(int rank) {
            Object[] question = {MemberExtension.SEAT_STATE};
            return RankState.decode((Object[]) askSeat(runtime.get(), rank, question));
        }

        @Override
        public boolean leavesMessage(int rank, RankState sending) {
            Object[] question = Rank.sent(MemberExtension.SEAT_LEAVES, sending);
            return (boolean) askSeat(runtime.get(), rank, question);
        }

        @Override
        public int size() {
            NodeRuntime own = runtime.get();
            return own == null ? 0 : own.job().size();
        }

        @Override
        public boolean mayOthersAct(Thread waiting, long wait) {
            NodeRuntime own = runtime.get();
            return own == null || JobRanks.mayOthersAct(own, waiting, wait);
        }
    }

    /** Any thread of the JVM acts for its rank: those of its active objects, and of its program. */
    private static boolean mayOthersAct(NodeRuntime runtime, Thread waiting, long wait) {
        return activeObjects(runtime) > 0 || ProgramThreads.isThereAnother(waiting, wait);
    }

    /** Those of the program, which may take part for the rank when its main method is over. */
    private static int activeObjects(NodeRuntime runtime) {
        Node node = runtime.node();
        return node.getNumberOfActiveObjects() - node.getActiveObjects(JobSeat.class).size();
    }

    private static Thread mainThread() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("main"))
                .findFirst()
                .orElse(null);
    }

    private static Object askSeat(NodeRuntime runtime, int rank, Object[] question) {
        if (runtime == null) {
            throw new IllegalStateException("the runtime of this rank is gone");
        }
        RuntimeServices services = (RuntimeServices) runtime;
        Node node = runtime.job().nodes().get(rank);
        List<JobSeat> seat =
                services.createAll(JobSeat.class, new Object[1][], List.of(node), false);
        try {
            return services.callExtension(seat.getFirst(), MemberExtension.NAME, question)
                    .orTimeout(Member.ANSWER_SECONDS, TimeUnit.SECONDS)
                    .join();
        } finally {
            GroupMaker.terminate(seat);
        }
    }

    private static Seat seatOf(NodeRuntime runtime) {
        synchronized (SEATS) {
            return SEATS.computeIfAbsent(
                    runtime, absent -> new Seat(absent.transport().openEndpoint()));
        }
    }

    private static Rank rankOf(NodeRuntime runtime, Job job) {
        Seat seat = seatOf(runtime);
        seat.making.lock();
        try {
            if (seat.rank == null) {
                Rank rank = Rank.of(runtime, seat.endpoint, descriptions(runtime, job));
                seat.rank = rank;
                // It ends when nobody knows the runtime any more: it must not know it itself.
                WeakReference<NodeRuntime> own = new WeakReference<>(runtime);
                var _ = rank.watch(new Others(own));
            }
            return seat.rank;
        } finally {
            seat.making.unlock();
        }
    }

    private static List<String[]> descriptions(NodeRuntime runtime, Job job) {
        if (job.rank() != 0) {
            List<Node> first = job.nodes().subList(0, 1);
            Object[] nodes = job.nodes().toArray();
            try {
                return askNodes(runtime, first, MemberExtension.SEATS, nodes).stream()
                        .flatMap(all -> Member.descriptions((Object[]) all).stream())
                        .toList();
            } catch (RuntimeException left) {
                LOG.debug("the first rank does not tell of the others", left);
            }
        }
        try {
            return Member.descriptions((Object[]) seats(runtime, job.nodes()).join());
        } catch (CompletionException failed) {
            // A new one: the cause has the stack of a thread that asks for all who wait.
            throw new ActiveObjectException(
                    "the ranks of the job cannot all be reached: rank="
                            + job.rank()
                            + " size="
                            + job.size()
                            + missing(job, failed)
                            + ": "
                            + failed.getCause().getMessage(),
                    failed.getCause());
        }
    }

    /** The rank whose loss is behind a failure, if that is known. */
    private static String missing(Job job, Throwable failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof PeerLostException lost) {
                return IntStream.range(0, job.size())
                        .filter(rank -> isOf(job.nodes().get(rank), lost))
                        .mapToObj(rank -> " missing=" + rank)
                        .findFirst()
                        .orElse("");
            }
        }
        return "";
    }

    private static boolean isOf(Node node, PeerLostException lost) {
        return node.runtimeId().toString().equals(lost.runtime());
    }

    /**
     * Called on behalf of another rank, which says where the nodes are: this one may not have been
     * told of its job yet. Where to find the endpoints of all.
     */
    static CompletableFuture<Object> seats(NodeRuntime runtime, List<Node> nodes) {
        return seats(runtime, nodes, task -> Thread.ofVirtual().start(task));
    }

    static CompletableFuture<Object> seats(NodeRuntime runtime, List<Node> nodes, Executor asking) {
        Seat own = seatOf(runtime);
        CompletableFuture<Object> all = new CompletableFuture<>();
        CompletableFuture<Object> begun = own.all.compareAndExchange(null, all);
        if (begun != null) {
            return begun;
        }
        // Whoever asks after a failure tries again.
        var _ = all.exceptionally(failed -> own.all.compareAndSet(all, null));
        try {
            asking.execute(() -> askAll(runtime, nodes, all));
        } catch (RuntimeException | Error e) { // no thread is to be had
            all.completeExceptionally(e);
        }
        return all;
    }

    private static void askAll(
            NodeRuntime runtime, List<Node> nodes, CompletableFuture<Object> all) {
        try {
            all.complete(askNodes(runtime, nodes, MemberExtension.SEAT).toArray());
        } catch (RuntimeException | Error failed) {
            all.completeExceptionally(failed);
        }
    }

    /** Asks nodes of the job, all at the same time. */
    private static List<Object> askNodes(NodeRuntime runtime, List<Node> nodes, Object... what) {
        RuntimeServices services = (RuntimeServices) runtime;
        List<JobSeat> seats =
                services.createAll(JobSeat.class, new Object[nodes.size()][], nodes, false);
        try {
            return GroupMaker.callAll(services, seats, what);
        } finally {
            GroupMaker.terminate(seats);
        }
    }
}
