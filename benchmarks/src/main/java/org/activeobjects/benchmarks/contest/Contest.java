package org.activeobjects.benchmarks.contest;

import org.activeobjects.benchmarks.contest.Contestant.UnavailableException;
import org.activeobjects.benchmarks.contest.Team.TeamFailedException;
import org.activeobjects.benchmarks.contest.Team.Timing;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.benchmarks.side.Order;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs contestants in turn: each is started and warmed up once; then, for each measurement and
 * size, every round gives each of them one run, so that a host that changes its speed changes it
 * for all.
 */
public final class Contest implements AutoCloseable {

    private static final int SMALL_SHARE = 3;
    private static final long WARM_UP_BYTES = 8 << 20;
    private static final long WARM_UP_MESSAGES = 2000;
    private static final long FIRST_GUESS = 32;
    private static final int LARGEST_STEP = 64;
    private static final int CALIBRATED = 4;
    private static final int MOST_AGAIN = 16;
    private static final int MUCH_QUICKER = 4; // by this part

    private final Rules rules;
    private final Consumer<String> progress;
    private final Map<Contestant, Team> teams = new LinkedHashMap<>();
    private final List<String> leftOut = new ArrayList<>();
    private final Samples samples = new Samples();
    private final HostSpeed speed = new HostSpeed();
    private boolean failed;
    private boolean ourOwnFailed;

    /**
     * How it is run.
     *
     * @param field where
     * @param sizes lengths of messages, bytes
     * @param rounds runs of each contestant, of which the median counts
     * @param runNs about how long one run takes
     * @param warmUpNs how long each contestant is warmed up for each measurement; programs that are
     *     compiled ahead a tenth of it
     */
    public record Rules(Field field, List<Integer> sizes, int rounds, long runNs, long warmUpNs) {}

    /**
     * A contest in which nobody takes part yet.
     *
     * @param rules how it is run
     * @param progress told what goes on, for people
     */
    public Contest(Rules rules, Consumer<String> progress) {
        this.rules = rules;
        this.progress = progress;
    }

    /**
     * Starts a contestant. One that cannot start is left out.
     *
     * @param contestant who
     */
    public void admit(Contestant contestant) {
        progress.accept("starting " + contestant.name());
        try {
            teams.put(contestant, contestant.starter().start(rules.field()));
        } catch (UnavailableException e) {
            leaveOut(contestant, e.getMessage(), false);
        } catch (TeamFailedException e) {
            leaveOut(contestant, e.getMessage(), true);
        }
    }

    /**
     * Measures, with all who take part.
     *
     * @param measurement what
     */
    public void measure(Measurement measurement) {
        for (Contestant contestant : List.copyOf(teams.keySet())) {
            if (contestant.measurements().contains(measurement)) {
                progress.accept("warming up " + contestant.name() + ", " + measurement.label());
                attempt(contestant, team -> warmUp(contestant, team, measurement));
            }
        }
        for (int bytes : rules.sizes()) {
            long ns = speed.note(measurement, bytes);
            progress.accept(
                    "measuring %s of %s bytes; core to core %s ns"
                            .formatted(measurement.label(), bytes, ns));
            measure(measurement, bytes);
        }
    }

    private void measure(Measurement measurement, int bytes) {
        Map<Contestant, Order> orders = new LinkedHashMap<>();
        for (Contestant contestant : List.copyOf(teams.keySet())) {
            if (contestant.can(measurement, bytes)) {
                attempt(
                        contestant,
                        team -> orders.put(contestant, calibrate(team, measurement, bytes)));
            }
        }
        for (int round = 1; round <= rules.rounds(); round++) {
            int number = round;
            orders.forEach(
                    (contestant, order) ->
                            attempt(
                                    contestant,
                                    team -> add(contestant, order, number, team.run(order))));
        }
    }

    private void add(Contestant contestant, Order order, int round, Timing timing) {
        samples.add(
                new Sample(
                        contestant.name(),
                        contestant.ours(),
                        contestant.wire(),
                        order.measurement(),
                        order.bytes(),
                        rules.field().pairs(),
                        round,
                        order.iterations(),
                        timing.ns(),
                        timing.cpuNs()));
    }

