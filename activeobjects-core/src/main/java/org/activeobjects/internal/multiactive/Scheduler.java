package org.activeobjects.internal.multiactive;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Says which of the requests that wait may begin.
 *
 * <p>A request may begin if it is compatible with all that run and with all that wait and are
 * older. So two that are not compatible run in the order of their arrival, and the oldest one of
 * all is held up by nothing but what runs: none waits for ever. Among those that may begin, the
 * priority of their groups decides, then age; who was overtaken {@value #PATIENCE} times goes
 * first.
 *
 * <p>Without conditions the work per request does not depend on how many wait. Of a group with
 * conditions the oldest {@value #WINDOW} are looked at.
 *
 * <p><b>Threading:</b> under the lock of its user.
 *
 * @param <T> type of the requests
 */
public final class Scheduler<T> {

    private static final int WINDOW = 128;
    private static final int PATIENCE = 100;

    private final Rules rules;
    private final Limits limits;
    private final Object target;
    private final List<ArrayDeque<Entry<T>>> waiting = new ArrayList<>();
    private final List<Set<Entry<T>>> running = new ArrayList<>();
    private final int[] active;
    private final boolean[] isConditional;
    private long arrivals;
    private int waitingCount;
    private int runningCount;
    private int activeCount;

    /**
     * For one active object.
     *
     * @param rules rules of its class
     * @param limits how many requests run at the same time
     * @param target the object, for conditions that are methods of it
     * @throws IllegalArgumentException if the groups keep as many threads as there are
     */
    public Scheduler(Rules rules, Limits limits, Object target) {
        long kept = Arrays.stream(rules.minThreads).asLongStream().sum();
        if (limits.threads() <= kept) {
            throw new IllegalArgumentException(
                    "there are too few threads: threads="
                            + limits.threads()
                            + " sum of minThreads="
                            + kept);
        }
        this.rules = rules;
        this.limits = limits;
        this.target = target;
        int count = rules.groupCount();
        this.active = new int[count];
        this.isConditional = new boolean[count];
        for (int group = 0; group < count; group++) {
            waiting.add(new ArrayDeque<>());
            running.add(new HashSet<>());
            for (Condition condition : rules.table[group]) {
                isConditional[group] |= condition != null && !condition.isAlways();
            }
        }
    }

    /**
     * A request has come.
     *
     * @param request the request
     * @param member where it belongs
     * @param parameter the argument that conditions look at
     */
    public void arrived(T request, Rules.Member member, Object parameter) {
        Entry<T> entry = new Entry<>(request, member.group(), parameter, ++arrivals);
        waiting.get(entry.group).addLast(entry);
        waitingCount++;
    }

    /**
     * Lets a request begin.
     *
     * @return one that runs from now on, or {@code null} if none may
     */
    public Entry<T> next() {
        if (waitingCount == 0 || activeCount >= limits.threads()) {
            return null;
        }
        Entry<T> best = null;
        List<Entry<T>> candidates = new ArrayList<>();
        for (int group = 0; group < active.length; group++) {
            Entry<T> candidate = hasRoom(group) ? candidate(group) : null;
            if (candidate != null) {
                candidates.add(candidate);
                best = best == null || goesBefore(candidate, best) ? candidate : best;
            }
        }
        if (best != null) {
            for (Entry<T> candidate : candidates) {
                candidate.overtaken += candidate.age < best.age ? 1 : 0;
            }
            begin(best);
        }
        return best;
    }

    private void begin(Entry<T> entry) {
        waiting.get(entry.group).remove(entry);
        waitingCount--;
        running.get(entry.group).add(entry);
        runningCount++;
        count(entry, 1);
    }

    private void count(Entry<T> entry, int change) {
        active[entry.group] += change;
        activeCount += change;
    }

    private boolean goesBefore(Entry<T> one, Entry<T> other) {
        boolean impatient = one.overtaken >= PATIENCE;
        if (impatient != other.overtaken >= PATIENCE) {
            return impatient;
        }
        int rank = rules.ranks[one.group];
        int otherRank = rules.ranks[other.group];
        return impatient || rank == otherRank ? one.age < other.age : rank < otherRank;
    }

    private boolean hasRoom(int group) {
        if (waiting.get(group).isEmpty() || running.get(group).size() >= rules.maxThreads[group]) {
            return false;
        }
        if (active[group] < rules.minThreads[group]) {
            return true;
        }
        long kept = 0;
        for (int other = 0; other < active.length; other++) {
            kept += other == group ? 0 : Math.max(0, rules.minThreads[other] - active[other]);
        }
        return limits.threads() - activeCount > kept;
    }

    /** The oldest request of a group that may begin; null if none may. */
    private Entry<T> candidate(int group) {
        int looked = 0;
        for (Entry<T> entry : waiting.get(group)) {
            if (mayBegin(entry)) {
                return entry;
            }
            // Where no condition counts, what holds up the oldest holds up the others.
            if (!isConditional[group] || ++looked == WINDOW) {
                return null;
            }
        }
        return null;
    }

    private boolean mayBegin(Entry<T> entry) {
        for (int other = 0; other < active.length; other++) {
            Condition condition = rules.table[other][entry.group];
            Entry<T> oldest = waiting.get(other).peekFirst();
            boolean isOlder = oldest != null && oldest.age < entry.age;
            if (running.get(other).isEmpty() && !isOlder
                    || condition != null && condition.isAlways()) {
                continue;
            }
            if (condition == null
                    || !holdsForRunning(condition, other, entry)
                    || !holdsForOlder(condition, other, entry)) {
                return false;
            }
        }
        return true;
    }

    private boolean holdsForRunning(Condition condition, int group, Entry<T> entry) {
        for (Entry<T> other : running.get(group)) {
            if (!holds(condition, other, entry)) {
                return false;
            }
        }
        return true;
    }

    private boolean holdsForOlder(Condition condition, int group, Entry<T> entry) {
        Iterator<Entry<T>> others = waiting.get(group).iterator();
        for (int looked = 0; others.hasNext(); looked++) {
            Entry<T> other = others.next();
            if (other.age >= entry.age) {
                return true;
            }
            if (looked == WINDOW || !holds(condition, other, entry)) {
                return false;
            }
        }
        return true;
    }

    private boolean holds(Condition condition, Entry<T> older, Entry<T> younger) {
        return condition.holds(
                target, older.group, older.parameter, younger.group, younger.parameter);
    }

    /**
     * A request has been served.
     *
     * @param entry what {@link #next} gave
     */
    public void finished(Entry<T> entry) {
        if (running.get(entry.group).remove(entry)) {
            runningCount--;
            goesOn(entry);
            count(entry, -1);
        }
    }

    /**
     * A request that runs waits for a result: under a soft limit another one may begin.
     *
     * @param entry what {@link #next} gave
     */
    public void waits(Entry<T> entry) {
        if (!limits.hard() && !entry.isAway) {
            entry.isAway = true;
            count(entry, -1);
        }
    }

    /**
     * A request that runs waits no more.
     *
     * @param entry what {@link #next} gave
     */
    public void goesOn(Entry<T> entry) {
        if (entry.isAway) {
            entry.isAway = false;
            count(entry, 1);
        }
    }

    /**
     * Finds a request among those that wait.
     *
     * @param wanted tells it from others
     * @return its entry, or {@code null} if it is not there
     */
    public Entry<T> queued(Predicate<T> wanted) {
        for (ArrayDeque<Entry<T>> group : waiting) {
            for (Entry<T> entry : group) {
                if (wanted.test(entry.request)) {
                    return entry;
                }
            }
        }
        return null;
    }

    /**
     * Tells what holds up a request that waits.
     *
     * @param entry the request
     * @return what has to be over before it may begin
     */
    public Obstacles<T> obstacles(Entry<T> entry) {
        List<T> now = new ArrayList<>();
        List<T> older = new ArrayList<>();
        List<T> perhaps = new ArrayList<>();
        for (int group = 0; group < active.length; group++) {
            Condition condition = rules.table[group][entry.group];
            if (condition != null && condition.isAlways()) {
                continue;
            }
            boolean isSure = condition == null || !condition.mayChange();
            for (Entry<T> other : running.get(group)) {
                if (condition == null || !holds(condition, other, entry)) {
                    (isSure ? now : perhaps).add(other.request);
                }
            }
            waiting.get(group).stream()
                    .takeWhile(other -> other.age < entry.age)
                    .limit(WINDOW)
                    .filter(other -> condition == null || !holds(condition, other, entry))
                    .forEach(other -> (isSure ? older : perhaps).add(other.request));
        }
        return new Obstacles<>(now, older, perhaps, holdersOfRoom(entry.group));
    }

    /** Those of which one has to end before a group has room for one more; none if it has. */
    private List<T> holdersOfRoom(int group) {
        if (running.get(group).size() >= rules.maxThreads[group]) {
            return running.get(group).stream().map(Entry::request).toList();
        }
        boolean isFull = activeCount >= limits.threads();
        if (!isFull && hasRoom(group)) {
            return List.of();
        }
        List<T> holders = new ArrayList<>();
        for (int other = 0; other < active.length; other++) {
            // The end of one that has a thread kept for its group leaves that thread to its group.
            if (isFull || other == group || active[other] > rules.minThreads[other]) {
                running.get(other).stream()
                        .filter(entry -> !entry.isAway)
                        .forEach(entry -> holders.add(entry.request));
            }
        }
        return holders;
    }

    /**
     * What holds up a request.
     *
     * @param <T> type of the requests
     * @param running requests that run, each of which has to end
     * @param older requests that wait, each of which has to be served first
     * @param perhaps both, as conditions say now that are methods of the object and may say else
     * @param oneOf requests that run, of which one has to end for there to be a thread; empty if
     *     there is one
     */
    public record Obstacles<T>(List<T> running, List<T> older, List<T> perhaps, List<T> oneOf) {}

    /**
     * How many requests run.
     *
     * @return 0 or more
     */
    public int runningCount() {
        return runningCount;
    }

    /**
     * How many requests wait.
     *
     * @return 0 or more
     */
    public int waitingCount() {
        return waitingCount;
    }

    /**
     * Takes out all that wait.
     *
     * @return the requests in the order of their arrival
     */
    public List<T> drain() {
        List<Entry<T>> all = new ArrayList<>();
        waiting.forEach(all::addAll);
        waiting.forEach(ArrayDeque::clear);
        waitingCount = 0;
        return all.stream()
                .sorted((one, other) -> Long.compare(one.age, other.age))
                .map(Entry::request)
                .toList();
    }

    /**
     * A request between its arrival and its end.
     *
     * @param <T> type of the requests
     */
    public static final class Entry<T> {

        private final T request;
        private final int group;
        private final Object parameter;
        private final long age;
        private int overtaken;
        private boolean isAway;

        private Entry(T request, int group, Object parameter, long age) {
            this.request = request;
            this.group = group;
            this.parameter = parameter;
            this.age = age;
        }

        /**
         * The request.
         *
         * @return what arrived
         */
        public T request() {
            return request;
        }
    }
}
