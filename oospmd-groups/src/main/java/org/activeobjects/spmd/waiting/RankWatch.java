package org.activeobjects.spmd.waiting;

import org.activeobjects.collective.Occupation;
import org.activeobjects.diagnosis.DeadlockPolicy;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Looks twice a second whether a rank still waits where it did, and if so whether it does so for
 * ever: in a circle, or for a rank whose program has ended. Of a wait that may yet end it tells
 * after half a minute, and again when it has lasted twice as long, for whom it is and where that
 * one is.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p><b>Source:</b> wait-for graphs with one edge per process; a circle found is looked at once
 * more, as in {@code DeadlockWatch} of the core.
 */
public final class RankWatch implements AutoCloseable {

    private static final Logger LOG = LogManager.getLogger(RankWatch.class);
    private static final long PERIOD_MS = 500;
    private static final long ANSWER_LIMIT_MS = 5000;
    private static final int QUICK_LOOKS = 4;
    private static final int MAX_PAUSE_LOOKS = 20;
    private static final int SLOW_LOOKS = 60;

    /** What may be done about it, if it is only reported. */
    private static final String ADVICE =
            "\n    With -D" + DeadlockPolicy.SETTING + "=fail the ranks fail then.";

    private final int rank;
    private final WeakReference<Occupation> occupation;
    private final Ranks others;
    private final Consumer<String> report;
    private final Consumer<String> note;
    private final Consumer<String> giveUp;
    private long lastNumber;
    private int looks;
    private int nextChase;
    private long nextNote = SLOW_LOOKS;
    private String suspicion = "";
    private long reported = -1;
    private long since;
    private CompletableFuture<RankState> question;
    private int asked;
    private volatile boolean closed;

    RankWatch(
            int rank,
            Occupation occupation,
            Ranks others,
            Consumer<String> report,
            Consumer<String> note,
            Consumer<String> giveUp) {
        this.rank = rank;
        this.occupation = new WeakReference<>(occupation);
        this.others = others;
        this.report = report;
        this.note = note;
        this.giveUp = giveUp;
    }

    /**
     * Watches over a rank from now on, as long as anybody else knows what it does, unless deadlocks
     * are not to be looked for.
     *
     * @param rank its number
     * @param occupation what it does
     * @param others the other ranks
     * @param giveUp has the rank take part in nothing any more, with the report as the reason;
     *     called under {@link DeadlockPolicy#FAIL} only
     * @return what ends it
     */
    public static RankWatch start(
            int rank, Occupation occupation, Ranks others, Consumer<String> giveUp) {
        DeadlockPolicy policy = DeadlockPolicy.ofSystem();
        RankWatch watch =
                new RankWatch(
                        rank,
                        occupation,
                        others,
                        text -> LOG.error("{}", text),
                        text -> LOG.warn("{}", text),
                        policy == DeadlockPolicy.FAIL ? giveUp : null);
        if (policy != DeadlockPolicy.OFF) {
            watch.lookLater();
        }
        return watch;
    }

    private void lookLater() {
        CompletableFuture.delayedExecutor(
                        PERIOD_MS,
                        TimeUnit.MILLISECONDS,
                        task -> Thread.ofVirtual().name("watch of rank " + rank).start(task))
                .execute(this::lookAndGoOn);
    }

    private void lookAndGoOn() {
        if (closed) {
            return;
        }
        try {
            look();
        } catch (RuntimeException e) {
            LOG.debug("a rank was not reached: rank={}", rank, e);
        }
        lookLater();
    }

    /** One look. */
    void look() {
        Occupation own = occupation.get();
        if (own == null) {
            close();
            return;
        }
        Occupation.Moment now = own.look();
        if (!now.isBusy() || now.number() != lastNumber) {
            lastNumber = now.number();
            since = System.nanoTime();
            looks = 0;
            nextChase = 1;
            nextNote = SLOW_LOOKS;
            suspicion = "";
            return;
        }
        looks++;
        if (looks >= nextChase && reported != lastNumber) {
            // Often at first; then less and less, for nothing has changed.
            nextChase = looks + (looks < QUICK_LOOKS ? 1 : Math.min(looks, MAX_PAUSE_LOOKS));
            chase(own);
        }
    }

