package org.activeobjects.spmd;

import org.activeobjects.api.ExchangeableDouble;
import org.activeobjects.api.PAActiveObject;
import org.activeobjects.collective.Communicator;
import org.activeobjects.collective.Reduction;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.group.PAGroup;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An SPMD member for the tests. */
public class Solver {

    private final int seed;
    private final List<String> served = new ArrayList<>();

    public Solver(Integer seed) {
        this.seed = seed;
    }

    public Outcome whoAmI() {
        return new Outcome(PAGroup.size(PASPMD.getSPMDGroup()), seed, "")
                .with(PASPMD.getMyRank() + "/" + PASPMD.getMySPMDGroupSize())
                .with(Thread.currentThread().isVirtual() ? "virtual" : "platform");
    }

    /** Exchanges with every rank, itself too: in each step all ranks are paired. */
    public Outcome meetAll(int rounds, int length) {
        int rank = PASPMD.getMyRank();
        int size = PASPMD.getMySPMDGroupSize();
        double[] mine = new double[length];
        double[] other = new double[length];
        Arrays.fill(mine, seed);
        double total = 0;
        for (int step = 0; step < rounds * size; step++) {
            int peer = Math.floorMod(step - rank, size);
            PASPMD.exchange("meet", peer, mine, 0, other, 0, length);
            total += length == 0 ? 0 : other[length - 1];
        }
        return new Outcome(total, rank, "");
    }

    /** Sends to the next rank in a ring, and receives from the one before, between exchanges. */
    public Outcome passOn(int length) {
        Communicator ranks = PASPMD.communicator();
        int context = 2;
        int next = (ranks.rank() + 1) % ranks.size();
        double[] mine = new double[length];
        double[] other = new double[length];
        Arrays.fill(mine, seed);
        Request send = ranks.endpoint().isend(ranks.member(next), next, context, Slice.of(mine));
        double sum = ranks.allReduce((double) seed, Reduction.SUM);
        Endpoint.Message message =
                ranks.endpoint()
                        .mprobe(
                                EndpointAddress.ANY_SOURCE,
                                ranks.rank(),
                                context,
                                Duration.ofSeconds(30));
        Status status = message.irecv(Slice.of(other)).await();
        send.await();
        int before = Math.floorMod(ranks.rank() - 1, ranks.size());
        boolean isFromThere = status.source().equals(ranks.member(before));
        return new Outcome(other[length - 1], ranks.rank(), isFromThere + " " + sum);
    }

    /** Gives a column of a matrix to the other rank and puts the other's in its place. */
    public Outcome swapColumns(int rows) {
        int rank = PASPMD.getMyRank();
        Column column = new Column(new double[3 * rows]);
        for (int row = 0; row < rows; row++) {
            column.matrix[3 * row + 1] = 1000 * rank + row;
        }
        PASPMD.exchange("column", 1 - rank, column, column);
        return new Outcome(0, rank, Arrays.toString(column.matrix));
    }

    /** The middle one of three columns. */
    private static final class Column implements ExchangeableDouble {

        private final double[] matrix;
        private int toGet = 1;
        private int toPut = 1;

        private Column(double[] matrix) {
            this.matrix = matrix;
        }

        @Override
        public double get() {
            toGet += 3;
            return matrix[toGet - 3];
        }

        @Override
        public void put(double value) {
            matrix[toPut] = value;
            toPut += 3;
        }

        @Override
        public boolean hasNextGet() {
            return toGet < matrix.length;
        }

        @Override
        public boolean hasNextPut() {
            return toPut < matrix.length;
        }
    }

    public Outcome reduce() {
        double[] doubles = {seed, -seed};
        long[] longs = {seed};
        PASPMD.allReduce(doubles, Reduction.SUM);
        PASPMD.allReduce(longs, Reduction.MAX);
        double scalar = PASPMD.allReduce(1.0, Reduction.SUM);
        long smallest = PASPMD.allReduce((long) seed, Reduction.MIN);
        int[] fromOne = {PASPMD.getMyRank()};
        PASPMD.broadcast(fromOne, 1);
        return new Outcome(doubles[0], (int) longs[0], "")
                .with(scalar + " " + smallest + " " + fromOne[0] + " " + doubles[1]);
    }

    public Outcome mismatch() {
        int rank = PASPMD.getMyRank();
        int[] array = new int[4 + rank];
        try {
            PASPMD.exchange("halo", 1 - rank, array, 0, new int[4 + rank], 0, 4 + rank);
            return new Outcome(0, rank, "passed");
        } catch (RuntimeException failed) {
            return new Outcome(0, rank, failed.getClass().getSimpleName() + failed.getMessage());
        }
    }

    /** Exchanges with one other rank; what that ended with. */
    public Outcome exchangeWith(int peer) {
        try {
            PASPMD.exchange("with", peer, new int[5], 0, new int[5], 0, 5);
            return new Outcome(0, 0, "passed");
        } catch (RuntimeException failed) {
            return new Outcome(0, 0, failed.getClass().getSimpleName() + failed.getMessage());
        }
    }

