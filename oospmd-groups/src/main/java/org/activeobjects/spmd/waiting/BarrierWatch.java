package org.activeobjects.spmd.waiting;

import org.activeobjects.diagnosis.DeadlockPolicy;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Looks once a second at the barriers of a member that are not complete, in which no thread waits
 * and no call: so nobody else would see that they never will be. Asks those whose part is missing.
 * If one of them does nothing, since it has thrown or since it has named others, that is reported
 * when it is found twice; of all others it is told after half a minute, and again when that has
 * doubled, what they do.
 *
 * <p>It looks only as long as there are such barriers.
 *
 * <p><b>Threading:</b> {@link #called} and {@link #close} by any thread; it looks in a virtual
 * thread, one at a time.
 */
public final class BarrierWatch implements AutoCloseable {

    private static final Logger LOG = LogManager.getLogger(BarrierWatch.class);

    private static final long PERIOD_MS = 1000;

    /** What may be done about it, if it is only reported. */
    private static final String ADVICE =
            "; somebody has to call that rank again, so that it does its part (with -D"
                    + DeadlockPolicy.SETTING
                    + "=fail barriers between neighbours fail then)";

    /** Of more members nobody reads. */
    private static final int MAX_ASKED = 8;

    private final int rank;
    private final OpenBarriers barriers;
    private final Consumer<String> report;
    private final Consumer<String> note;
    private final DeadlockPolicy policy;
    private final AtomicBoolean looks = new AtomicBoolean();
    private Map<String, Seen> seen = new HashMap<>();
    private volatile boolean closed;

    /** A barrier that was not complete at an earlier look. */
    private static final class Seen {
        private final Pace pace = new Pace();
        private String idle = "";
        private boolean isReported;
    }

    /**
     * A watch that looks when a barrier is called, unless deadlocks are not to be looked for.
     *
     * @param rank rank of the member
     * @param barriers its barriers
     */
    public BarrierWatch(int rank, OpenBarriers barriers) {
        this(
                rank,
                barriers,
                text -> LOG.error("{}", text),
                text -> LOG.warn("{}", text),
                DeadlockPolicy.ofSystem());
    }

    BarrierWatch(
            int rank,
            OpenBarriers barriers,
            Consumer<String> report,
            Consumer<String> note,
            DeadlockPolicy policy) {
        this.rank = rank;
        this.barriers = barriers;
        this.report = report;
        this.note = note;
        this.policy = policy;
    }

    /** The member has called a barrier. */
    public void called() {
        if (policy != DeadlockPolicy.OFF && looks.compareAndSet(false, true)) {
            lookLater();
        }
    }

    private void lookLater() {
        CompletableFuture.delayedExecutor(
                        PERIOD_MS,
                        TimeUnit.MILLISECONDS,
                        task -> Thread.ofVirtual().name("barriers of rank " + rank).start(task))
                .execute(this::lookAndGoOn);
    }

    private void lookAndGoOn() {
        boolean isOpen = false;
        try {
            isOpen = !closed && look();
        } catch (RuntimeException e) {
            LOG.debug("barriers were not looked at: rank={}", rank, e);
        } catch (Error e) {
            LOG.error("looking at barriers failed; it goes on: rank={}", rank, e);
        }
        if (isOpen) {
            lookLater();
        } else {
            looks.set(false);
            if (!closed && !barriers.open().isEmpty()) {
                called(); // one that was called meanwhile
            }
        }
    }

    /** One look; false if all barriers are complete. */
    boolean look() {
        Map<String, Seen> now = new HashMap<>();
        for (OpenBarriers.Open barrier : barriers.open()) {
            Seen before = seen.get(barrier.id());
            if (before == null) {
                before = new Seen();
                before.pace.begin(0);
            } else if (!before.isReported) {
                judge(barrier, before);
            }
            now.put(barrier.id(), before);
        }
        seen = now;
        return !now.isEmpty();
    }

    private void judge(OpenBarriers.Open barrier, Seen before) {
        var _ = before.pace.isChaseDue();
        List<String> idle = new ArrayList<>();
        List<String> all = new ArrayList<>();
        for (int other :
                barrier.missing().subList(0, Math.min(MAX_ASKED, barrier.missing().size()))) {
            OpenBarriers.Answer answer = ask(other, barrier);
            String text = "rank " + other + " " + answer.text();
            all.add(text);
            if (answer.isIdle()) {
                idle.add(text);
            }
        }
        String found = String.join("; ", idle);
        boolean isFoundAgain = !found.isEmpty() && found.equals(before.idle);
        before.idle = found;
        if (isFoundAgain) {
            before.isReported = true;
            tell(
                    barrier,
                    "rank " + rank + " holds back requests in " + barrier.what() + ": " + found);
        } else if (before.pace.isNoteDue()) {
            note.accept(
                    "rank %s has held back requests for %s s, in %s: %s"
                            .formatted(
                                    rank,
                                    before.pace.seconds(),
                                    barrier.what(),
                                    String.join("; ", all)));
        }
    }

    private OpenBarriers.Answer ask(int other, OpenBarriers.Open barrier) {
        try {
            return barriers.ask(other, barrier);
        } catch (RuntimeException e) {
            return new OpenBarriers.Answer(false, "does not answer: " + e.getMessage());
        }
    }

    private void tell(OpenBarriers.Open barrier, String text) {
        if (policy == DeadlockPolicy.FAIL) {
            report.accept(text);
            barriers.giveUp(barrier, text);
        } else {
            report.accept(text + ADVICE);
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
