package org.activeobjects.deployment.job;

import org.activeobjects.deployment.error.DeploymentException;
import org.activeobjects.deployment.error.EnvironmentException;
import org.activeobjects.deployment.error.JobFailedException;
import org.activeobjects.deployment.internal.process.LineOutput;
import org.activeobjects.deployment.internal.process.RankFailure;
import org.activeobjects.deployment.internal.process.RankGroup;
import org.activeobjects.deployment.internal.process.RankLaunch;
import org.activeobjects.deployment.internal.protocol.EndLimits;
import org.activeobjects.deployment.internal.protocol.JobEnvironment;
import org.activeobjects.deployment.internal.protocol.JobFolder;
import org.activeobjects.deployment.internal.protocol.StartLimits;
import org.activeobjects.deployment.internal.protocol.TransportChoice;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.PeerLostException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A job on this host: its ranks run from {@link #start} until {@link #awaitEnd} or {@link #close}
 * returns, and never longer than this JVM.
 *
 * <pre>{@code
 * try (LocalJob job = LocalJob.start(JobSpec.nodes(4))) {
 *     Result result = job.call(() -> work(job.nodes()));
 * }
 * }</pre>
 *
 * <p>The first rank that fails ends the others within a second, unless they are to last. A signal
 * that ends this JVM ends them too: they get SIGTERM, and SIGKILL 0.4 s later if they go on.
 * SIGUSR1 has all ranks write what their active objects do.
 *
 * <p><b>Threading:</b> safe.
 */
public final class LocalJob implements AutoCloseable {

    private static final Logger LOG = LogManager.getLogger(LocalJob.class);

    /** So much longer than the ranks may take to end in order. */
    private static final Duration END_MARGIN = Duration.ofSeconds(2);

    /** While a start is slow, one tells so often how far it has come. */
    private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(5);

    /** A rank's loss may be seen by a call before it is seen by the watcher of its process. */
    private static final Duration NOTICE = Duration.ofSeconds(1);

    private static final int MAX_CAUSES = 100;

    private final JobSpec spec;
    private final String id;
    private final String secret;
    private final RankGroup ranks;
    private final Thread hook;
    private final Optional<Thread> clock;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ReentrantLock lock = new ReentrantLock();
    private NodeRuntime runtime;
    private List<Node> nodes;

    private LocalJob(JobSpec spec, String id, String secret, RankGroup ranks) {
        this.spec = spec;
        this.id = id;
        this.secret = secret;
        this.ranks = ranks;
        // For Ctrl-C and a plain kill; when this JVM dies without a word, the ranks notice.
        this.hook = Thread.ofPlatform().name("end of job " + id).unstarted(this::kill);
        DumpRequests.add(ranks);
        this.clock =
                spec.timeLimit().isZero()
                        ? Optional.empty()
                        : Optional.of(
                                Thread.ofPlatform()
                                        .daemon()
                                        .name("time limit of job " + id)
                                        .start(this::watchTime));
    }

    /**
     * Starts the ranks; what they print goes to this JVM's standard output and error.
     *
     * @param spec what to start
     * @return the job, whose ranks may still be starting
     * @throws EnvironmentException if a process cannot be started; none is left then
     */
    public static LocalJob start(JobSpec spec) {
        return start(spec, System.out, System.err);
    }

    /**
     * Starts the ranks.
     *
     * @param spec what to start
     * @param out takes the lines that ranks print on standard output
     * @param err takes the lines that ranks print on standard error
     * @return the job, whose ranks may still be starting
     * @throws EnvironmentException if a process cannot be started; none is left then
     */
    public static LocalJob start(JobSpec spec, OutputStream out, OutputStream err) {
        Objects.requireNonNull(spec, "the specification of a job is null");
        String secret = TransportConfig.newSecret();
        String token = TransportConfig.newSecret();
        String id = "job-" + TransportConfig.newSecret().substring(0, 16);
        List<RankLaunch> launches = new ArrayList<>();
        for (int rank = 0; rank < spec.ranks(); rank++) {
            launches.add(
                    RankJvm.launch(
                            spec,
                            new JobEnvironment(
                                    id, secret, token, rank, spec.ranks(), spec.ranks())));
        }
        LineOutput output = new LineOutput(out, err);
        RankGroup ranks = new RankGroup(launches, token, output, spec.rankPrefix(), spec.lasting());
        LocalJob job = new LocalJob(spec, id, secret, ranks);
        Runtime.getRuntime().addShutdownHook(job.hook);
        try {
            ranks.start();
            // Not a virtual one, whose limited waits take threads that there may not be.
            Thread.ofPlatform().daemon().name("start of " + id).start(job::tellProgress);
        } catch (RuntimeException | Error e) {
            job.close();
            throw e;
        }
        return job;
    }

    /**
     * The id of the job.
     *
     * @return unique among all jobs
     */
    public String id() {
        return id;
    }

    /**
     * The number of ranks.
     *
     * @return 1 or more
     */
    public int size() {
        return spec.ranks();
    }

    /**
     * The nodes of the ranks. Waits until all are up. The first call opens a runtime in this JVM,
     * which becomes its default one and is closed with the job.
     *
     * @return nodes by rank, as that runtime sees them
     * @throws JobFailedException if a rank fails before it is up, or is not up within a minute and
     *     3 s for each rank
     */
    public List<Node> nodes() {
        lock.lock();
        try {
            if (nodes == null) {
                nodes = connect();
            }
            return nodes;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Runs something that needs the ranks, and gives it up when one of them fails.
     *
     * @param <T> type of the result
     * @param action what to run, on the calling thread; interrupted when the job fails
     * @return its result
     * @throws JobFailedException if a rank failed, whatever the action made of that
     * @throws Exception what the action threw while no rank failed
     */
    public <T> T call(Callable<T> action) throws Exception {
        FailureAlarm alarm = FailureAlarm.of(ranks);
        T result;
        try {
            result = action.call();
        } catch (Exception e) {
            throw failureOr(e, alarm.end());
        } catch (Error e) {
            var _ = alarm.end();
            throw e;
        }
        var _ = alarm.end();
        return result;
    }

    /**
     * Waits until every rank has ended by itself, as those of a program do, and what they printed
     * was passed on.
     *
     * @throws JobFailedException if a rank failed, or the time limit was over; all have ended then
     */
    public void awaitEnd() {
        try {
            var _ = ranks.awaitOutput(); // close tells of what was dropped
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DeploymentException("interrupted while waiting for the job: id=" + id, e);
        }
        Optional<RankFailure> failure = ranks.failure();
        if (failure.isPresent()) {
            throw exception(failure.get());
        }
    }

    /**
     * Ends the job: nodes in order, programs that still run at once; then removes all that the job
     * left on this host. What the ranks have printed is passed on before; of a job that has failed
     * or is ended at once, lines are dropped if nobody takes any for two seconds. Idempotent.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        clock.ifPresent(Thread::interrupt);
        DumpRequests.remove(ranks);
        boolean ended = spec.isNodes() && ranks.failure().isEmpty() && endInOrder();
        if (!ended) {
            ranks.kill();
        }
        awaitOutput();
        lock.lock();
        try {
            if (runtime != null) {
                runtime.close();
            }
        } finally {
            lock.unlock();
        }
        JobFolder.remove(JobFolder.SHARED_MEMORY, id);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook with it.
        }
    }

    private boolean endInOrder() {
        ranks.end();
        try {
            return ranks.awaitEnd(endLimit());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void awaitOutput() {
        try {
            if (!ranks.awaitOutput()) {
                LOG.warn("nobody takes what ranks print, its last lines are dropped: job={}", id);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration endLimit() {
        return EndLimits.orderly(spec.ranks()).plus(END_MARGIN);
    }

    private void kill() {
        ranks.kill();
        JobFolder.remove(JobFolder.SHARED_MEMORY, id);
    }

    private List<Node> connect() {
        TransportConfig usual = TransportConfig.defaults();
        TransportConfig config =
                usual.withJob(id, secret)
                        .withLinks(
                                TransportChoice.ofSystemUnless(spec.transport())
                                        .toArray(String[]::new))
                        .withRanksOnHost(spec.ranks() + 1)
                        .withTimeouts(
                                StartLimits.connect(usual.connectTimeout(), spec.ranks()),
                                usual.heartbeat())
                        .withSettingsOf(System.getProperties());
        if (closed.get()) {
            throw notReady(); // nobody would close what is opened now
        }
        if (runtime == null) { // opened while the ranks start
            runtime = NodeRuntime.open(config);
            runtime.makeDefault();
        }
        try {
            List<String> cards =
                    ranks.awaitReady(StartLimits.allUp(spec.ranks())).orElseThrow(this::notReady);
            return cards.stream().map(runtime::connect).toList();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DeploymentException("interrupted while the job started: id=" + id, e);
        }
    }

    /** Silence is for starts that take a moment. */
    private void tellProgress() {
        long waited = 0;
        try {
            while (ranks.awaitReady(PROGRESS_INTERVAL).isEmpty()
                    && !closed.get()
                    && !ranks.isStopping()) {
                waited += PROGRESS_INTERVAL.toSeconds();
                LOG.warn("the job starts slowly: {} waited={}s", ranks.startState(), waited);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private JobFailedException notReady() {
        if (closed.get()) {
            return new JobFailedException(
                    -1, 1, "the job is closed and has no nodes: id=" + id, "");
        }
        if (ranks.failure().isEmpty()) {
            ranks.fail(
                    new RankFailure(
                            -1,
                            1,
                            "not all ranks have started: waited=%ss %s; is the host overloaded?"
                                    .formatted(
                                            StartLimits.allUp(spec.ranks()).toSeconds(),
                                            ranks.startState()),
                            "",
                            false));
        }
        return exception(ranks.failure().orElseThrow());
    }

    /** What to throw for an action that threw: the failure of the job, if that came first. */
    private Exception failureOr(Exception thrown, boolean told) {
        try {
            if (told || (isPeerLost(thrown) && ranks.awaitFailure(NOTICE))) {
                // By then the failure that caused the others is known too.
                ranks.awaitEnd(endLimit());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ranks.failure()
                .map(
                        failure -> {
                            Exception failed = exception(failure);
                            failed.addSuppressed(thrown);
                            return failed;
                        })
                .orElse(thrown);
    }

    private static boolean isPeerLost(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
            if (cause instanceof PeerLostException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private void watchTime() {
        try {
            if (!ranks.awaitEnd(spec.timeLimit())) {
                List<Integer> silent = ranks.awaitDump(EndLimits.DUMP);
                ranks.fail(RankFailure.late(spec.timeLimit(), silent));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static JobFailedException exception(RankFailure failure) {
        return new JobFailedException(
                failure.rank(), failure.exitCode(), failure.message(), failure.trace());
    }
}