    /** From rank to rank, along the waits. */
    private void chase(Occupation own) {
        List<RankState> path = new ArrayList<>();
        path.add(RankState.of(rank, own, false));
        while (true) {
            RankState last = path.getLast();
            if (!last.deadlock().isEmpty()) {
                onEnded(path);
                return;
            }
            if (!last.isWaiting()) {
                onIdle(path);
                return;
            }
            int next = last.peer();
            if (next == rank) {
                if (path.size() > 1) {
                    onCircle(path);
                }
                return;
            }
            if (path.stream().anyMatch(state -> state.rank() == next)) {
                return; // a circle that this rank only leads to
            }
            try {
                path.add(ask(next));
            } catch (RuntimeException e) {
                noteSlowness(path, next, "does not answer: " + e.getMessage());
                throw e;
            }
        }
    }

    /** One question at a time: to a process that is stopped, there is no answer and no failure. */
    private RankState ask(int other) {
        if (question == null || question.isDone() || asked != other) {
            asked = other;
            question =
                    CompletableFuture.supplyAsync(
                            () -> others.ask(other),
                            task ->
                                    Thread.ofVirtual()
                                            .name("question to rank " + other)
                                            .start(task));
        }
        try {
            return question.get(ANSWER_LIMIT_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("is its process stopped, or its host busy?", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** The last one on the path does nothing among the ranks; those who wait for it tell so. */
    private void onIdle(List<RankState> path) {
        if (path.size() != 2) {
            return;
        }
        RankState idle = path.getLast();
        if (!idle.ended()) {
            String place = idle.frames().isEmpty() ? "" : ", it is at " + idle.frames().getFirst();
            noteSlowness(path, idle.rank(), "does not wait" + place);
            return;
        }
        String found = "over " + idle.rank();
        if (found.equals(suspicion)) {
            tell(textOfEnd(path.getFirst(), idle));
        }
        suspicion = found;
    }

    private void tell(String text) {
        reported = lastNumber;
        report.accept(giveUp == null ? text + ADVICE : text);
        if (giveUp != null) {
            giveUp.accept(text);
        }
    }

    /**
     * A rank has given up. Whoever waits for it does so too, and those who wait for that one will,
     * in turn.
     */
    private void onEnded(List<RankState> path) {
        if (giveUp == null || path.size() != 2) {
            return;
        }
        String found = "ended " + path.getLast().rank();
        if (found.equals(suspicion)) {
            reported = lastNumber;
            giveUp.accept(path.getLast().deadlock());
        }
        suspicion = found;
    }

    private void onCircle(List<RankState> circle) {
        boolean isLeast = circle.stream().allMatch(state -> state.rank() >= rank);
        if (!isLeast || isOnItsWay(circle)) {
            return;
        }
        String found =
                circle.stream()
                        .map(state -> state.rank() + ":" + state.number())
                        .collect(Collectors.joining(" "));
        if (found.equals(suspicion)) {
            tell(text(circle));
        }
        suspicion = found;
    }

    /** All do the same: then what they wait for is being sent. */
    private static boolean isOnItsWay(List<RankState> circle) {
        for (int i = 0; i < circle.size(); i++) {
            RankState next = circle.get((i + 1) % circle.size());
            if (!next.meets(circle.get(i))) {
                return false;
            }
        }
        return true;
    }

    private void noteSlowness(List<RankState> path, int other, String what) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - since);
        // Where nobody answers, a look takes longer than its period.
        long periods = Math.max(looks, seconds * 1000 / PERIOD_MS);
        if (periods >= nextNote && path.getFirst().peer() == other) {
            nextNote = 2 * periods;
            note.accept(
                    "rank %d has waited for %d s in %s; rank %d %s"
                            .formatted(rank, seconds, path.getFirst().what(), other, what));
        }
    }

    private static String textOfEnd(RankState waiting, RankState over) {
        StringBuilder text = new StringBuilder("rank ").append(waiting.rank());
        text.append(" waits for ever: the program of rank ").append(over.rank());
        text.append(" has ended, after ").append(over.collectives());
        text.append(" operations of all ranks");
        appendWait(text, waiting);
        return text.toString();
    }

    private static void appendWait(StringBuilder text, RankState state) {
        text.append("\n    rank ").append(state.rank());
        text.append(" waits for rank ").append(state.peer());
        text.append(" in ").append(state.what());
        text.append(" (thread '").append(state.thread()).append("')");
        state.frames().forEach(frame -> text.append("\n        at ").append(frame));
    }

    private static String text(List<RankState> circle) {
        StringBuilder text = new StringBuilder("deadlock among ranks: ");
        for (RankState state : circle) {
            text.append("rank ").append(state.rank()).append(" waits for ");
        }
        text.append("rank ").append(circle.getFirst().rank());
        circle.forEach(state -> appendWait(text, state));
        return text.append(
                        "\n    They do not do the same: compare tags, roots, and the order of the"
                                + " calls.")
                .toString();
    }

    @Override
    public void close() {
        closed = true;
    }
}
