package org.activeobjects.benchmarks.peer;

import org.activeobjects.benchmarks.side.Affinity;
import org.activeobjects.benchmarks.side.Bytes;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.benchmarks.side.Side;
import org.activeobjects.benchmarks.side.SideContext;
import org.activeobjects.benchmarks.side.SideLoop;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The bare copy, with nothing to match: what no program within one JVM can beat. There and back are
 * two threads in turn, each of which spins at a number until the other has copied. What goes one
 * way is copied by one thread, and an exchange by two at once: each says when it begins, and when
 * it is done, and waits until the other has said so, too.
 */
public final class ArrayCopySide implements Side {

    private static final int LINE = 8; // longs, so that each number has a line of its own

    private record Task(int bytes, long copies, boolean inTurn) {}

    private final Bytes one;
    private final Bytes other;
    private final SynchronousQueue<Task> tasks = new SynchronousQueue<>();
    private final SynchronousQueue<Task> done = new SynchronousQueue<>();
    private final AtomicLong copiesSoFar = new AtomicLong(); // of a task in turn
    private final AtomicLongArray steps = new AtomicLongArray(4 * LINE); // of an exchange

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
                    exchange(other, one, task, 2);
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

    /** Copies when both are there, and goes on when both have copied. */
    private void exchange(Bytes from, Bytes to, Task task, int side) {
        for (long step = 1; step < 2 * task.copies; step += 2) {
            meet(side, step);
            copy(from, to, task.bytes, 1);
            meet(side, step + 1);
        }
    }

    private void meet(int side, long step) {
        steps.setRelease(side * LINE, step);
        while (steps.getAcquire((3 - side) * LINE) < step) {
            Thread.onSpinWait();
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
        steps.set(LINE, 0);
        steps.set(2 * LINE, 0);
        tasks.put(task);
        if (task.inTurn) {
            copyInTurn(one, other, task, 0);
        } else {
            exchange(one, other, task, 1);
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
