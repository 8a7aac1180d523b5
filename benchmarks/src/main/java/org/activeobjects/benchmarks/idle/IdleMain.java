package org.activeobjects.benchmarks.idle;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.benchmarks.process.Parent;
import org.activeobjects.wrapper.IntWrapper;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/** The measured JVM: creates active objects, weighs them, and calls each once. */
public final class IdleMain {

    private static final int WARM_UP = 20_000;

    /** What the JVM itself keeps and drops meanwhile weighs as much as some thousands of them. */
    private static final int LEAST_WEIGHED = 100_000;

    private static final double NANOS_PER_SECOND = 1e9;

    private final PrintStream out;

    private IdleMain(PrintStream out) {
        this.out = out;
    }

    /**
     * Runs it.
     *
     * @param arguments number of active objects
     */
    public static void main(String[] arguments) {
        Parent.endWithIt();
        new IdleMain(System.out).run(Integer.parseInt(arguments[0]));
    }

    private void run(int count) {
        callAll(create(Math.min(count, WARM_UP)));
        long empty = usedBytes();

        long start = System.nanoTime();
        Idler[] idlers = create(count);
        line("create", System.nanoTime() - start, count);
        weigh("idle, never called", usedBytes() - empty, count);

        start = System.nanoTime();
        callAll(idlers);
        line("call each, await all answers", System.nanoTime() - start, count);
        weigh("idle, called once", usedBytes() - empty, count);
        out.printf(Locale.ROOT, "%-34s %d%n", "objects alive", idlers.length);
    }

    private static Idler[] create(int count) {
        Idler[] idlers = new Idler[count];
        for (int i = 0; i < count; i++) {
            idlers[i] = PAActiveObject.newActive(Idler.class, i);
        }
        return idlers;
    }

    private static void callAll(Idler[] idlers) {
        IntWrapper[] answers = new IntWrapper[idlers.length];
        for (int i = 0; i < idlers.length; i++) {
            answers[i] = idlers[i].number();
        }
        for (int i = 0; i < answers.length; i++) {
            if (answers[i].getIntValue() != i) {
                throw new IllegalStateException(
                        "wrong answer: number=" + i + " answer=" + answers[i].getIntValue());
            }
        }
    }

    private void line(String what, long nanos, int count) {
        out.printf(
                Locale.ROOT,
                "%-34s %8.2f s  %8.0f ns each%n",
                what,
                nanos / NANOS_PER_SECOND,
                (double) nanos / count);
    }

    private void weigh(String what, long bytes, int count) {
        String weight =
                count < LEAST_WEIGHED
                        ? "too few to be weighed; from " + LEAST_WEIGHED + " on they are"
                        : String.format(Locale.ROOT, "%8.0f bytes each", (double) bytes / count);
        out.printf("%-34s %s%n", what, weight);
    }

    private static long usedBytes() {
        ManagementFactory.getMemoryMXBean().gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
