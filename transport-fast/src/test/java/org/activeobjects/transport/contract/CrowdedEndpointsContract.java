package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportTimeoutException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Several threads at each endpoint, platform and virtual ones, that send and receive in ways drawn
 * at random, take receives back and give waits up: each message is received once and whole, and
 * what one thread receives of one that sends is in order (MPI 4.1, section 3.5).
 */
public abstract class CrowdedEndpointsContract extends TwoTransports {

    private static final int THREADS = 2; // that send at each endpoint, and as many that receive
    private static final int MESSAGES = 60; // of each thread
    private static final int LONGEST = 150_000;
    private static final int HEAD = 3 * Integer.BYTES;
    private static final int MAX_POSTED = 4;
    private static final int MAX_UNDER_WAY = 20;
    private static final int MOMENT_NS = 300_000;

    private final List<Endpoint> endpoints = new ArrayList<>();
    private final List<Transport> owners = new ArrayList<>();
    private final Set<Message> received = ConcurrentHashMap.newKeySet();
    private final AtomicIntegerArray toCome = new AtomicIntegerArray(3);

    /** The tag says which thread has sent it. */
    private record Message(int destination, int tag, int number, int length) {

        byte[] content() {
            byte[] bytes = randomBytes(HEAD + length, tag * 1000L + number);
            ByteBuffer.wrap(bytes).putInt(destination).putInt(number).putInt(length);
            return bytes;
        }

        static Message of(int tag, byte[] content) {
            ByteBuffer head = ByteBuffer.wrap(content);
            return new Message(head.getInt(), tag, head.getInt(), head.getInt());
        }
    }

    /**
     * Two runtimes joined by one kind of link.
     *
     * @param link name of the link, which {@code ServiceLoader} finds
     */
    protected CrowdedEndpointsContract(String link) {
        super(link);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void eachMessageIsReceivedOnceWholeAndInOrder(long seed) throws Exception {
        Random random = new Random(seed);
        endpoints.addAll(List.of(near, far, one.openEndpoint()));
        owners.addAll(List.of(one, other, one));
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int rank = 0; rank < endpoints.size(); rank++) {
            for (int thread = 0; thread < THREADS; thread++) {
                Sender sender = new Sender(rank, new Random(random.nextLong()));
                List<Message> messages = draw(rank * THREADS + thread, random);
                tasks.add(() -> sender.send(messages));
                tasks.add(new Receiver(rank, new Random(random.nextLong()))::receive);
            }
        }
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (Callable<Void> task : tasks) {
            threads.add(random.nextInt(3) == 0 ? onVirtualThread(task) : onThread(task));
        }
        for (CompletableFuture<Void> thread : threads) {
            thread.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
        assertThat(received).hasSize(endpoints.size() * THREADS * MESSAGES);
    }

    /** What one thread sends; counts it as to come. */
    private List<Message> draw(int tag, Random random) {
        int[] numbers = new int[endpoints.size()];
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            int destination = random.nextInt(numbers.length);
            int length = random.nextInt(1 << 1 + random.nextInt(18)) % (LONGEST - HEAD);
            messages.add(new Message(destination, tag, numbers[destination]++, length));
            toCome.incrementAndGet(destination);
        }
        return messages;
    }

    private static boolean isOverInAMoment(Request request, Random random) {
        try {
            request.await(Duration.ofNanos(random.nextInt(MOMENT_NS)));
            return true;
        } catch (TransportTimeoutException goesOn) {
            return false;
        }
    }

    /** One of the threads that send from an endpoint. */
    private final class Sender {

        private record Sending(Request request, RandomMemory source) {}

        private final int rank;
        private final Endpoint endpoint;
        private final Random random;
        private final List<Sending> underWay = new ArrayList<>();

        Sender(int rank, Random random) {
            this.rank = rank;
            this.endpoint = endpoints.get(rank);
            this.random = random;
        }

        Void send(List<Message> messages) {
            for (Message message : messages) {
                RandomMemory source =
                        RandomMemory.draw(owners.get(rank), HEAD + message.length, random);
                source.put(message.content());
                Request request = start(message, source.slice());
                if (request == null) {
                    source.spoil();
                } else {
                    underWay.add(new Sending(request, source));
                }
                while (underWay.size() > MAX_UNDER_WAY) {
                    awaitOne();
                }
            }
            while (!underWay.isEmpty()) {
                awaitOne();
            }
            return null;
        }

