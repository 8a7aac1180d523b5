package org.activeobjects.group.dispatch;

import org.activeobjects.group.dispatch.Crew.Done;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** What the members of all runtimes of this JVM have begun, and which tasks are held up. */
final class Site {

    private static final Map<Integer, CountDownLatch> GATES = new ConcurrentHashMap<>();
    private static final Queue<Done> BEGUN = new ConcurrentLinkedQueue<>();

    private Site() {}

    /** Lets go of what is left of the test before. */
    static void reset() {
        GATES.values().forEach(CountDownLatch::countDown);
        GATES.clear();
        BEGUN.clear();
    }

    static void hold(int... tasks) {
        IntStream.of(tasks).forEach(task -> GATES.put(task, new CountDownLatch(1)));
    }

    static void letGo(int... tasks) {
        IntStream.of(tasks).forEach(task -> GATES.get(task).countDown());
    }

    /** Begins a task, and waits while it is held up. */
    static void pass(Done begun) {
        BEGUN.add(begun);
        CountDownLatch gate = GATES.get(begun.task());
        if (gate != null) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("not let go: " + begun.task(), e);
            }
        }
    }

    /** The tasks that a member has begun, in that order. */
    static List<Integer> begunBy(int member) {
        return BEGUN.stream()
                .filter(done -> done.member() == member && done.task() != Crew.END)
                .map(Done::task)
                .toList();
    }

    /** Whether a member has come to a task. */
    static boolean hasBegun(int member, int task) {
        return BEGUN.stream().anyMatch(done -> done.member() == member && done.task() == task);
    }

    static int begun() {
        return (int) BEGUN.stream().filter(done -> done.task() != Crew.END).count();
    }
}
