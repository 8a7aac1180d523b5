package org.activeobjects.deployment.internal.process;

import org.activeobjects.deployment.internal.protocol.ControlLine;
import org.activeobjects.deployment.internal.protocol.EndLimits;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The processes of a job that were started so far, by rank.
 *
 * <p><b>Threading:</b> safe; one thread adds, while others already talk to those that are there.
 */
final class RankProcesses {

    private final List<RankProcess> all = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Runnable> unsaid = new LinkedBlockingQueue<>();
    private final ThreadFactory threads;

    /** Once a process is gone, nobody can tell which processes were its own. */
    private final Set<ProcessHandle> started = ConcurrentHashMap.newKeySet();

    /**
     * Says what is to be said, one after the other. A process that is stopped takes no more than
     * its pipe holds: nobody who is to end it may wait for that.
     */
    private final Executor voice;

    RankProcesses() {
        this(task -> Thread.ofPlatform().daemon().name("voice of the job").unstarted(task));
    }

    RankProcesses(ThreadFactory threads) {
        this.threads = threads;
        voice = new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, unsaid, threads);
    }

    void add(RankProcess process) {
        all.add(process);
    }

    long pid(int rank) {
        return all.get(rank).pid();
    }

    /** Tells all, in the order of the calls; returns at once. */
    void tell(ControlLine line) {
        say(() -> all.forEach(process -> process.tell(line)));
    }

    /** As {@link #tell}; nothing can be told afterwards. */
    void tellLast(ControlLine line) {
        say(() -> all.forEach(process -> process.tellLast(line)));
    }

    private void say(Runnable task) {
        try {
            voice.execute(task);
        } catch (OutOfMemoryError e) {
            // No thread is to be had: whoever comes here says what is to be said until now.
            for (Runnable next = unsaid.poll(); next != null; next = unsaid.poll()) {
                next.run();
            }
        }
    }

    /**
     * Runs something on a thread of its own, where there is one. The ranks may have all that their
     * user may have, and fail for that very reason: they have to be ended all the same.
     *
     * @param otherwise runs here if no thread can be had
     */
    void start(String name, Runnable task, Runnable otherwise) {
        try {
            Thread thread = threads.newThread(task);
            thread.setName(name);
            thread.start();
        } catch (OutOfMemoryError e) {
            otherwise.run();
        }
    }

    List<Integer> running() {
        List<Integer> running = new ArrayList<>();
        for (int rank = 0; rank < all.size(); rank++) {
            if (all.get(rank).isAlive()) {
                running.add(rank);
            }
        }
        return running;
    }

    /**
     * Asks all to end, and ends those that go on and all that they have started; returns when they
     * are gone, within a second.
     *
     * @param killing runs before those are ended
     */
    void end(Runnable killing) {
        noteStarted();
        all.forEach(RankProcess::terminate);
        awaitEnd();
        killing.run();
        noteStarted();
        started.forEach(ProcessHandle::destroyForcibly);
        all.forEach(RankProcess::kill);
        awaitEnd();
    }

    /** Looks at the processes of the host once, which takes as long as to end many ranks. */
    private void noteStarted() {
        Set<ProcessHandle> ranks = new HashSet<>();
        all.forEach(process -> ranks.add(process.handle()));
        ProcessHandle.current()
                .descendants()
                .filter(one -> !ranks.contains(one) && isBelow(ranks, one))
                .forEach(started::add);
    }

    private static boolean isBelow(Set<ProcessHandle> ranks, ProcessHandle process) {
        Optional<ProcessHandle> parent = process.parent();
        while (parent.isPresent() && !ranks.contains(parent.get())) {
            parent = parent.get().parent();
        }
        return parent.isPresent();
    }

    /** Waits a little until all are gone. */
    private void awaitEnd() {
        long deadline = System.nanoTime() + EndLimits.GRACE.toNanos();
        try {
            for (RankProcess process : all) {
                if (!process.awaitEnd(Math.max(0, deadline - System.nanoTime()))) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
