package org.activeobjects.api;

import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.StringWrapper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Takes futures and passes them on. */
public class Courier {

    /** Opened by a test to let {@link #slow} and {@link #slowlyFails} go on. */
    static volatile CountDownLatch gate = new CountDownLatch(0);

    private Courier next;
    private IntWrapper kept;

    public Courier() {}

    /** A record that is an argument. */
    public record Parcel(String label, IntWrapper content) {}

    /** An object that is an argument. */
    public static class Crate {

        private final IntWrapper[] contents;

        public Crate(IntWrapper... contents) {
            this.contents = contents;
        }

        public IntWrapper[] contents() {
            return contents;
        }

        @Override
        public String toString() {
            return "crate of " + contents.length;
        }
    }

    public IntWrapper slow(int value) {
        await();
        return new IntWrapper(value);
    }

    public IntWrapper slowNothing() {
        await();
        return null;
    }

    public IntWrapper slowlyFails(String text) {
        await();
        throw new IllegalStateException(text);
    }

    private static void await() {
        try {
            if (!gate.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("gate stayed closed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public void next(Courier other) {
        next = other;
    }

    public void keep(IntWrapper future) {
        kept = future;
    }

    public boolean keepsAwaited() {
        return PAFuture.isAwaited(kept);
    }

    public String keptText() {
        return String.valueOf(kept);
    }

    public String openLetter() throws IOException {
        throw new IOException("wet");
    }

    public StringWrapper open() {
        return new StringWrapper("got " + kept.getIntValue());
    }

    public StringWrapper take(IntWrapper future) {
        return new StringWrapper("got " + future.getIntValue());
    }

    public StringWrapper pass(IntWrapper future, int hops) {
        return hops == 0 ? take(future) : next.pass(future, hops - 1);
    }

    /** Gives back what it was given, over other couriers. */
    public IntWrapper echo(IntWrapper future, int hops) {
        return hops == 0 ? future : next.echo(future, hops - 1);
    }

    public IntWrapper askNext(int value) {
        return next.slow(value);
    }

    public List<IntWrapper> askNextOften(int count) {
        List<IntWrapper> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            answers.add(next.slow(i));
        }
        return answers;
    }

    public IntWrapper sum(List<IntWrapper> list, Map<String, Parcel> map, Crate crate) {
        int sum = 0;
        for (IntWrapper value : list) {
            sum += value.getIntValue();
        }
        for (Parcel parcel : map.values()) {
            sum += parcel.content().getIntValue();
        }
        for (IntWrapper value : crate.contents()) {
            sum += value.getIntValue();
        }
        return new IntWrapper(sum);
    }

    public boolean areSame(List<IntWrapper> list, IntWrapper other) {
        return list.getFirst() == other && list.getLast() == other;
    }

    public StringWrapper joined(CompletableFuture<String> text) {
        return new StringWrapper("joined " + text.join());
    }

    public StringWrapper stateOf(CompletableFuture<String> text) {
        return new StringWrapper(text.state().toString());
    }

    public StringWrapper lengthOf(CompletableFuture<double[]> values) {
        return new StringWrapper("length " + values.join().length);
    }

    public CompletableFuture<String> hurryNot(String text) {
        return CompletableFuture.supplyAsync(
                () -> {
                    await();
                    return text;
                });
    }
}
