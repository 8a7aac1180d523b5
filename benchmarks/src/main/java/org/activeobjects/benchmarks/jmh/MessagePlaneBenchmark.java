package org.activeobjects.benchmarks.jmh;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.Slice;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Active messages between two runtimes: what they take, and what both allocate together. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MessagePlaneBenchmark {

    private static final int ADD = 1;
    private static final int ASK = 2;
    private static final int ANSWER = 3;
    private static final int ROW = 4;
    private static final int ROW_DOUBLES = 1024;
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final Duration FOREVER = Duration.ofDays(1);

    /** What connects the runtimes. */
    @Param({"local", "shm", "tcp", "netty"})
    public String link;

    private final Slice row = Slice.of(new double[ROW_DOUBLES]);
    private final long[] words = {7};
    private TwoRanks ranks;
    private ActiveMessages.Target target;
    private Thread partner;
    private long asked;
    private volatile long answers;
    private volatile long sum;
    private volatile boolean closing;
    private final BooleanSupplier answered = this::isAnswered;

    /** For JMH. */
    public MessagePlaneBenchmark() {}

    private boolean isAnswered() {
        return answers == asked;
    }

    /** Connects the runtimes, and lets a thread of the second wait for messages. */
    @Setup(Level.Trial)
    public void open() {
        ranks = new TwoRanks(link);
        Slice room = Slice.of(new double[ROW_DOUBLES]);
        ActiveMessages mine = ranks.first().openActiveMessages("bench", t -> handlers(t, room));
        ActiveMessages theirs = ranks.second().openActiveMessages("bench", t -> handlers(t, room));
        target = mine.target(ranks.second().card().id());
        ActiveMessages.Target back = theirs.target(ranks.first().card().id());
        partner =
                Thread.ofPlatform()
                        .daemon()
                        .name("partner")
                        .start(() -> back.await(() -> closing, FOREVER));
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread handles at a time
    private void handlers(ActiveMessages.Table table, Slice room) {
        table.onRequest(ADD, "add", request -> sum += request.word(0))
                .onRequest(ASK, "ask", request -> request.reply(ANSWER, request.word(0)))
                .onReply(ANSWER, "answer", reply -> answers = reply.word(0))
                .onBulk(ROW, "row", room, bulk -> sum += bulk.word(0));
    }

    /**
     * Ends the partner, and the runtimes with it.
     *
     * @throws InterruptedException if somebody interrupts JMH
     */
    @TearDown(Level.Trial)
    public void close() throws InterruptedException {
        closing = true;
        target.request(ADD, 1); // a handler ran: the partner looks again
        partner.join();
        ranks.close();
    }

    /** A request of one word that nobody answers. */
    @Benchmark
    public void request() {
        target.request(ADD, 1);
    }

    /**
     * A request of one word, and its reply.
     *
     * @throws IllegalStateException if the reply does not come
     */
    @Benchmark
    public void requestAndReply() {
        asked++;
        target.request(ASK, asked);
        if (!target.await(answered, LONG)) {
            throw new IllegalStateException("no reply: asked=" + asked + " answers=" + answers);
        }
    }

    /** 8 KiB of doubles into an array of the other side. */
    @Benchmark
    public void bulk() {
        target.bulk(ROW, row, words, 1);
    }
}
