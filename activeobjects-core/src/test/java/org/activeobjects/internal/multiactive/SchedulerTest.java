package org.activeobjects.internal.multiactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.internal.multiactive.Rules.Member;
import org.activeobjects.internal.multiactive.Scheduler.Entry;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What may begin when; random rules and random loads, and each rule by itself. */
class SchedulerTest {

    /** A request of the tests. */
    private record Job(int number, int group, int parameter) {}

    /** Two requests are compatible if their parameters differ. */
    public static boolean differ(int one, int other) {
        return one != other;
    }

    private static Condition differing(int firstGroup) {
        return Condition.of(
                SchedulerTest.class.getName() + ".differ",
                SchedulerTest.class,
                List.of(int.class, int.class),
                firstGroup);
    }

    private static Rules rules(Condition[][] table, int[] ranks, int[] min, int[] max) {
        return new Rules(table, ranks, min, max, Limits.NONE, List.of());
    }

    private static Rules rules(Condition[][] table) {
        int[] max = new int[table.length];
        Arrays.fill(max, Integer.MAX_VALUE);
        return rules(table, new int[table.length], new int[table.length], max);
    }

    private static void arrive(Scheduler<Job> scheduler, Job job) {
        scheduler.arrived(job, new Member("m", List.of(), job.group, 0), job.parameter);
    }

    private static List<Entry<Job>> start(Scheduler<Job> scheduler) {
        List<Entry<Job>> begun = new ArrayList<>();
        for (Entry<Job> entry = scheduler.next(); entry != null; entry = scheduler.next()) {
            begun.add(entry);
        }
        return begun;
    }

    private static boolean compatible(Condition[][] table, Job older, Job younger) {
        Condition condition = table[older.group][younger.group];
        return condition != null && (condition.isAlways() || older.parameter != younger.parameter);
    }

    private static Condition[][] randomTable(Random random, int groups) {
        Condition[][] table = new Condition[groups + 1][groups + 1];
        for (int one = 0; one < groups; one++) {
            for (int other = one; other < groups; other++) {
                Condition condition =
                        switch (random.nextInt(3)) {
                            case 0 -> null;
                            case 1 -> Condition.ALWAYS;
                            default -> differing(one);
                        };
                table[one][other] = condition;
                table[other][one] = condition;
            }
        }
        return table;
    }

