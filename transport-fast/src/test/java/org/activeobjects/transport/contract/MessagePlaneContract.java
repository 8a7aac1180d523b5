package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.MessageHandler;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What the message plane does, over whatever link. */
public abstract class MessagePlaneContract extends TwoTransports {

    private static final int KEEP = 1;
    private static final int ECHO = 2;
    private static final int HELPER = 3;
    private static final int CLOSE = 9;
    private static final int OFFERING = 20;
    private static final Duration HELP = Duration.ofNanos(50_000);

    private final ConcurrentLinkedQueue<Message> kept = new ConcurrentLinkedQueue<>();
    private final AtomicInteger echoes = new AtomicInteger();

    /**
     * Two runtimes joined by one kind of link.
     *
     * @param link name of the link, which {@code ServiceLoader} finds
     */
    protected MessagePlaneContract(String link) {
        super(link);
    }

    private record Message(RuntimeId from, int stream, byte[] head, List<Object> attachments) {}

    @BeforeEach
    void handle() {
        other.handle(
                KEEP,
                (from, stream, head, attachments) ->
                        kept.add(new Message(from, stream, head, List.of(attachments))));
        other.handle(
                ECHO,
                (from, stream, head, _) ->
                        other.post(from, ECHO, stream, head, head.length, List.of()));
        one.handle(ECHO, (_, _, _, _) -> echoes.incrementAndGet());
    }

    private void post(int stream, byte[] head, Slice... attachments) {
        one.post(other.card().id(), KEEP, stream, head, head.length, List.of(attachments));
    }

    private List<Message> awaitKept(int count) {
        Awaitility.await().atMost(PATIENCE).until(() -> kept.size() == count);
        return List.copyOf(kept);
    }

    @Test
    void carriesHeadsOfEveryLength() {
        int[] lengths = {
            0, 1, 31, 32, 33, 1000, 4095, 4096, 16_384, 65_503, 65_536, 65_537, 1_000_000, 5_000_000
        };
        for (int length : lengths) {
            post(1, randomBytes(length, length));
        }
        List<Message> messages = awaitKept(lengths.length);
        for (int i = 0; i < lengths.length; i++) {
            assertThat(messages.get(i).head()).isEqualTo(randomBytes(lengths[i], lengths[i]));
            assertThat(messages.get(i).attachments()).isEmpty();
            assertThat(messages.get(i).from()).isEqualTo(one.card().id());
            assertThat(messages.get(i).stream()).isEqualTo(1);
        }
    }

