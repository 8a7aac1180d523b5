package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportTimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** What the tables of handlers do, over whatever link. */
public abstract class ActiveMessagesContract extends TwoTransports {

    private static final int ASK = 1;
    private static final int ANSWER = 2;
    private static final int TELL = 3;
    private static final int BULK = 4;

    private final ConcurrentLinkedQueue<List<Long>> told = new ConcurrentLinkedQueue<>();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicInteger answers = new AtomicInteger();
    private final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();

    protected ActiveMessagesContract(String link) {
        super(link);
    }

    private static List<Long> wordsOf(ActiveMessages.Message message) {
        List<Long> words = new ArrayList<>();
        for (int i = 0; i < message.words(); i++) {
            words.add(message.word(i));
        }
        return words;
    }

    /** The usual handlers: ask for the sum of the words, or just tell. */
    private void usual(ActiveMessages.Table table) {
        table.onRequest(
                        ASK,
                        "ask",
                        request -> {
                            long sum = wordsOf(request).stream().mapToLong(Long::longValue).sum();
                            request.reply(ANSWER, sum, request.words());
                        })
                .onReply(
                        ANSWER,
                        "answer",
                        reply -> {
                            answered.set(reply.word(0));
                            answers.incrementAndGet();
                        })
                .onRequest(TELL, "tell", request -> told.add(wordsOf(request)));
    }

    private ActiveMessages.Target open(Consumer<? super ActiveMessages.Table> handlers) {
        ActiveMessages here = one.openActiveMessages("test", handlers);
        other.openActiveMessages("test", handlers);
        return here.target(other.card().id());
    }

    private void awaitAnswers(ActiveMessages.Target target, int count) {
        assertThat(target.await(() -> answers.get() == count, PATIENCE)).isTrue();
    }

    @Test
    void carriesEveryNumberOfWordsInOrder() {
        ActiveMessages.Target target = open(this::usual);
        long[] words = {1, -2, Long.MIN_VALUE, Long.MAX_VALUE, 5, 6, 7, 8};
        List<List<Long>> expected = new ArrayList<>();
        for (int round = 0; round < 100; round++) {
            for (int count = 0; count <= ActiveMessages.MAX_WORDS; count++) {
                words[0] = round;
                target.request(TELL, words, count);
                expected.add(Arrays.stream(words, 0, count).boxed().toList());
            }
        }
        target.request(TELL);
        target.request(TELL, 42);
        target.request(TELL, 43, 44);
        expected.addAll(List.of(List.of(), List.of(42L), List.of(43L, 44L)));
        Awaitility.await().atMost(PATIENCE).until(() -> told.size() == expected.size());
        assertThat(List.copyOf(told)).isEqualTo(expected);
    }

    @Test
    void bringsRepliesBack() {
        ActiveMessages.Target target = open(this::usual);
        for (int i = 1; i <= 3 * ActiveMessages.WINDOW; i++) {
            target.request(ASK, i, i);
            int count = i;
            assertThat(target.await(() -> answers.get() == count, PATIENCE)).isTrue();
            assertThat(answered.get()).isEqualTo(2L * i);
        }
        assertThat(target.underWay()).isZero();
        assertThat(target.peer()).isEqualTo(other.card().id());
    }

    @Test
    void servesVirtualThreads() throws Exception {
        ActiveMessages.Target target = open(this::usual);
        onVirtualThread(
                        () -> {
                            for (int i = 1; i <= 500; i++) {
                                target.request(ASK, i);
                                awaitAnswers(target, i);
                            }
                            return null;
                        })
                .get();
        assertThat(answered.get()).isEqualTo(500);
    }

    @Test
    void sendsItselfMessages() {
        ActiveMessages here = one.openActiveMessages("test", this::usual);
        ActiveMessages.Target target = here.target(one.card().id());
        for (int i = 1; i <= 3 * ActiveMessages.WINDOW; i++) {
            target.request(ASK, i, 1);
            target.request(TELL, i);
        }
        assertThat(answers.get()).isEqualTo(3 * ActiveMessages.WINDOW);
        assertThat(told).hasSize(3 * ActiveMessages.WINDOW);
        assertThat(target.underWay()).isZero();
    }

