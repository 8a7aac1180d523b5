package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.util.concurrent.TimeUnit.SECONDS;

import org.activeobjects.active.Body;
import org.activeobjects.active.Request;
import org.activeobjects.active.RunActive;
import org.activeobjects.active.Service;
import org.activeobjects.active.UniqueID;
import org.activeobjects.annotation.ImmediateService;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.StringWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** Activities as old programs have them, from both sides of the wire. */
@Timeout(60)
class ActivityExamplesTest {

    private static volatile CountDownLatch filled;
    private static volatile CountDownLatch held;

    /** Takes what there is room for, and gives what there is. */
    public static class BoundedBuffer implements RunActive {

        private final int capacity;
        private final Deque<Integer> items = new ArrayDeque<>();
        private int most;

        public BoundedBuffer(int capacity) {
            this.capacity = capacity;
        }

        public ObjectForSynchronousCall put(int item) {
            items.addLast(item);
            most = Math.max(most, items.size());
            return new ObjectForSynchronousCall();
        }

        public IntWrapper get() {
            return new IntWrapper(items.removeFirst());
        }

        public int most() {
            return most;
        }

        public ObjectForSynchronousCall refuse() {
            throw new IllegalStateException("told to the caller");
        }

        private boolean mayServe(Request request) {
            return switch (request.getMethodName()) {
                case "put" -> items.size() < capacity;
                case "get" -> !items.isEmpty();
                default -> true;
            };
        }

        @Override
        public void runActivity(Body body) {
            Service service = new Service(body);
            while (body.isActive()) {
                service.blockingServeOldest(this::mayServe);
            }
        }
    }

    /** Puts from a thread of its own. */
    public static class Producer {

        public StringWrapper fill(BoundedBuffer buffer, int first, int count) {
            for (int i = first; i < first + count; i++) {
                assertThat(buffer.put(i)).isEqualTo(new ObjectForSynchronousCall());
            }
            return new StringWrapper("filled");
        }
    }

    /** Writers first; readers only when nobody wants to write. */
    public static class Board implements RunActive {

        private final List<String> order = new ArrayList<>();

        @ImmediateService
        public boolean arrived() {
            return true;
        }

        public void write(String text) {
            order.add("w" + text);
        }

        public StringWrapper read(String reader) {
            order.add("r" + reader);
            return new StringWrapper(String.join(" ", order));
        }

        @Override
        public void runActivity(Body body) {
            Service service = new Service(body);
            await(filled);
            while (body.isActive()) {
                service.waitForRequest();
                service.serveAll("write");
                service.serveOldest();
            }
        }
    }

    /** Holds back whoever sent the first request, as a barrier does. */
    public static class Barrier implements RunActive {

        private final StringBuilder served = new StringBuilder();

        @ImmediateService
        public boolean arrived() {
            return true;
        }

        public void pass(int number) {
            served.append(number).append(' ');
        }

        public StringWrapper served() {
            return new StringWrapper(served.toString().strip());
        }

        @Override
        public void runActivity(Body body) {
            Service service = new Service(body);
            Request first = service.blockingGetOldest("pass");
            UniqueID sender = first.getSourceBodyID();
            ((BodyHandle) body).hold(sender);
            service.serveOldest();
            held.countDown();
            await(filled);
            served.append(service.hasRequestToServe("pass")).append(' ');
            served.append(service.blockingGetOldest("pass", 1) != null).append(' ');
            served.append(service.blockingGetYoungest(request -> true, 1) != null).append(' ');
            service.serveAll("pass");
            ((BodyHandle) body).release(List.of(sender));
            service.serveYoungest("pass");
            service.fifoServing();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(30, SECONDS)) {
                throw new IllegalStateException("waited in vain");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
    private final NodeRuntime there = NodeRuntime.open(TransportConfig.defaults());

    @BeforeEach
    void open() {
        here.makeDefault();
        filled = new CountDownLatch(1);
        held = new CountDownLatch(1);
    }

    @AfterEach
    void close() {
        filled.countDown();
        there.close();
        here.close();
    }

    private <T> T create(Class<T> type, String where, Object... arguments) {
        return PAActiveObject.newActive(
                type, arguments, where.equals("here") ? here.node() : here.connect(there.card()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void aBoundedBufferHoldsUpThoseWhoFindItFullOrEmpty(String where) {
        BoundedBuffer buffer = create(BoundedBuffer.class, where, 3);
        IntWrapper early = buffer.get();
        List<StringWrapper> producers =
                IntStream.range(0, 3)
                        .mapToObj(i -> create(Producer.class, "here").fill(buffer, 100 * i, 50))
                        .toList();
        List<Integer> got = new ArrayList<>(List.of(early.getIntValue()));
        while (got.size() < 150) {
            got.add(buffer.get().getIntValue());
        }

        assertThat(producers).allMatch(producer -> producer.getStringValue().equals("filled"));
        for (int i = 0; i < 3; i++) {
            int first = 100 * i;
            assertThat(got)
                    .filteredOn(item -> item / 100 == first / 100)
                    .containsExactlyElementsOf(IntStream.range(first, first + 50).boxed().toList());
        }
        assertThat(buffer.most()).isBetween(1, 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void aCallForNothingWaitsAndTellsOfItsFailure(String where) {
        BoundedBuffer buffer = create(BoundedBuffer.class, where, 1);

        assertThatThrownBy(buffer::refuse)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("told to the caller");
        assertThat(buffer.put(1)).hasToString("done");
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void writersGoBeforeReaders(String where) {
        Board board = create(Board.class, where);
        StringWrapper first = board.read("1");
        board.write("1");
        StringWrapper second = board.read("2");
        board.write("2");
        // What is served at once has arrived after all that was sent before.
        assertThat(board.arrived()).isTrue();
        filled.countDown();

        assertThat(second.getStringValue()).endsWith("r2").contains("w1 w2");
        assertThat(first.getStringValue()).endsWith("r1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void aBarrierHoldsForServicesByNameByFilterAndByTime(String where) {
        Barrier barrier = create(Barrier.class, where);
        barrier.pass(1);
        await(held);
        barrier.pass(2);
        barrier.pass(3);
        assertThat(barrier.arrived()).isTrue();
        filled.countDown();

        assertThat(barrier.served().getStringValue()).isEqualTo("1 false false false 3 2");
    }

    @Test
    void servesItselfBetweenTheRequestsOfOthers() {
        BoundedBuffer buffer = create(BoundedBuffer.class, "here", 2);
        buffer.put(1);
        buffer.put(2);
        IntWrapper first = buffer.get();
        buffer.put(3);

        assertThat(first.getIntValue()).isOne();
        assertThat(buffer.most()).isEqualTo(2);
    }
}