    /**
     * The first two ranks exchange under different tags, the third reduces with all, the others
     * exchange with the first.
     */
    public Outcome disagree(int length) {
        int rank = PASPMD.getMyRank();
        double[] data = new double[length];
        try {
            if (rank < 2) {
                PASPMD.exchange("tag" + rank, 1 - rank, data, 0, new double[length], 0, length);
            } else if (rank == 2) {
                PASPMD.allReduce(data, Reduction.SUM);
            } else {
                PASPMD.exchange("late", 0, data, 0, new double[length], 0, length);
            }
            return new Outcome(0, rank, "passed");
        } catch (RuntimeException failed) {
            return new Outcome(0, rank, failed.getClass().getSimpleName() + failed.getMessage());
        }
    }

    public Outcome reduceOrReason() {
        try {
            PASPMD.allReduce(new double[10], Reduction.SUM);
            return new Outcome(0, 0, "passed");
        } catch (RuntimeException failed) {
            return new Outcome(0, 0, failed.getClass().getSimpleName() + failed.getMessage());
        }
    }

    /** One rank throws before it comes to the operation of all, perhaps after another one. */
    public Outcome reduceUnless(int broken, boolean haveMet) {
        if (haveMet) {
            var _ = reduceOrReason();
        }
        if (PASPMD.getMyRank() == broken) {
            throw new IllegalStateException("no matrix");
        }
        return reduceOrReason();
    }

    /**
     * One rank is terminated when all have met, the others wait for it in an operation, and then
     * two neighbours that are left exchange; twice, for what one is told late comes to the second.
     */
    public Outcome meetAndEnd(int gone, String operation) {
        int rank = PASPMD.getMyRank();
        int length = 100_000;
        PASPMD.exchange("all", 3 - rank, new int[length], 0, new int[length], 0, length);
        PASPMD.allReduce(new double[length], Reduction.SUM);
        if (rank == gone) {
            PAActiveObject.terminateActiveObject(true);
            return new Outcome();
        }
        String text = waitFor(gone, operation);
        int other = rank ^ 1;
        if (other != gone) {
            for (int round = 0; round < 2; round++) {
                PASPMD.exchange("left", other, new int[] {rank}, 0, new int[1], 0, 1);
            }
            text += "; left ones met";
        }
        return new Outcome(0, rank, text);
    }

    /** Waits for another rank in an operation; tells how it has failed. */
    public Outcome waitForOne(int other, String operation) {
        return new Outcome(0, PASPMD.getMyRank(), waitFor(other, operation));
    }

    private static String waitFor(int other, String operation) {
        int length = operation.endsWith("of many") ? 100_000 : 1;
        try {
            switch (operation) {
                case "barrier" -> PASPMD.barrier();
                case "broadcast" -> PASPMD.broadcast(new int[1], other);
                case "allReduce of many" -> PASPMD.allReduce(new double[length], Reduction.SUM);
                default ->
                        PASPMD.exchange(
                                "end", other, new int[length], 0, new int[length], 0, length);
            }
            return "passed";
        } catch (RuntimeException failed) {
            return failed.getClass().getSimpleName() + " " + failed.getMessage();
        }
    }

    /** Each takes the other one for the root, so that both wait. */
    public Outcome broadcastCrosswise() {
        try {
            PASPMD.broadcast(new int[3], 1 - PASPMD.getMyRank());
            return new Outcome(0, 0, "passed");
        } catch (RuntimeException failed) {
            return new Outcome(0, 0, failed.getClass().getSimpleName() + failed.getMessage());
        }
    }

    /** First half of a step: tells everyone, and calls the barrier. */
    public void step(int number) {
        Solver all = (Solver) PASPMD.getSPMDGroup();
        all.note("before " + number);
        PASPMD.totalBarrier("step");
        all.note("after " + number);
    }

    public void note(String text) {
        served.add(text);
    }

    public void callBarrier(String name) {
        PASPMD.totalBarrier(name);
    }

    public Outcome tryBarrier(String name) {
        try {
            PASPMD.totalBarrier(name);
            return new Outcome(0, 0, "called");
        } catch (ActiveObjectException failed) {
            return new Outcome(0, 0, failed.getMessage());
        }
    }

    /** As the rank of a job, which the runtime is and not this object. */
    public Outcome asRankOfJob() {
        double[] received = {0};
        PASPMD.exchange("job", 0, new double[] {seed}, 0, received, 0, 1);
        double sum = PASPMD.allReduce((double) seed, Reduction.SUM);
        return new Outcome(sum, PASPMD.getMyRank(), "")
                .with(PASPMD.getMySPMDGroupSize() + " " + received[0]);
    }

    public Outcome served() {
        return new Outcome(served.size(), seed, String.join(",", served));
    }

    /** A result that can be stood in for. */
    public static class Outcome {

        private final double number;
        private final int rank;
        private final String text;

        public Outcome() {
            this(0, 0, "");
        }

        public Outcome(double number, int rank, String text) {
            this.number = number;
            this.rank = rank;
            this.text = text;
        }

        Outcome with(String more) {
            return new Outcome(number, rank, text.isEmpty() ? more : text + " " + more);
        }

        public double number() {
            return number;
        }

        public int rank() {
            return rank;
        }

        public String text() {
            return text;
        }
    }
}