    @Test
    void neverLocksUpWhenBothSidesFloodEachOther() throws Exception {
        int requests = 20_000;
        AtomicInteger repliesHere = new AtomicInteger();
        AtomicInteger repliesThere = new AtomicInteger();
        ActiveMessages here = one.openActiveMessages("test", table -> flood(table, repliesHere));
        ActiveMessages there =
                other.openActiveMessages("test", table -> flood(table, repliesThere));
        CompletableFuture<Void> forth =
                onThread(() -> ask(here.target(other.card().id()), repliesHere, requests));
        CompletableFuture<Void> back =
                onThread(() -> ask(there.target(one.card().id()), repliesThere, requests));
        forth.get();
        back.get();
        assertThat(repliesHere.get()).isEqualTo(requests);
        assertThat(repliesThere.get()).isEqualTo(requests);
    }

    private static void flood(ActiveMessages.Table table, AtomicInteger replies) {
        long[] words = new long[ActiveMessages.MAX_WORDS];
        table.onRequest(ASK, "ask", request -> request.reply(ANSWER, words, words.length))
                .onReply(ANSWER, "answer", reply -> replies.incrementAndGet());
    }

    private static Void ask(ActiveMessages.Target target, AtomicInteger replies, int requests) {
        long[] words = new long[ActiveMessages.MAX_WORDS];
        for (int i = 0; i < requests; i++) {
            target.request(ASK, words, words.length);
            assertThat(target.underWay()).isLessThanOrEqualTo(ActiveMessages.WINDOW);
        }
        assertThat(target.await(() -> replies.get() == requests, PATIENCE)).isTrue();
        return null;
    }

