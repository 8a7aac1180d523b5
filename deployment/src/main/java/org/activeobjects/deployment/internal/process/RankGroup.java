package org.activeobjects.deployment.internal.process;

import org.activeobjects.deployment.internal.protocol.ControlLine;
import org.activeobjects.deployment.internal.protocol.ControlLine.Verb;
import org.activeobjects.deployment.internal.protocol.EndLimits;

import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The ranks of one job on this host. Each reports its card; when all have, each gets the cards of
 * all; when all are done, each is told to end. The first failure ends everybody.
 *
 * <p><b>Threading:</b> safe.
 */
public final class RankGroup {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<RankLaunch> launches;
    private final String token;
    private final LineOutput output;
    private final boolean prefixed;
    private final RankProcesses ranks = new RankProcesses();
    private final String[] cards;
    private final BitSet done = new BitSet();
    private final BitSet ended = new BitSet();
    private final BitSet passed = new BitSet();
    private final BitSet silent = new BitSet();
    private final Failures failures;
    private volatile boolean stopping;
    private volatile boolean killing;
    private boolean told;
    private boolean cut;

    /**
     * A job of which nothing runs yet.
     *
     * @param launches how each rank is started, by rank
     * @param token marks control lines
     * @param output takes what ranks print
     * @param prefixed whether lines get their rank in front
     * @param lasting whether, once all have joined, the others go on when one ends
     */
    public RankGroup(
            List<RankLaunch> launches,
            String token,
            LineOutput output,
            boolean prefixed,
            boolean lasting) {
        this.launches = List.copyOf(launches);
        this.token = token;
        this.output = output;
        this.prefixed = prefixed;
        this.failures = new Failures(lasting);
        cards = new String[launches.size()];
    }

    /**
     * Starts the processes of the ranks, one after another, and watches each from then on. No more
     * are started once the job has failed or was killed.
     *
     * @throws org.activeobjects.deployment.error.EnvironmentException if a process cannot be
     *     started; none is left then
     */
    public void start() {
        start(new SlowForks());
    }

    void start(SlowForks forks) {
        try {
            forks.start(launches.size(), this::startNext);
        } catch (RuntimeException | Error e) {
            abandon(0);
            kill();
            throw e;
        }
    }

    /** Starts one more; false if none is wanted. */
    private boolean startNext(int rank) {
        if (stopping) {
            abandon(rank);
            return false;
        }
        RankProcess process = RankProcess.start(rank, launches.get(rank));
        ranks.add(process);
        process.watch(
                output,
                prefixed ? "[" + rank + "] " : "",
                token,
                line -> onControl(rank, line),
                exitCode -> {
                    boolean stopped = stopping; // by the time that it is told others have failed
                    boolean isByStop = stopped && RankFailure.isByStop(exitCode, killing);
                    return () -> {
                        onEnd(rank, exitCode, stopped, isByStop);
                        onPassed(rank, process.awaitPassed(() -> stopping));
                    };
                });
        if (stopping) {
            // Whoever ends the others may have looked before this one was there.
            process.terminate();
        }
        return true;
    }