    private void attempt(Contestant contestant, Consumer<Team> part) {
        Team team = teams.get(contestant);
        if (team == null) {
            return;
        }
        try {
            part.accept(team);
        } catch (TeamFailedException e) {
            teams.remove(contestant).close();
            leaveOut(contestant, e.getMessage(), true);
        }
    }

    private void leaveOut(Contestant contestant, String why, boolean hasFailed) {
        String line = contestant.name() + ": " + why;
        leftOut.add(line);
        failed |= hasFailed;
        ourOwnFailed |= hasFailed && contestant.ours();
        progress.accept("left out " + line);
    }

    /**
     * Small messages, then messages of every length, until the compiler has settled for all of
     * them: a length that takes a new path would throw away what was compiled without it.
     */
    private void warmUp(Contestant contestant, Team team, Measurement measurement) {
        long wanted = contestant.compiledAhead() ? rules.warmUpNs() / 10 : rules.warmUpNs();
        long start = System.nanoTime();
        while (System.nanoTime() - start < wanted / SMALL_SHARE) {
            int bytes = rules.sizes().getFirst();
            team.run(new Order(measurement, bytes, atMost(WARM_UP_MESSAGES, measurement, bytes)));
        }
        while (System.nanoTime() - start < wanted) {
            for (int bytes : rules.sizes()) {
                if (contestant.can(measurement, bytes)) {
                    long iterations = atMost(WARM_UP_MESSAGES, measurement, bytes);
                    team.run(new Order(measurement, bytes, iterations));
                }
            }
        }
    }

    /** Finds how often a run has to repeat. */
    private Order calibrate(Team team, Measurement measurement, int bytes) {
        Order order = new Order(measurement, bytes, atMost(FIRST_GUESS, measurement, bytes));
        long ns = settled(team, order);
        while (ns < rules.runNs() / CALIBRATED) {
            order = new Order(measurement, bytes, scaled(order, ns));
            ns = settled(team, order);
        }
        return new Order(measurement, bytes, scaled(order, ns));
    }

    /**
     * Repeats a run until it is no longer much quicker than before: code that is just being
     * compiled anew, or a moment in which the host was busy, would leave all runs too short.
     */
    private static long settled(Team team, Order order) {
        long least = team.run(order).ns();
        for (int again = 0; again < MOST_AGAIN; again++) {
            long ns = team.run(order).ns();
            if (ns > least - least / MUCH_QUICKER) {
                return Math.min(ns, least);
            }
            least = ns;
        }
        return least;
    }

    /**
     * Iterations of so many messages, and of no more bytes than are gone soon, so that who is slow
     * does not take much longer than it was given.
     */
    private static long atMost(long messages, Measurement measurement, int bytes) {
        long perIteration = measurement.messagesOnTheWire(bytes);
        return Math.max(1, Math.min(messages, WARM_UP_BYTES / bytes) / perIteration);
    }

    private long scaled(Order order, long ns) {
        double step = Math.min((double) rules.runNs() / Math.max(ns, 1), LARGEST_STEP);
        return Math.max(1, (long) (order.iterations() * step));
    }

    /**
     * What was measured so far.
     *
     * @return the samples
     */
    public Samples samples() {
        return samples;
    }

    /**
     * How fast the host was meanwhile.
     *
     * @return one line for people
     */
    public String hostSpeed() {
        return speed.describe();
    }

    /**
     * Who did not take part, or fell out, and why.
     *
     * @return one line each
     */
    public List<String> leftOut() {
        return List.copyOf(leftOut);
    }

    /**
     * Whether nothing was measured because this host lacks what all who should take part need.
     *
     * @return false also if one of them has failed
     */
    public boolean isLackingAll() {
        return samples.all().isEmpty() && !failed && !leftOut.isEmpty();
    }

    /**
     * Whether one of this project's own links started and then failed.
     *
     * @return true if so
     */
    public boolean ourOwnFailed() {
        return ourOwnFailed;
    }

    /** Ends all processes. */
    @Override
    public void close() {
        teams.values().forEach(Team::close);
        teams.clear();
    }
}
