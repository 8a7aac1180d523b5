package org.activeobjects.benchmarks.calls;

import org.activeobjects.benchmarks.calls.side.CallTest;
import org.activeobjects.benchmarks.contest.Team.TeamFailedException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs programs in turn: all that can do a test are started and warmed up; then every round gives
 * each of them one run, so that a host that changes its speed changes it for all.
 */
final class CallContest {

    private static final long FIRST_CALLS = 100;
    private static final int CALIBRATED = 4;
    private static final double LARGEST_STEP = 16;
    private static final long MAX_ONE_WAY = 2_000_000;

    private final Rules rules;
    private final Consumer<String> progress;
    private final List<CallSample> samples = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private boolean ourOwnFailed;

    /**
     * How it is run.
     *
     * @param rounds runs of each program, of which the median counts
     * @param runNs about how long one run takes
     * @param warmUpNs how long each program is warmed up for each test
     */
    record Rules(int rounds, long runNs, long warmUpNs) {}

    CallContest(Rules rules, Consumer<String> progress) {
        this.rules = rules;
        this.progress = progress;
    }

    /** Measures one test with all programs that can do it. */
    void measure(CallTest test, List<Caller> callers) {
        Map<Caller, CallTeam> teams = new LinkedHashMap<>();
        Map<Caller, Long> calls = new LinkedHashMap<>();
        try {
            for (Caller caller : callers) {
                if (caller.tests().contains(test)) {
                    progress.accept("warming up " + caller.name() + ", " + test.label());
                    attempt(caller, teams, () -> start(caller, test, teams));
                }
            }
            progress.accept("measuring " + test.label());
            for (Caller caller : List.copyOf(teams.keySet())) {
                attempt(caller, teams, () -> calls.put(caller, calibrate(teams.get(caller), test)));
            }
            for (int round = 1; round <= rules.rounds(); round++) {
                for (Caller caller : List.copyOf(teams.keySet())) {
                    int number = round;
                    attempt(
                            caller,
                            teams,
                            () -> run(caller, teams.get(caller), test, number, calls.get(caller)));
                }
            }
        } finally {
            teams.values().forEach(CallTeam::close);
        }
    }

    private void attempt(Caller caller, Map<Caller, CallTeam> teams, Runnable part) {
        try {
            part.run();
        } catch (TeamFailedException e) {
            CallTeam team = teams.remove(caller);
            if (team != null) {
                team.close();
            }
            String line = caller.name() + ": " + e.getMessage();
            leftOut.add(line);
            ourOwnFailed |= caller.ours();
            progress.accept("left out " + line);
        }
    }

    private void run(Caller caller, CallTeam team, CallTest test, int round, long calls) {
        samples.add(new CallSample(caller, test, round, calls, team.run(calls)));
    }

    private void start(Caller caller, CallTest test, Map<Caller, CallTeam> teams) {
        CallTeam team = CallTeam.start(caller, test);
        teams.put(caller, team);
        warmUp(team, test);
    }

    private void warmUp(CallTeam team, CallTest test) {
        long start = System.nanoTime();
        long calls = FIRST_CALLS;
        while (System.nanoTime() - start < rules.warmUpNs()) {
            long ns = team.run(calls).ns();
            calls = next(test, calls, ns);
        }
    }

    private long calibrate(CallTeam team, CallTest test) {
        long calls = FIRST_CALLS;
        long ns = team.run(calls).ns();
        while (ns < rules.runNs() / CALIBRATED && calls < MAX_ONE_WAY) {
            calls = next(test, calls, ns);
            ns = team.run(calls).ns();
        }
        return next(test, calls, ns);
    }

    /** So many that a run takes about as long as it should; one-way calls lie in memory. */
    private long next(CallTest test, long calls, long ns) {
        double step = Math.min((double) rules.runNs() / Math.max(ns, 1), LARGEST_STEP);
        long next = Math.max(test.producers(), (long) (calls * step));
        return test.lessIsBetter() ? next : Math.min(next, MAX_ONE_WAY);
    }

    List<CallSample> samples() {
        return List.copyOf(samples);
    }

    List<String> leftOut() {
        return List.copyOf(leftOut);
    }

    boolean ourOwnFailed() {
        return ourOwnFailed;
    }
}
