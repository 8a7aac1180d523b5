package org.activeobjects.npb;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Ranks that are threads of one JVM, for tests. */
public final class ThreadRanks implements Ranks {

    private final int rank;
    private final List<List<BlockingQueue<double[]>>> queues;

    private ThreadRanks(int rank, List<List<BlockingQueue<double[]>>> queues) {
        this.rank = rank;
        this.queues = queues;
    }

    /** Runs a program on every rank, and returns what each returns. */
    public static <T> List<T> run(int size, Function<Ranks, T> program) {
        List<List<BlockingQueue<double[]>>> queues =
                IntStream.range(0, size)
                        .mapToObj(
                                from ->
                                        IntStream.range(0, size)
                                                .<BlockingQueue<double[]>>mapToObj(
                                                        to -> new LinkedBlockingQueue<>())
                                                .toList())
                        .toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(size)) {
            List<Callable<T>> programs =
                    IntStream.range(0, size)
                            .<Callable<T>>mapToObj(
                                    rank -> () -> program.apply(new ThreadRanks(rank, queues)))
                            .toList();
            List<Future<T>> results = threads.invokeAll(programs);
            return results.stream().map(ThreadRanks::get).toList();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static <T> T get(Future<T> future) {
        try {
            return future.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return queues.size();
    }

    @Override
    public void exchange(
            String tag,
            int peer,
            double[] source,
            int sourceOffset,
            double[] destination,
            int destinationOffset,
            int count) {
        double[] sent = new double[count];
        System.arraycopy(source, sourceOffset, sent, 0, count);
        queues.get(rank).get(peer).add(sent);
        double[] received = take(peer);
        if (received.length != count) {
            throw new AssertionError(tag + ": " + received.length + " for " + count);
        }
        System.arraycopy(received, 0, destination, destinationOffset, count);
    }

    private double[] take(int peer) {
        try {
            return queues.get(peer).get(rank).take();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void sum(double[] values) {
        double[] own = values.clone();
        for (int peer = 0; peer < size(); peer++) {
            if (peer != rank) {
                double[] other = new double[own.length];
                exchange("sum", peer, own, 0, other, 0, own.length);
                for (int i = 0; i < own.length; i++) {
                    values[i] += other[i];
                }
            }
        }
    }

    @Override
    public double max(double value) {
        double result = value;
        for (int peer = 0; peer < size(); peer++) {
            double[] other = {value};
            exchange("max", peer, other.clone(), 0, other, 0, 1);
            result = Math.max(result, other[0]);
        }
        return result;
    }
}