    /** This rank and those after it are not waited for. */
    private void abandon(int first) {
        lock.lock();
        try {
            stopping = true;
            ended.set(first, cards.length);
            passed.set(first, cards.length);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until every rank has joined the job.
     *
     * @param limit longest wait
     * @return the cards by rank, or nothing if the job failed or was killed, or the time was over
     * @throws InterruptedException if this thread is interrupted
     */
    public Optional<List<String>> awaitReady(Duration limit) throws InterruptedException {
        return await(limit, () -> isReady() || stopping) && isReady()
                ? Optional.of(List.of(cards))
                : Optional.empty();
    }

    /**
     * Whether the job has failed, or was killed.
     *
     * @return true from then on
     */
    public boolean isStopping() {
        return stopping;
    }

    /**
     * How far the start has come.
     *
     * @return which ranks have joined the job
     */
    public StartState startState() {
        lock.lock();
        try {
            return StartState.of(cards);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until every process has ended. What they have printed may still be on its way.
     *
     * @param limit longest wait; zero waits for ever
     * @return false if the time was over before
     * @throws InterruptedException if this thread is interrupted
     */
    public boolean awaitEnd(Duration limit) throws InterruptedException {
        return await(limit, () -> all(ended));
    }

    /**
     * Waits until every process has ended and all that they had printed until then was passed on.
     * Once the job has failed or was killed, who takes no line for two seconds is given up.
     *
     * @return false if somebody was, and lines were dropped
     * @throws InterruptedException if this thread is interrupted
     */
    public boolean awaitOutput() throws InterruptedException {
        return await(Duration.ZERO, () -> all(passed)) && !cut;
    }

    /**
     * Why the job failed, as far as known: the first failure that is not the mere consequence of
     * another.
     *
     * @return nothing as long as there is none
     */
    public Optional<RankFailure> failure() {
        lock.lock();
        try {
            return failures.first();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for a failure.
     *
     * @param limit longest wait; zero waits for ever
     * @return false if there is none by then
     * @throws InterruptedException if this thread is interrupted
     */
    public boolean awaitFailure(Duration limit) throws InterruptedException {
        return await(limit, () -> !failures.isEmpty());
    }

    /** Tells every rank to end in order, whether its program is done or not. */
    public void end() {
        lock.lock();
        try {
            tellEnd();
        } finally {
            lock.unlock();
        }
    }

    /** Has every rank write what its active objects do. */
    public void dump() {
        lock.lock();
        try {
            if (!told) { // after that, their ends of the pipes are closed
                ranks.tell(ControlLine.of(Verb.DUMP));
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * As {@link #dump}, and waits until each has, or has ended.
     *
     * @param limit longest wait: one that is stopped never does
     * @return the ranks that have not; none if the job is over by then
     * @throws InterruptedException if this thread is interrupted
     */
    public List<Integer> awaitDump(Duration limit) throws InterruptedException {
        lock.lock();
        try {
            silent.set(0, cards.length);
            silent.andNot(ended);
            dump();
            var _ = await(limit, () -> stopping || told || silent.isEmpty());
            return stopping || told ? List.of() : silent.stream().boxed().toList();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends the job as failed.
     *
     * @param failure why; counts if no rank has failed before
     */
    public void fail(RankFailure failure) {
        lock.lock();
        try {
            failures.add(failure);
            stop();
        } finally {
            lock.unlock();
        }
    }

    /** Ends every process, within a second; returns when they are gone. Not a failure by itself. */
    public void kill() {
        abandon(cards.length); // those that run are waited for
        terminateAll();
    }

    private void onControl(int rank, ControlLine line) {
        lock.lock();
        try {
            switch (line.verb()) {
                case CARD -> {
                    cards[rank] = line.words().getFirst();
                    if (isReady()) {
                        ranks.tell(ControlLine.of(Verb.RANKS, cards));
                    }
                }
                case DONE -> {
                    done.set(rank);
                    tellEndIfDone();
                }
                case FAILED -> {
                    failures.add(RankFailure.told(rank, line.words()));
                    stop();
                }
                case DUMPED -> silent.clear(rank);
                case RANKS, DUMP, END ->
                        throw new IllegalStateException("not for a launcher: " + line.verb());
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void onEnd(int rank, int exitCode, boolean after, boolean isByStop) {
        lock.lock();
        try {
            ended.set(rank);
            silent.clear(rank);
            if (exitCode == 0 && !told) {
                failures.addLeft(rank);
            }
            boolean joined = isReady();
            // What this group did itself is no failure; what happened first to the rank is.
            RankFailure end = RankFailure.ended(rank, ranks.pid(rank), exitCode, joined, after);
            boolean isOrderly = isByStop || (joined || told) && exitCode == 0;
            if (failures.endJob(end, isOrderly, joined && !stopping && !told)) {
                stop();
            }
            done.set(rank);
            tellEndIfDone();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void onPassed(int rank, boolean isWhole) {
        lock.lock();
        try {
            cut |= !isWhole;
            passed.set(rank);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void tellEndIfDone() {
        if (all(done) && !stopping) {
            tellEnd();
        }
    }

    private void tellEnd() {
        if (told) {
            return;
        }
        told = true;
        ranks.tellLast(ControlLine.of(Verb.END));
        ranks.start("end of the job", this::watchOrderlyEnd, () -> {}); // who goes on ends itself
    }

    private void watchOrderlyEnd() {
        try {
            Duration limit = EndLimits.orderly(cards.length);
            if (!awaitEnd(limit)) {
                fail(RankFailure.endless(ranks.running(), limit));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stop() {
        changed.signalAll();
        if (!stopping) {
            stopping = true;
            ranks.start("stop of the job", this::terminateAll, this::terminateAll);
        }
    }

    private void terminateAll() {
        ranks.end(() -> killing = true);
    }

    private boolean isReady() {
        return Arrays.stream(cards).allMatch(card -> card != null);
    }

    private boolean all(BitSet those) {
        return those.cardinality() == cards.length;
    }

    /** Zero waits for ever. */
    private boolean await(Duration limit, BooleanSupplier condition) throws InterruptedException {
        long left = limit.isZero() ? Long.MAX_VALUE : TimeUnit.NANOSECONDS.convert(limit);
        lock.lockInterruptibly();
        try {
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