    /** What little has been handled need not have been acknowledged. */
    @Test
    void aMessageThatFillsTheWindowNeedNotWaitForMore() {
        post(1, new byte[100]);
        awaitKept(1);
        int[] large = new int[13 << 20];
        large[large.length - 1] = 7;

        one.post(other.card().id(), KEEP, 1, new byte[8], 8, List.of(Slice.of(large)), PATIENCE);

        assertThat((int[]) awaitKept(2).get(1).attachments().getFirst()).isEqualTo(large);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void answersComeInOrderToOneWhoHelps(boolean isVirtual) throws InterruptedException {
        AtomicInteger failed = new AtomicInteger();
        Runnable asks =
                () -> {
                    for (int i = 1; i <= 300; i++) {
                        int expected = i;
                        one.post(other.card().id(), ECHO, 0, new byte[8], 8, List.of());
                        while (!one.help(() -> echoes.get() >= expected, HELP)) {
                            Thread.onSpinWait();
                        }
                        failed.addAndGet(echoes.get() == expected ? 0 : 1);
                    }
                };
        (isVirtual ? Thread.ofVirtual() : Thread.ofPlatform()).start(asks).join();
        assertThat(echoes).hasValue(300);
        assertThat(failed).hasValue(0);
    }

    @Test
    void aHandlerMayCloseItsTransport() {
        CompletableFuture<RuntimeException> closed = new CompletableFuture<>();
        CompletableFuture<PeerLostException> told = new CompletableFuture<>();
        one.onPeerLost(told::complete);
        other.handle(
                CLOSE,
                (_, _, _, _) -> {
                    try {
                        other.close();
                        closed.complete(null);
                    } catch (RuntimeException e) {
                        closed.complete(e);
                    }
                });
        one.post(other.card().id(), CLOSE, 0, new byte[8], 8, List.of());

        assertThat(closed).succeedsWithin(PATIENCE).isNull();
        assertThat(told).succeedsWithin(PATIENCE).isNotNull();
        assertThatThrownBy(other::openEndpoint).isInstanceOf(TransportClosedException.class);
    }

    @Test
    void aHandlerThatWouldHelpGoesOnAtOnce() {
        AtomicInteger helped = new AtomicInteger();
        other.handle(
                HELPER,
                (_, _, _, _) -> helped.addAndGet(other.help(() -> false, PATIENCE) ? 100 : 1));
        one.post(other.card().id(), HELPER, 0, new byte[1], 1, List.of());
        one.post(other.card().id(), HELPER, 0, new byte[1], 1, List.of());
        Awaitility.await().atMost(PATIENCE).until(() -> helped.get() == 2);
    }

    @Test
    void sendsOnlyTheUsedPartOfTheHead() {
        one.post(other.card().id(), KEEP, 0, new byte[] {1, 2, 3, 4}, 2, List.of());
        assertThat(awaitKept(1).getFirst().head()).containsExactly(1, 2);
    }

    @Test
    void carriesAttachmentsOfEveryTypeAsFreshArrays() {
        for (int count : new int[] {0, 1, 777, 200_003}) {
            kept.clear();
            List<Object> sources = new ArrayList<>();
            List<Slice> slices = new ArrayList<>();
            for (ElementType type : ElementType.values()) {
                Object source = Elements.random(type, count + 3);
                sources.add(source);
                slices.add(Slice.of(source, 2, count));
            }
            post(5, new byte[] {9}, slices.toArray(Slice[]::new));
            Message message = awaitKept(1).getFirst();
            assertThat(message.head()).containsExactly(9);
            assertThat(message.attachments()).hasSize(sources.size());
            for (int i = 0; i < sources.size(); i++) {
                Object attachment = message.attachments().get(i);
                assertThat(attachment.getClass()).isEqualTo(sources.get(i).getClass());
                assertThat(java.lang.reflect.Array.getLength(attachment)).isEqualTo(count);
                assertThat(Elements.equal(sources.get(i), 2, attachment, 0, count)).isTrue();
            }
        }
    }

    /** Offers one array, and keeps the messages. */
    private final class Offering implements MessageHandler {

        private final Object offered;
        private final AtomicInteger asked = new AtomicInteger();

        Offering(Object offered) {
            this.offered = offered;
        }

        @Override
        public Object arrayFor(ElementType type, int count) {
            asked.incrementAndGet();
            return type == ElementType.DOUBLE && count > 5 ? offered : null;
        }

        @Override
        public void onMessage(RuntimeId from, int stream, byte[] head, Object[] attachments) {
            kept.add(new Message(from, stream, head, List.of(attachments)));
        }
    }

    private List<Object> postedTo(int handler, Slice... attachments) {
        kept.clear();
        one.post(other.card().id(), handler, 1, new byte[1], 1, List.of(attachments));
        return awaitKept(1).getFirst().attachments();
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 5_000, 300_007})
    void putsAttachmentsIntoTheArrayThatTheHandlerOffers(int count) {
        Offering offering = new Offering(new double[count]);
        Arrays.fill((double[]) offering.offered, 9);
        other.handle(OFFERING, offering);
        double[] source = new double[count + 2];
        Arrays.setAll(source, i -> i);
        int[] numbers = {1, 2, 3};

        List<Object> arrays =
                postedTo(
                        OFFERING,
                        Slice.of(numbers),
                        Slice.of(source, 2, count),
                        Slice.of(source, 0, 5));

        assertThat(arrays.get(1)).isSameAs(offering.offered);
        assertThat(Elements.equal(source, 2, arrays.get(1), 0, count)).isTrue();
        assertThat((int[]) arrays.get(0)).containsExactly(numbers);
        assertThat((double[]) arrays.get(2)).containsExactly(0, 1, 2, 3, 4);
        assertThat(offering.asked).hasValue(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {5_000, 300_007})
    void makesAnArrayWhereTheHandlerOffersTheWrongOne(int count) {
        List<Object> wrong = List.of(new double[count + 1], new long[count], "no array");
        for (int i = 0; i < wrong.size(); i++) {
            other.handle(OFFERING + i, new Offering(wrong.get(i)));
            double[] source = new double[count];
            Arrays.fill(source, i);

            assertThat((double[]) postedTo(OFFERING + i, Slice.of(source)).getFirst())
                    .isEqualTo(source);
        }
    }

    /** It is not to be seen whether a message goes in one frame, in pieces, or nowhere. */
    @ParameterizedTest
    @ValueSource(ints = {0, 5, 100_000})
    void carriesAGatherListAsBytes(int count) {
        byte[] first = randomBytes(count, 1);
        byte[] second = randomBytes(3, 2);
        Slice gathered = Slice.gather(Slice.of(first), Slice.of(second));

        post(1, new byte[] {7}, Slice.of(new int[] {8}), gathered, Slice.of(new char[] {'9'}));

        List<Object> arrays = awaitKept(1).getFirst().attachments();
        byte[] whole = Arrays.copyOf(first, count + second.length);
        System.arraycopy(second, 0, whole, count, second.length);
        assertThat(arrays)
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(new int[] {8}, whole, new char[] {'9'});
    }

    @Test
    void mayChangeArraysAsSoonAsPostReturns() {
        for (int length : new int[] {10, 10_000, 3_000_000}) {
            kept.clear();
            byte[] head = {1};
            double[] attachment = new double[length];
            post(1, head, Slice.of(attachment));
            head[0] = 2;
            Arrays.fill(attachment, 2);
            Message message = awaitKept(1).getFirst();
            assertThat(message.head()).containsExactly(1);
            assertThat((double[]) message.attachments().getFirst()).containsOnly(0);
        }
    }

    @Test
    void keepsTheOrderOfAStreamAlsoWithBulkInIt() {
        int messages = 400;
        for (int i = 0; i < messages; i++) {
            int stream = i % 4;
            byte[] head = {(byte) stream, (byte) (i >> 8), (byte) i};
            if (i % 40 == stream) {
                post(stream, head, Slice.of(new int[300_000]));
            } else {
                post(stream, head);
            }
        }
        int[] last = {-1, -1, -1, -1};
        for (Message message : awaitKept(messages)) {
            int number = (message.head()[1] & 0xff) << 8 | message.head()[2] & 0xff;
            assertThat(number).isGreaterThan(last[message.stream()]);
            last[message.stream()] = number;
        }
        assertThat(last).containsExactly(396, 397, 398, 399);
    }

    @Test
    void postsToItself() {
        CompletableFuture<byte[]> got = new CompletableFuture<>();
        one.handle(9, (_, _, head, _) -> got.complete(head));
        one.post(one.card().id(), 9, 0, new byte[] {1, 2}, 2, List.of());
        assertThat(got.orTimeout(30, java.util.concurrent.TimeUnit.SECONDS).join())
                .containsExactly(1, 2);
    }

    /** Runs something in a handler of the other runtime, on whatever thread that is. */
    private Throwable inHandler(int number, Runnable call) {
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        other.handle(number, (_, _, _, _) -> end.complete(catchThrowable(call::run)));
        one.post(other.card().id(), number, 0, new byte[0], 0, List.of());
        return end.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    @Test
    void refusesEveryWaitInAHandler() {
        byte[] got = new byte[1];
        byte[] again = new byte[1];
        Request receive = far.irecv(nearAddress, TAG, CONTEXT, Slice.of(got));
        PersistentRequest round = far.recvInit(nearAddress, TAG, CONTEXT, Slice.of(again));
        round.start();
        ActiveMessages table = other.openActiveMessages("waits", _ -> {});
        Slice small = Slice.of(new byte[1]);
        Slice large = Slice.of(new byte[4_000_000]);
        Duration moment = Duration.ofMillis(1);
        List<Runnable> waits =
                List.of(
                        receive::await,
                        () -> receive.await(moment),
                        () -> Request.awaitAll(receive),
                        () -> Request.awaitAny(receive),
                        round::await,
                        () -> round.await(moment),
                        () -> PersistentRequest.awaitAll(round),
                        () -> far.probe(nearAddress, TAG + 1, CONTEXT),
                        far::peek,
                        () -> far.recv(nearAddress, TAG + 1, CONTEXT, small),
                        () -> far.recvObject(nearAddress, TAG + 1, CONTEXT),
                        () -> far.send(nearAddress, TAG + 1, CONTEXT, large),
                        () -> far.ssend(nearAddress, TAG + 1, CONTEXT, small),
                        () -> far.exchange(nearAddress, TAG + 1, CONTEXT, small, small),
                        () -> table.await(() -> false, moment),
                        () -> table.target(nearAddress.runtime()));

        for (int i = 0; i < waits.size(); i++) {
            assertThat(inHandler(100 + i, waits.get(i)))
                    .as("wait %d", i)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("must not wait");
        }

        assertThat(near.iprobe(farAddress, TAG + 1, CONTEXT)).isNull();
        near.send(farAddress, TAG, CONTEXT, Slice.of(new byte[] {1}));
        near.send(farAddress, TAG, CONTEXT, Slice.of(new byte[] {2}));
        assertThat(receive.await(PATIENCE).count()).isOne();
        round.await(PATIENCE);
        assertThat(got).containsExactly(1);
        assertThat(again).containsExactly(2);
        assertThat(inHandler(200, receive::await)).isNull();
    }

    @Test
    void aHandlerThatHasReceivedOnceIsRefusedTheNextTime() {
        near.send(farAddress, TAG, CONTEXT, Slice.of(new byte[1]));
        Runnable receive = () -> far.recv(nearAddress, TAG, CONTEXT, Slice.of(new byte[1]));
        post(0, new byte[0]);
        awaitKept(1); // and so the other is here, too

        assertThat(inHandler(100, receive)).isNull();

        assertThat(inHandler(101, receive))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("must not wait");
    }

    @Test
    void refusesAHandlerNumberThatIsTaken() {
        assertThatThrownBy(() -> other.handle(KEEP, (_, _, _, _) -> {}))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void answersPostsFromWithinHandlers() {
        int messages = 2000;
        for (int i = 0; i < messages; i++) {
            one.post(other.card().id(), ECHO, 0, new byte[100], 100, List.of());
        }
        Awaitility.await().atMost(PATIENCE).until(() -> echoes.get() == messages);
    }

    @Test
    void isNotHeldUpByALargeArrayOnItsWay() throws Exception {
        byte[] source = new byte[64 << 20];
        byte[] destination = new byte[source.length];
        echo(1);
        int during = 0;
        for (int round = 0; round < 20 && during == 0; round++) {
            CompletableFuture<Request> receive =
                    onThread(
                            () -> {
                                Request started =
                                        far.irecv(nearAddress, TAG, CONTEXT, Slice.of(destination));
                                started.await();
                                return started;
                            });
            CompletableFuture<Request> send =
                    onThread(
                            () -> {
                                Request started =
                                        near.isend(farAddress, TAG, CONTEXT, Slice.of(source));
                                started.await();
                                return started;
                            });
            while (!send.isDone() && !receive.isDone()) {
                echo(1);
                if (!receive.isDone()) {
                    during++;
                }
            }
            send.get();
            receive.get();
        }
        assertThat(during).as("answers that came while 64 MiB were on their way").isPositive();
    }

    private void echo(int count) {
        int expected = echoes.get() + count;
        one.post(other.card().id(), ECHO, 0, new byte[8], 8, List.of());
        Awaitility.await()
                .pollInterval(java.time.Duration.ofMillis(1))
                .atMost(PATIENCE)
                .until(() -> echoes.get() == expected);
    }

    @Test
    void holdsBackAPosterWhoseMessagesNobodyTakes() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger handled = new AtomicInteger();
        other.handle(
                3,
                (_, _, _, _) -> {
                    try {
                        gate.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    handled.incrementAndGet();
                });
        AtomicInteger posted = new AtomicInteger();
        int messages = 6000;
        CompletableFuture<Void> poster =
                onThread(
                        () -> {
                            for (int i = 0; i < messages; i++) {
                                one.post(
                                        other.card().id(),
                                        3,
                                        0,
                                        new byte[32_000],
                                        32_000,
                                        List.of());
                                posted.incrementAndGet();
                            }
                            return null;
                        });
        AtomicInteger before = new AtomicInteger(-1);
        Awaitility.await()
                .pollInterval(java.time.Duration.ofMillis(300))
                .atMost(PATIENCE)
                .until(() -> posted.get() > 0 && before.getAndSet(posted.get()) == posted.get());
        assertThat(posted.get()).as("messages ahead of the handler").isLessThan(messages);
        gate.countDown();
        poster.get();
        Awaitility.await().atMost(PATIENCE).until(() -> handled.get() == messages);
    }

    @Test
    void refusesAMessageLongerThanTheReceiverTakes() {
        TransportConfig small = config.withMaxMessageLength(100_000);
        try (Transport narrow = Transport.open(small)) {
            CompletableFuture<String> lost = new CompletableFuture<>();
            one.onPeerLost(loss -> lost.complete(loss.getMessage()));
            one.learn(narrow.card());
            narrow.handle(KEEP, (_, _, _, _) -> {});
            var _ = // it may fail, or not
                    onThread(
                            () -> {
                                one.post(
                                        narrow.card().id(),
                                        KEEP,
                                        0,
                                        new byte[4_000_000],
                                        4_000_000,
                                        List.of());
                                return null;
                            });
            assertThat(lost.orTimeout(30, java.util.concurrent.TimeUnit.SECONDS).join())
                    .contains(narrow.card().id().toString())
                    .contains("length=4000000 maxMessageLength=100000");
        }
    }
}
