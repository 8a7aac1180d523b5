package org.activeobjects.spmd.waiting;

import org.activeobjects.collective.Occupation;
import org.activeobjects.diagnosis.DeadlockPolicy;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Looks twice a second whether a rank still waits where it did, and if so whether it does so for
 * ever: in a circle, for a rank whose program has ended, or for a member that has thrown and is not
 * called any more. Of a wait that may yet end it tells after half a minute, and again when it has
 * lasted twice as long, for whom it is and where that one is.
 *
 * <p>A circle of operations of all ranks means that these are not the same: they fail. Of other
 * circles that is known only where one thread acts for each rank: elsewhere another thread may do
 * what is waited for, so that they are told of as any long wait. Messages that a program sends by
 * itself are followed, too; who waits for one of any rank does so for ever if none of the others
 * goes on.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p><b>Source:</b> wait-for graphs with one edge per process, but see {@link Knot}; what is found
 * is looked at once more, as in {@code DeadlockWatch} of the core.
 */
public final class RankWatch implements AutoCloseable {

    private static final Logger LOG = LogManager.getLogger(RankWatch.class);

    /** What may be done about it, if it is only reported. */
    private static final String ADVICE =
            "\n    With -D" + DeadlockPolicy.SETTING + "=fail the ranks fail then.";

    /** Of more ranks who waits for any does not ask all, again and again. */
    private static final int MOST_ASKED = 256;

    private final int rank;
    private final WeakReference<Occupation> occupation;
    private final Questions questions;
    private final Ranks others;
    private final Reaction reaction;
    private final Pace pace = new Pace();

    /** What the last look has found; it counts if the next one finds the same. */
    private String suspicion = "";

    /** The path because of which the deadlock watch knows of this wait; empty if it does not. */
    private String told = "";

    private Runnable over = () -> {};
    private boolean isReported;
    private volatile boolean closed;