        /** Returns null if the send is complete. */
        private Request start(Message message, Slice source) {
            EndpointAddress to = endpoints.get(message.destination).address();
            switch (random.nextInt(6)) {
                case 0 -> endpoint.send(to, message.tag, CONTEXT, source);
                case 1 -> endpoint.ssend(to, message.tag, CONTEXT, source);
                case 2 -> sendInARound(endpoint.sendInit(to, message.tag, CONTEXT, source));
                case 3 -> {
                    return endpoint.issend(to, message.tag, CONTEXT, source);
                }
                default -> {
                    return endpoint.isend(to, message.tag, CONTEXT, source);
                }
            }
            return null;
        }

        private void sendInARound(PersistentRequest round) {
            round.start();
            try {
                round.await(Duration.ofNanos(random.nextInt(MOMENT_NS)));
            } catch (TransportTimeoutException goesOn) {
                round.await();
            }
            round.close();
        }

        private void awaitOne() {
            int index = random.nextInt(underWay.size());
            boolean isOver =
                    switch (random.nextInt(3)) {
                        case 0 -> underWay.get(index).request.test();
                        case 1 -> isOverInAMoment(underWay.get(index).request, random);
                        default -> {
                            index = endpoint.awaitAny(requests());
                            yield underWay.get(index).request.test();
                        }
                    };
            if (isOver) {
                Sending over = underWay.remove(index);
                assertThat(over.request.await()).isNull();
                over.source.spoil(); // it is not looked at again
            }
        }

        private Request[] requests() {
            return underWay.stream().map(Sending::request).toArray(Request[]::new);
        }
    }

    /** One of the threads that receive at an endpoint, whichever messages they get. */
    private final class Receiver {

        private record Posted(int order, Request request, RandomMemory room) {}

        private record Taken(int order, Message message) {}

        private final int rank;
        private final Endpoint endpoint;
        private final Random random;
        private final List<Posted> posted = new ArrayList<>();
        private final List<Taken> taken = new ArrayList<>();
        private int nextOrder;

        Receiver(int rank, Random random) {
            this.rank = rank;
            this.endpoint = endpoints.get(rank);
            this.random = random;
        }

        Void receive() {
            while (toCome.get(rank) > 0) {
                if (posted.size() < MAX_POSTED) {
                    posted.add(post());
                }
                lookAtOne(random.nextInt(posted.size()));
            }
            List.copyOf(posted).forEach(this::takeBack);
            assertThat(posted).as("what was matched though nothing is to come").isEmpty();
            requireOrder();
            return null;
        }

        private Posted post() {
            int sender = random.nextInt(endpoints.size());
            int tag = sender * THREADS + random.nextInt(THREADS);
            EndpointAddress from =
                    random.nextInt(3) == 0
                            ? EndpointAddress.ANY_SOURCE
                            : endpoints.get(sender).address();
            int wanted = random.nextInt(3) == 0 ? Endpoint.ANY_TAG : tag;
            RandomMemory room = RandomMemory.draw(owners.get(rank), LONGEST, random);
            Request request = endpoint.irecv(from, wanted, CONTEXT, room.slice());
            return new Posted(nextOrder++, request, room);
        }

        private void lookAtOne(int index) {
            Posted one = posted.get(index);
            switch (random.nextInt(4)) {
                case 0 -> takeBack(one);
                case 1 -> {
                    if (isOverInAMoment(one.request, random)) {
                        take(one);
                    }
                }
                default -> {
                    if (one.request.test()) {
                        take(one);
                    }
                }
            }
        }

        private void takeBack(Posted one) {
            if (one.request.cancel()) {
                posted.remove(one);
                assertThatThrownBy(one.request::await)
                        .isInstanceOf(TransportClosedException.class)
                        .hasMessageContaining("cancelled");
                var _ = one.room.take(0);
            }
        }

        private void take(Posted one) {
            posted.remove(one);
            Status status = one.request.await();
            byte[] content = one.room.take((int) status.count());
            Message message = Message.of(status.tag(), content);
            int differs = Arrays.mismatch(content, message.content());
            assertThat(differs).as("first byte of %s that is another", message).isEqualTo(-1);
            assertThat(message.destination).as("%s", message).isEqualTo(rank);
            assertThat(received.add(message)).as("%s for the first time", message).isTrue();
            taken.add(new Taken(one.order, message));
            toCome.decrementAndGet(rank);
        }

        private void requireOrder() {
            taken.sort(Comparator.comparingInt(Taken::order));
            Map<Integer, Message> last = new HashMap<>();
            for (Taken one : taken) {
                Message before = last.put(one.message.tag, one.message);
                assertThat(before == null || before.number < one.message.number)
                        .as("%s before %s", before, one.message)
                        .isTrue();
            }
        }
    }
}