    @Test
    void neverRunsTwoThatAreNotCompatibleAndServesAllAndTheIncompatibleInTheirOrder() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            int groups = 1 + random.nextInt(4);
            Condition[][] table = randomTable(random, groups);
            int threads = 1 + random.nextInt(6);
            int[] ranks = random.ints(groups + 1L, 0, 3).toArray();
            int[] max = random.ints(groups + 1L, 1, 4).toArray();
            Rules rules = rules(table, ranks, new int[groups + 1], max);
            boolean hard = random.nextBoolean();
            runOne(random, table, rules, new Limits(threads, hard), "seed=" + seed);
        }
    }

    private static void runOne(
            Random random, Condition[][] table, Rules rules, Limits limits, String seed) {
        Scheduler<Job> scheduler = new Scheduler<>(rules, limits, null);
        List<Entry<Job>> running = new ArrayList<>();
        List<Job> waiting = new ArrayList<>();
        int jobs = 60;
        int served = 0;
        for (int arrived = 0; served < jobs; ) {
            if (arrived < jobs && random.nextInt(3) > 0) {
                Job job = new Job(arrived++, random.nextInt(table.length), random.nextInt(3));
                waiting.add(job);
                arrive(scheduler, job);
            } else if (!running.isEmpty()) {
                Entry<Job> done = running.remove(random.nextInt(running.size()));
                scheduler.waits(done);
                scheduler.finished(done);
                served++;
            }
            for (Entry<Job> begun : start(scheduler)) {
                Job job = begun.request();
                waiting.remove(job);
                assertThat(running)
                        .as(seed)
                        .allMatch(other -> compatible(table, other.request(), job));
                assertThat(waiting)
                        .as(seed)
                        .allMatch(
                                other ->
                                        other.number > job.number || compatible(table, other, job));
                running.add(begun);
            }
            assertThat(running).as(seed).hasSizeLessThanOrEqualTo(limits.threads());
            assertThat(scheduler.runningCount()).as(seed).isEqualTo(running.size());
            assertThat(scheduler.waitingCount()).as(seed).isEqualTo(waiting.size());
            assertThat(waiting.isEmpty() || !running.isEmpty()).as(seed).isTrue();
        }
    }

    @Test
    void letsAnotherBeginWhileOneWaitsUnderASoftLimitOnly() {
        Condition[][] table = {{Condition.ALWAYS, null}, {null, null}};
        for (boolean hard : new boolean[] {true, false}) {
            Scheduler<Job> scheduler = new Scheduler<>(rules(table), new Limits(1, hard), null);
            arrive(scheduler, new Job(0, 0, 0));
            arrive(scheduler, new Job(1, 0, 0));
            Entry<Job> first = scheduler.next();
            assertThat(scheduler.next()).isNull();

            scheduler.waits(first);
            Entry<Job> second = scheduler.next();
            assertThat(second == null).isEqualTo(hard);
            scheduler.goesOn(first);
            scheduler.finished(first);
            assertThat(scheduler.next() == null).isEqualTo(!hard);
        }
    }

    @Test
    void beginsWithTheMostUrgentButForgetsNobody() {
        Condition[][] table = {
            {Condition.ALWAYS, Condition.ALWAYS, null},
            {Condition.ALWAYS, Condition.ALWAYS, null},
            {null, null, null}
        };
        int[] max = {9, 9, 9};
        Rules rules = rules(table, new int[] {0, 1, 2}, new int[3], max);
        Scheduler<Job> scheduler = new Scheduler<>(rules, new Limits(1, true), null);
        arrive(scheduler, new Job(0, 1, 0));
        List<Integer> order = new ArrayList<>();
        for (int i = 1; !order.contains(0); i++) {
            arrive(scheduler, new Job(i, 0, 0));
            Entry<Job> begun = scheduler.next();
            order.add(begun.request().number);
            scheduler.finished(begun);
        }

        assertThat(order).startsWith(1, 2, 3).hasSize(101);
    }

    @Test
    void keepsThreadsForAGroupThatAsksForThem() {
        Condition[][] table = {
            {Condition.ALWAYS, Condition.ALWAYS, null},
            {Condition.ALWAYS, Condition.ALWAYS, null},
            {null, null, null}
        };
        Rules rules = rules(table, new int[3], new int[] {1, 0, 0}, new int[] {2, 9, 9});
        Scheduler<Job> scheduler = new Scheduler<>(rules, new Limits(3, true), null);
        for (int i = 0; i < 4; i++) {
            arrive(scheduler, new Job(i, 1, 0));
        }
        assertThat(start(scheduler)).hasSize(2);

        arrive(scheduler, new Job(4, 0, 0));
        assertThat(start(scheduler)).hasSize(1);
        assertThatThrownBy(() -> new Scheduler<>(rules, new Limits(1, true), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("threads=1");
    }

    @Test
    void doesNotLookAtThoseThatWaitWhereNoConditionCounts() {
        Condition[][] table = {
            {null, Condition.ALWAYS, null}, {Condition.ALWAYS, null, null}, {null, null, null}
        };
        Scheduler<Job> scheduler = new Scheduler<>(rules(table), Limits.NONE, null);
        for (int i = 0; i < 100_000; i++) {
            arrive(scheduler, new Job(i, 0, 0));
        }
        assertThat(start(scheduler)).hasSize(1);

        // Behind a hundred thousand of a group of which one runs.
        arrive(scheduler, new Job(100_000, 1, 0));
        assertThat(start(scheduler)).extracting(entry -> entry.request().group).containsExactly(1);
        assertThat(scheduler.drain())
                .hasSize(99_999)
                .isSortedAccordingTo((one, other) -> Integer.compare(one.number, other.number));
    }

    @Test
    void takesAConditionThatFailsForNotCompatible() {
        Condition fails =
                Condition.of("equals", Object.class, List.of(Object.class, Object.class), 0);
        Condition[][] table = {{fails, null}, {null, null}};
        Scheduler<Job> scheduler = new Scheduler<>(rules(table), Limits.NONE, null);
        Member member = new Member("m", List.of(), 0, 0);
        scheduler.arrived(new Job(0, 0, 0), member, null);
        scheduler.arrived(new Job(1, 0, 0), member, null);

        assertThat(start(scheduler)).hasSize(1);
    }
}