    @Test
    void holdsBackWhoOverrunsASlowReceiver() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger handled = new AtomicInteger();
        ActiveMessages.Target target =
                open(
                        table ->
                                table.onRequest(
                                        TELL,
                                        "tell",
                                        request -> {
                                            awaitQuietly(gate);
                                            handled.incrementAndGet();
                                        }));
        long[] words = new long[ActiveMessages.MAX_WORDS];
        int sent = 0;
        while (target.tryRequest(TELL, words, words.length)) {
            sent++;
        }
        assertThat(sent).isEqualTo(ActiveMessages.WINDOW);
        assertThat(target.underWay()).isEqualTo(ActiveMessages.WINDOW);
        CompletableFuture<Void> waiting =
                onThread(
                        () -> {
                            target.request(TELL);
                            return null;
                        });
        assertThatThrownBy(() -> waiting.get(100, java.util.concurrent.TimeUnit.MILLISECONDS))
                .isInstanceOf(java.util.concurrent.TimeoutException.class);
        gate.countDown();
        waiting.get();
        Awaitility.await().atMost(PATIENCE).until(() -> handled.get() == ActiveMessages.WINDOW + 1);
    }

    private static void awaitQuietly(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void allowsOneReplyWhileItsRequestIsHandled() {
        AtomicReference<ActiveMessages.Request> kept = new AtomicReference<>();
        ActiveMessages.Target target =
                open(
                        table ->
                                table.onRequest(
                                                ASK,
                                                "ask",
                                                request -> {
                                                    kept.set(request);
                                                    fails(() -> request.reply(ASK));
                                                    fails(() -> request.reply(ANSWER, null, 9));
                                                    request.reply(ANSWER, 1);
                                                    fails(() -> request.reply(ANSWER, 2));
                                                })
                                        .onReply(
                                                ANSWER,
                                                "answer",
                                                reply -> {
                                                    fails(() -> reply.word(1));
                                                    answers.incrementAndGet();
                                                }));
        target.request(ASK);
        awaitAnswers(target, 1);
        // The reply may be handled before the handler of the request is at its end.
        Awaitility.await().atMost(PATIENCE).until(() -> faults.size() == 4);
        assertThat(faults)
                .containsExactlyInAnyOrder(
                        "IllegalArgumentException",
                        "IllegalArgumentException",
                        "IllegalStateException",
                        "IndexOutOfBoundsException");
        assertThatThrownBy(() -> kept.get().reply(ANSWER))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aReplyThatIsRefusedLeavesTheWordsOfItsRequest() {
        int none = ANSWER + 1;
        ActiveMessages.Target target =
                open(
                        table ->
                                table.onRequest(
                                                ASK,
                                                "ask",
                                                request -> {
                                                    fails(() -> request.reply(none, 7));
                                                    fails(() -> request.reply(none, 8, 9));
                                                    long sum = request.word(0) + request.word(1);
                                                    request.reply(ANSWER, sum);
                                                })
                                        .onReply(
                                                ANSWER,
                                                "answer",
                                                reply -> {
                                                    answered.set(reply.word(0));
                                                    answers.incrementAndGet();
                                                }));
        target.request(ASK, 40, 2);
        awaitAnswers(target, 1);

        assertThat(answered).hasValue(42);
        Awaitility.await().atMost(PATIENCE).until(() -> faults.size() == 2);
        assertThat(faults).containsOnly("IllegalArgumentException");
    }

    private void fails(Runnable call) {
        try {
            call.run();
            faults.add("nothing");
        } catch (RuntimeException e) {
            faults.add(e.getClass().getSimpleName());
        }
    }

    @Test
    void letsHandlersTryButNotWait() {
        AtomicReference<ActiveMessages.Target> back = new AtomicReference<>();
        AtomicInteger came = new AtomicInteger();
        Consumer<ActiveMessages.Table> handlers =
                table ->
                        table.onRequest(
                                        ASK,
                                        "ask",
                                        request -> {
                                            long[] words = {7};
                                            int tried = 0;
                                            while (back.get().tryRequest(TELL, words, 1)) {
                                                tried++;
                                            }
                                            fails(() -> back.get().request(TELL, words, 1));
                                            fails(
                                                    () ->
                                                            back.get()
                                                                    .bulk(
                                                                            BULK,
                                                                            Slice.EMPTY,
                                                                            words,
                                                                            0));
                                            request.reply(ANSWER, tried);
                                        })
                                .onReply(
                                        ANSWER,
                                        "answer",
                                        reply -> {
                                            answered.set(reply.word(0));
                                            answers.incrementAndGet();
                                        })
                                .onRequest(TELL, "tell", request -> came.incrementAndGet())
                                .onBulk(BULK, "bulk", Slice.EMPTY, bulk -> {});
        ActiveMessages here = one.openActiveMessages("test", handlers);
        ActiveMessages there = other.openActiveMessages("test", handlers);
        back.set(there.target(one.card().id()));
        ActiveMessages.Target target = here.target(other.card().id());
        target.request(ASK);
        awaitAnswers(target, 1);
        assertThat(answered.get()).isEqualTo(ActiveMessages.WINDOW);
        assertThat(faults).containsExactly("IllegalStateException", "IllegalStateException");
        assertThat(target.await(() -> came.get() == ActiveMessages.WINDOW, PATIENCE)).isTrue();
    }

    @Test
    void goesOnWhenAHandlerFails() {
        ActiveMessages.Target target =
                open(
                        table ->
                                table.onRequest(
                                                TELL,
                                                "fail",
                                                request -> {
                                                    throw new IllegalStateException("on purpose");
                                                })
                                        .onRequest(ASK, "ask", request -> request.reply(ANSWER))
                                        .onReply(
                                                ANSWER,
                                                "answer",
                                                reply -> answers.incrementAndGet()));
        for (int i = 0; i < 2 * ActiveMessages.WINDOW; i++) {
            target.request(TELL);
        }
        target.request(ASK);
        awaitAnswers(target, 1);
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void bringsElementsStraightIntoTheRoomThatIsGivenForThem(ElementType type) {
        int most = 300_001;
        Object room = Elements.zeros(type, most + 5);
        ActiveMessages.Target target =
                open(
                        table ->
                                table.onBulk(
                                                BULK,
                                                "bulk",
                                                bulk ->
                                                        Slice.of(
                                                                room,
                                                                (int) bulk.word(0),
                                                                (int) bulk.count()),
                                                bulk -> bulk.reply(ANSWER, bulk.count()))
                                        .onReply(
                                                ANSWER,
                                                "answer",
                                                reply -> {
                                                    answered.set(reply.word(0));
                                                    answers.incrementAndGet();
                                                }));
        int round = 0;
        for (int count : new int[] {0, 1, 1000, most}) {
            Object source = Elements.random(type, count + 2);
            target.bulk(BULK, Slice.of(source, 1, count), new long[] {3}, 1);
            awaitAnswers(target, ++round);
            assertThat(answered.get()).isEqualTo(count);
            assertThat(Elements.equal(source, 1, room, 3, count)).isTrue();
        }
    }

    @Test
    void mayChangeTheElementsWhenABulkRequestReturns() {
        int count = 500_000;
        double[][] rooms = new double[10][count];
        AtomicInteger complete = new AtomicInteger();
        ActiveMessages.Target target =
                open(
                        table ->
                                table.onBulk(
                                        BULK,
                                        "bulk",
                                        bulk -> Slice.of(rooms[(int) bulk.word(0)]),
                                        bulk -> complete.incrementAndGet()));
        double[] source = new double[count];
        for (int i = 0; i < rooms.length; i++) {
            Arrays.fill(source, i);
            target.bulk(BULK, Slice.of(source), new long[] {i}, 1);
        }
        Arrays.fill(source, -1);
        assertThat(target.await(() -> complete.get() == rooms.length, PATIENCE)).isTrue();
        for (int i = 0; i < rooms.length; i++) {
            assertThat(rooms[i]).containsOnly(i);
        }
    }

    @Test
    void carriesBulkRequestsOfSeveralThreadsAtOnce() {
        int perThread = 60;
        int threads = 4;
        AtomicInteger right = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        ActiveMessages.Target target =
                open(
                        table ->
                                table.onBulk(
                                        BULK,
                                        "bulk",
                                        bulk ->
                                                bulk.words() == 1
                                                        ? Slice.of(new long[(int) bulk.count()])
                                                        : null,
                                        bulk ->
                                                (isFilled(bulk) ? right : wrong)
                                                        .incrementAndGet()));
        List<CompletableFuture<Void>> senders = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            long first = 1000L * i;
            senders.add(onThread(() -> sendBulks(target, first, perThread)));
        }
        senders.forEach(CompletableFuture::join);
        int good = threads * (perThread - perThread / 5);
        assertThat(target.await(() -> right.get() + wrong.get() == good, PATIENCE)).isTrue();
        assertThat(wrong).hasValue(0);
    }

    /** Sends arrays full of a number that is their only word; every fifth is refused. */
    private static Void sendBulks(ActiveMessages.Target target, long first, int count) {
        for (int i = 0; i < count; i++) {
            long[] words = {first + i};
            long[] source = new long[i % 3 == 0 ? i : 1500 * i];
            Arrays.fill(source, words[0]);
            if (i % 5 == 4) {
                assertThatThrownBy(() -> target.bulk(BULK, Slice.of(source), words, 0))
                        .isInstanceOf(MessageMismatchException.class);
            } else {
                target.bulk(BULK, Slice.of(source), words, 1);
                Arrays.fill(source, -1);
            }
        }
        return null;
    }

    private static boolean isFilled(ActiveMessages.Bulk bulk) {
        long[] elements = (long[]) bulk.room().array();
        return elements.length == bulk.count()
                && Arrays.stream(elements).allMatch(one -> one == bulk.word(0));
    }

    @Test
    void refusesElementsForWhichThereIsNoRoom() {
        int[] room = new int[10];
        AtomicInteger complete = new AtomicInteger();
        ActiveMessages.Target target =
                open(
                        table ->
                                table.onBulk(
                                        BULK,
                                        "bulk",
                                        bulk -> bulk.words() == 0 ? null : Slice.of(room),
                                        bulk -> complete.incrementAndGet()));
        assertRefused(target, Slice.of(new int[10]), 0);
        assertRefused(target, Slice.of(new int[0]), 0);
        assertRefused(target, Slice.of(new int[11]), 1);
        assertRefused(target, Slice.of(new int[1_000_000]), 1);
        assertRefused(target, Slice.of(new long[1]), 1);
        target.bulk(BULK, Slice.of(new int[] {1, 2, 3}), new long[1], 1);
        assertThat(target.await(() -> complete.get() == 1, PATIENCE)).isTrue();
        assertThat(room).startsWith(1, 2, 3);
        assertThat(target.underWay()).isLessThanOrEqualTo(6);
    }

    @Test
    void saysThatWhatWasToGiveTheRoomHasThrown() {
        int[] room = new int[1];
        AtomicInteger complete = new AtomicInteger();
        ActiveMessages.Target target =
                open(
                        table ->
                                table.onBulk(
                                        BULK,
                                        "bulk",
                                        bulk -> Slice.of(room, (int) bulk.word(0), 1),
                                        bulk -> complete.incrementAndGet()));
        assertThatThrownBy(() -> target.bulk(BULK, Slice.of(new int[1]), new long[] {7}, 1))
                .isInstanceOf(MessageMismatchException.class)
                .hasMessageContaining("room=null because it has thrown java.lang.IndexOutOf");
        target.bulk(BULK, Slice.of(new int[] {5}), new long[1], 1);
        assertThat(target.await(() -> complete.get() == 1, PATIENCE)).isTrue();
        assertThat(room).containsExactly(5);
    }

    private static void assertRefused(ActiveMessages.Target target, Slice source, int words) {
        assertThatThrownBy(() -> target.bulk(BULK, source, new long[1], words))
                .isInstanceOf(MessageMismatchException.class)
                .hasMessageContaining("test:4 bulk bulk")
                .hasMessageContaining(source.type() + "[" + source.count() + "]");
    }

    @Test
    void refusesATableThatDiffersNamingBoth() {
        ActiveMessages here =
                one.openActiveMessages("test", table -> table.onRequest(1, "add", request -> {}));
        other.openActiveMessages("test", table -> table.onRequest(1, "subtract", request -> {}));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> here.target(other.card().id()))
                    .isInstanceOf(MessageMismatchException.class)
                    .hasMessageContaining("test")
                    .hasMessageContaining("1 request add")
                    .hasMessageContaining("1 request subtract");
        }
    }

    @Test
    void waitsUntilThePeerOpensItsTable() throws Exception {
        ActiveMessages here = one.openActiveMessages("test", this::usual);
        CompletableFuture<ActiveMessages.Target> target =
                onThread(() -> here.target(other.card().id()));
        assertThatThrownBy(() -> target.get(50, java.util.concurrent.TimeUnit.MILLISECONDS))
                .isInstanceOf(java.util.concurrent.TimeoutException.class);
        other.openActiveMessages("test", this::usual);
        target.get().request(ASK, 1);
        awaitAnswers(target.get(), 1);
    }

    @Test
    void saysThatThePeerDoesNotOpenItsTable() {
        TransportConfig hasty = config.withTimeouts(Duration.ofMillis(500), Duration.ofSeconds(10));
        one.close();
        one = org.activeobjects.transport.Transport.open(hasty);
        one.learn(other.card());
        ActiveMessages here = one.openActiveMessages("test", this::usual);
        assertThatThrownBy(() -> here.target(other.card().id()))
                .isInstanceOf(TransportTimeoutException.class)
                .hasMessageContaining("test")
                .hasMessageContaining(other.card().id().toString());
        other.openActiveMessages("test", this::usual);
        ActiveMessages.Target target = here.target(other.card().id());
        target.request(ASK, 5);
        awaitAnswers(target, 1);
    }

    @Test
    void keepsManyTablesApart() {
        AtomicInteger[] counts = new AtomicInteger[20];
        List<ActiveMessages> here = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            AtomicInteger count = new AtomicInteger();
            counts[i] = count;
            here.add(one.openActiveMessages("t" + i, table -> table.onRequest(9, "n", r -> {})));
        }
        for (int i = counts.length - 1; i >= 0; i--) {
            AtomicInteger count = counts[i];
            other.openActiveMessages(
                    "t" + i,
                    table -> table.onRequest(9, "n", r -> count.addAndGet((int) r.word(0))));
        }
        for (int i = 0; i < counts.length; i++) {
            here.get(i).target(other.card().id()).request(9, i + 1);
        }
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(
                        () -> {
                            for (int i = 0; i < counts.length; i++) {
                                assertThat(counts[i].get()).isEqualTo(i + 1);
                            }
                        });
    }

    @Test
    void endsAWaitThatAPeerWhichIsGoneCannotEnd() {
        ActiveMessages.Target target = open(this::usual);
        target.request(ASK, 1);
        awaitAnswers(target, 1);
        CompletableFuture<Boolean> waiting =
                onThread(() -> target.await(() -> answers.get() == 2, PATIENCE));
        other.close();
        assertThatThrownBy(waiting::join).cause().isInstanceOf(PeerLostException.class);
        assertThatThrownBy(() -> target.request(ASK, 1)).isInstanceOf(PeerLostException.class);
        assertThatThrownBy(() -> target.tryRequest(ASK, new long[1], 1))
                .isInstanceOf(PeerLostException.class);
    }

    @Test
    void endsWaitsWhenTheTransportIsClosed() {
        ActiveMessages here = one.openActiveMessages("test", this::usual);
        other.openActiveMessages("test", this::usual);
        ActiveMessages.Target target = here.target(other.card().id());
        CompletableFuture<Boolean> ofTarget = onThread(() -> target.await(() -> false, PATIENCE));
        CompletableFuture<Boolean> ofTable =
                onVirtualThread(() -> here.await(() -> false, PATIENCE));
        one.close();
        // The other runtime closes its end upon that, which is no loss of it.
        assertThatThrownBy(ofTarget::join).cause().isInstanceOf(TransportClosedException.class);
        assertThatThrownBy(ofTable::join).cause().isInstanceOf(TransportClosedException.class);
    }

    @Test
    void looksAtAConditionAtOnceAndNoLongerThanItIsTold() {
        ActiveMessages here = one.openActiveMessages("test", this::usual);
        assertThat(here.await(() -> true, Duration.ZERO)).isTrue();
        assertThat(here.await(() -> false, Duration.ZERO)).isFalse();
        assertThat(here.await(() -> false, Duration.ofMillis(3))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 256, 1000})
    void refusesHandlerNumbersOutOfRange(int number) {
        assertThatThrownBy(
                        () ->
                                one.openActiveMessages(
                                        "x", table -> table.onRequest(number, "n", r -> {})))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesWhatCannotBeATable() {
        assertThatThrownBy(() -> one.openActiveMessages("a b", table -> {}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () ->
                                one.openActiveMessages(
                                        "x", table -> table.onRequest(1, "new\nline", r -> {})))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () ->
                                one.openActiveMessages(
                                        "x",
                                        table ->
                                                table.onRequest(1, "a", r -> {})
                                                        .onReply(1, "b", r -> {})))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 request a");
        ActiveMessages.Target target = open(this::usual);
        assertThatThrownBy(() -> one.openActiveMessages("test", table -> {}))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> target.request(ANSWER))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> target.request(200)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> target.request(TELL, new long[9], 9))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> target.request(TELL, new long[2], 3))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }
}