    RankWatch(int rank, Occupation occupation, Ranks others, Reaction reaction) {
        this.rank = rank;
        this.occupation = new WeakReference<>(occupation);
        this.questions = new Questions(others);
        this.others = others;
        this.reaction = reaction;
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
     * @param mismatch fails the operation that it is in, and those of the others, with the report
     *     as the reason
     * @return what ends it
     */
    public static RankWatch start(
            int rank,
            Occupation occupation,
            Ranks others,
            Consumer<String> giveUp,
            Consumer<String> mismatch) {
        DeadlockPolicy policy = DeadlockPolicy.ofSystem();
        RankWatch watch =
                new RankWatch(
                        rank,
                        occupation,
                        others,
                        new Reaction(
                                text -> LOG.error("{}", text),
                                text -> LOG.warn("{}", text),
                                policy == DeadlockPolicy.FAIL ? giveUp : null,
                                mismatch));
        if (policy != DeadlockPolicy.OFF) {
            occupation.explainedBy(watch::whyClosed);
            watch.lookLater();
        }
        return watch;
    }

    private void lookLater() {
        CompletableFuture.delayedExecutor(
                        Pace.PERIOD_MS,
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
            LOG.debug("a wait was not looked at: rank={}", rank, e);
        } catch (Error e) {
            LOG.error("looking at a wait failed; it goes on: rank={}", rank, e);
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
        if (!now.isBusy() || !pace.isIn(now.number())) {
            tellNoMore();
            pace.begin(now.number());
            suspicion = "";
            isReported = false;
        } else if (pace.isChaseDue() && !isReported) {
            WaitPath path = WaitPath.from(RankState.of(rank, own), questions);
            if (path.mayEndInCall()) {
                tellOfWait(own, path);
            } else {
                tellNoMore();
            }
            judge(path);
        }
    }

    /**
     * Who looks for deadlocks among calls learns of this wait, for the last rank may be in one; and
     * again as a new wait if a rank of the path has done something since.
     */
    private synchronized void tellOfWait(Occupation own, WaitPath path) {
        String now = path.identity();
        if (closed || told.equals(now)) {
            return;
        }
        tellNoMore();
        told = now;
        RankState first = path.first();
        over = others.tellOfWait(own.look().thread(), first, () -> isIn(own, first));
    }

    private static boolean isIn(Occupation own, RankState wait) {
        Occupation.Moment now = own.look();
        return now.number() == wait.number() && now.peer() == wait.peer();
    }

    private synchronized void tellNoMore() {
        over.run();
        over = () -> {};
        told = "";
    }

    private void judge(WaitPath path) {
        switch (path.end()) {
            case CIRCLE -> onCircle(path);
            case ANYBODY -> onAnybody(path);
            case IDLE -> onIdle(path);
            case GIVEN_UP -> onGivenUp(path);
            case SILENT -> onSilence(path);
            case ELSEWHERE -> {}
        }
    }

    /** The least rank of a circle speaks for all. */
    private void onCircle(WaitPath path) {
        if (!path.isFirstTheLeast() || path.isOnItsWay()) {
            return;
        }
        if (!path.isOfAllRanks() && mayOthersAct(path.states())) {
            RankState next = path.states().get(1 % path.states().size());
            noteSlowness(path, next.rank(), WaitText.ofShared(next));
        } else if (!isFoundAgain(path.identity())
                || !path.states().stream().allMatch(this::isLeft)) {
            return;
        } else if (path.isOfAllRanks()) {
            isReported = true;
            reaction.mismatch().accept(WaitText.ofMismatch(path.states()));
        } else {
            tell(WaitText.ofDeadlock(path.states()));
        }
    }

    /** Whether another thread might do what one of these ranks, this one first, waits for. */
    private boolean mayOthersAct(List<RankState> states) {
        Occupation own = occupation.get();
        return own == null
                || states.stream().anyMatch(RankState::shared)
                || others.mayOthersAct(own.look().thread(), states.getFirst().number());
    }

    /** Whether a rank that sends waits for a receive; others do not wait for that. */
    private boolean isLeft(RankState state) {
        if (!state.isSend()) {
            return true;
        }
        Occupation own = occupation.get();
        boolean isHere = state.peer() == rank && own != null;
        return isHere
                ? own.holdsMessage(state.rank(), Integer.parseInt(state.tag()), state.context())
                : others.leavesMessage(state.peer(), state);
    }

    /** This rank waits for any; it goes on unless all others wait, too. */
    private void onAnybody(WaitPath path) {
        int size = others.size();
        if (path.states().size() > 1 || size == 0 || size > MOST_ASKED) {
            return;
        }
        List<RankState> states = new ArrayList<>();
        for (int other = 0; other < size; other++) {
            if (other != rank) {
                states.add(questions.ask(other)); // if one does not answer, nothing is known
            }
        }
        List<RankState> knot = Knot.around(path.first(), states, this::isLeft);
        if (knot.isEmpty() || mayOthersAct(knot)) {
            noteOneOf(path, states);
        } else if (isLeastForAny(knot) && isFoundAgain(WaitPath.identity(knot))) {
            tell(WaitText.ofKnot(knot));
        }
    }

    /** The least of those that wait for any speaks for all. */
    private boolean isLeastForAny(List<RankState> knot) {
        return knot.stream().noneMatch(state -> state.waitsForAny() && state.rank() < rank);
    }

    /** Names one that waits for nobody, if there is one. */
    private void noteOneOf(WaitPath path, List<RankState> states) {
        states.stream()
                .min(Comparator.comparing(state -> state.isWaiting() || state.isOver()))
                .ifPresent(
                        state -> {
                            boolean waits = state.isWaiting();
                            String what = waits ? WaitText.ofWait(state) : WaitText.ofIdle(state);
                            noteSlowness(path, state.rank(), what);
                        });
    }

    /** The last one does nothing among the ranks; those who wait for it tell so. */
    private void onIdle(WaitPath path) {
        RankState idle = path.last();
        boolean isOver = idle.isOver();
        boolean hasFailed = !idle.failure().isEmpty() && idle.frames().isEmpty();
        if (!path.isDirect()) {
            return;
        }
        if (!isOver && !hasFailed) {
            noteSlowness(path, idle.rank(), WaitText.ofIdle(idle));
        } else if (isFoundAgain(path.identity())) {
            tell(
                    isOver
                            ? WaitText.ofEnd(path.first(), idle)
                            : WaitText.ofFailure(path.first(), idle));
        }
    }

    /**
     * A rank has given up. Whoever waits for it does so too, and those who wait for that one will,
     * in turn.
     */
    private void onGivenUp(WaitPath path) {
        if (reaction.giveUp() != null && path.isDirect() && isFoundAgain(path.identity())) {
            isReported = true;
            reaction.giveUp().accept(path.last().deadlock());
        }
    }

    /** The same at once, of a rank that is known to have closed its endpoint; its report. */
    String whyClosed(int other) {
        try {
            String report = new Questions(others).ask(other).deadlock();
            if (reaction.giveUp() != null && !report.isEmpty()) {
                reaction.giveUp().accept(report);
            }
            return report;
        } catch (RuntimeException e) {
            LOG.debug("a rank that has closed was not reached: rank={} other={}", rank, other, e);
            return "";
        }
    }

    private void onSilence(WaitPath path) {
        LOG.debug("a rank was not reached: rank={} other={}", rank, path.asked(), path.silence());
        if (path.isDirect()) {
            String why = path.silence().getMessage();
            noteSlowness(path, path.asked(), "does not answer: " + why);
        }
    }

    private boolean isFoundAgain(String found) {
        boolean isSame = found.equals(suspicion);
        suspicion = found;
        return isSame;
    }

    private void tell(String text) {
        isReported = true;
        Consumer<String> giveUp = reaction.giveUp();
        reaction.report().accept(giveUp == null ? text + ADVICE : text);
        if (giveUp != null) {
            giveUp.accept(text);
        }
    }

    private void noteSlowness(WaitPath path, int other, String what) {
        if (pace.isNoteDue()) {
            long seconds = pace.seconds();
            reaction.note().accept(WaitText.ofSlowness(path.first(), seconds, other, what));
        }
    }

    @Override
    public void close() {
        closed = true;
        tellNoMore();
    }
}
