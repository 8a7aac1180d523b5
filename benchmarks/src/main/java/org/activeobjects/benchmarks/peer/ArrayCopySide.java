package org.activeobjects.benchmarks.peer;

import org.activeobjects.benchmarks.side.Affinity;
import org.activeobjects.benchmarks.side.Bytes;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.benchmarks.side.Side;
import org.activeobjects.benchmarks.side.SideContext;
import org.activeobjects.benchmarks.side.SideLoop;

import java.util.concurrent.SynchronousQueue;

/**
 * The bare copy, without anybody to agree with: what no program within one JVM can beat. An
 * exchange is a copy on each of two threads at once, which meet only at the end of a run.
 */
public final class ArrayCopySide implements Side {

    private record Task(int bytes, long copies) {}

    private final Bytes one;
    private final Bytes other;
    private final SynchronousQueue<Task> tasks = new SynchronousQueue<>();
    private final SynchronousQueue<Task> done = new SynchronousQueue<>();

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
                copy(other, one, task.bytes, task.copies);
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

    @Override
    public void run(Measurement measurement, int bytes, long iterations)
            throws InterruptedException {
        switch (measurement) {
            case LATENCY -> {
                copyThereAndBack(bytes, iterations);
            }
            case BANDWIDTH -> copy(one, other, bytes, iterations * Measurement.window(bytes));
            case EXCHANGE -> {
                Task task = new Task(bytes, iterations);
                tasks.put(task);
                copy(one, other, bytes, iterations);
                done.take();
            }
        }
    }

    private void copyThereAndBack(int bytes, long iterations) {
        for (long i = 0; i < iterations; i++) {
            copy(one, other, bytes, 1);
            copy(other, one, bytes, 1);
        }
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
