package org.activeobjects.benchmarks.peer;

import org.activeobjects.benchmarks.side.Affinity;
import org.activeobjects.benchmarks.side.Bytes;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.benchmarks.side.Side;
import org.activeobjects.benchmarks.side.SideContext;
import org.activeobjects.benchmarks.side.SideLoop;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bare copy, with nothing to match: what no program within one JVM can beat. There and back are
 * two threads in turn, each of which spins at a number until the other has copied. What goes one
 * way is copied by one thread, and an exchange by two at once; these meet only at the end of a run.
 */
public final class ArrayCopySide implements Side {

    private record Task(int bytes, long copies, boolean inTurn) {}

    private final Bytes one;
    private final Bytes other;
    private final SynchronousQueue<Task> tasks = new SynchronousQueue<>();
    private final SynchronousQueue<Task> done = new SynchronousQueue<>();
    private final AtomicLong copiesSoFar = new AtomicLong(); // of a task in turn

    private ArrayCopySide(SideContext context) {
        one = new Bytes(true, context.maxBytes());
        other = new Bytes(false, context.maxBytes());
        Thread.ofPlatform().daemon().name("other copy").start(this::copyForOther);
        Affinity.pinThisThread(0);
    }

    /**
     * Runs it.
     *
     * @param args words of {@link SideContext}
     * @throws Exception whatever goes wrong
     */
    public static void main(String[] args) throws Exception {
        SideLoop.run(args, ArrayCopySide::new);
    }

    private void copyForOther() {
        Affinity.pinThisThread(1);
        try {
            while (true) {
                Task task = tasks.take();
                if (task.inTurn) {
                    copyInTurn(other, one, task, 1);
                } else {
                    copy(other, one, task.bytes, task.copies);
                }
                done.put(task);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void copy(Bytes from, Bytes to, int bytes, long copies) {
        for (long i = 0; i < copies; i++) {
            System.arraycopy(from.outgoing, 0, to.incoming, 0, bytes);
        }
    }

    /** Copies when so many copies were made before, and every second time from then on. */
    private void copyInTurn(Bytes from, Bytes to, Task task, long first) {
        for (long before = first; before < 2 * task.copies; before += 2) {
            while (copiesSoFar.getAcquire() != before) {
                Thread.onSpinWait();
            }
            copy(from, to, task.bytes, 1);
            copiesSoFar.setRelease(before + 1);
        }
    }

    @Override
    public void run(Measurement measurement, int bytes, long iterations)
            throws InterruptedException {
        switch (measurement) {
            case LATENCY -> runBoth(new Task(bytes, iterations, true));
            case BANDWIDTH -> copy(one, other, bytes, iterations * Measurement.window(bytes));
            case EXCHANGE -> runBoth(new Task(bytes, iterations, false));
        }
    }

    private void runBoth(Task task) throws InterruptedException {
        copiesSoFar.set(0);
        tasks.put(task);
        if (task.inTurn) {
            copyInTurn(one, other, task, 0);
        } else {
            copy(one, other, task.bytes, task.copies);
        }
        done.take();
    }

    @Override
    public void check(Measurement measurement, int bytes) {
        other.check(Measurement.EXCHANGE, bytes);
        if (measurement != Measurement.BANDWIDTH) {
            one.check(Measurement.EXCHANGE, bytes);
        }
    }

    @Override
    public void close() {
        // nothing is held but memory
    }
}
