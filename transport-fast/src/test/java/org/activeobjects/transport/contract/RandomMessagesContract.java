package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.address.EndpointAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Many messages at once between four endpoints of two runtimes, of every length, from and to memory
 * of every kind, sent and received in ways drawn at random: each arrives whole, and those of one
 * sender with one tag in the order in which they were sent (MPI 4.1, section 3.5).
 */
public abstract class RandomMessagesContract extends TwoTransports {

    private static final int MESSAGES = 200;
    private static final int TAGS = 3;
    private static final int MAX_POSTED = 8;
    private static final int SMALL = 1000; // bytes that a blocking send never waits with

    private enum Way {
        SEND,
        ISEND,
        ISSEND,
        PERSISTENT,
        OBJECT
    }

    /** Messages that must not overtake each other. */
    private record Lane(int source, int destination, int tag) {}

    private record Message(Lane lane, int number, int length, Way way) {

        byte[] content() {
            return randomBytes(length, lane.hashCode() * 1000L + number);
        }
    }

    /**
     * Two runtimes joined by one kind of link.
     *
     * @param link name of the link, which {@code ServiceLoader} finds
     */
    protected RandomMessagesContract(String link) {
        super(link);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void arriveWholeAndInOrder(long seed) throws Exception {
        Transport[] owners = {one, one, other, other};
        Endpoint[] endpoints = {near, one.openEndpoint(), far, other.openEndpoint()};
        Random random = new Random(seed);
        List<Message> messages = draw(endpoints.length, random);
        List<CompletableFuture<?>> threads = new ArrayList<>();
        for (int rank = 0; rank < endpoints.length; rank++) {
            int self = rank;
            Party party = new Party(owners[rank], endpoints, rank);
            List<Message> sent = messages.stream().filter(m -> m.lane.source == self).toList();
            List<Message> received =
                    messages.stream().filter(m -> m.lane.destination == self).toList();
            Sender sender = new Sender(party, new Random(random.nextLong()));
            Receiver receiver = new Receiver(party, received, new Random(random.nextLong()));
            threads.add(onThread(() -> sender.send(sent)));
            threads.add(onVirtualThread(receiver::receive));
        }
        firstFailureOrAll(threads).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static List<Message> draw(int ranks, Random random) {
        Map<Lane, Integer> numbers = new HashMap<>();
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            Lane lane =
                    new Lane(random.nextInt(ranks), random.nextInt(ranks), random.nextInt(TAGS));
            int number = numbers.merge(lane, 1, Integer::sum);
            Way way = Way.values()[random.nextInt(Way.values().length)];
            messages.add(new Message(lane, number, drawLength(random), way));
        }
        return messages;
    }

    private static int drawLength(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> 0;
            case 1, 2, 3 -> random.nextInt(64);
            case 4, 5, 6 -> random.nextInt(5000);
            case 7, 8 -> random.nextInt(40_000);
            case 9, 10 -> random.nextInt(300_000);
            default -> random.nextInt(1_500_000);
        };
    }

    private static CompletableFuture<Void> firstFailureOrAll(List<CompletableFuture<?>> threads) {
        CompletableFuture<Void> all =
                CompletableFuture.allOf(threads.toArray(CompletableFuture[]::new));
        for (CompletableFuture<?> thread : threads) {
            thread.whenComplete(
                    (_, failure) -> {
                        if (failure != null) {
                            all.completeExceptionally(failure);
                        }
                    });
        }
        return all;
    }

    /** One endpoint, its runtime, and whom it talks to. */
    private record Party(Transport owner, Endpoint[] endpoints, int rank) {

        Endpoint endpoint() {
            return endpoints[rank];
        }

        EndpointAddress address(int peer) {
            return endpoints[peer].address();
        }

        int rankOf(EndpointAddress address) {
            for (int peer = 0; peer < endpoints.length; peer++) {
                if (address(peer).equals(address)) {
                    return peer;
                }
            }
            throw new AssertionError("a message from nobody: " + address);
        }
    }

    /** Sends what one endpoint has to send, in its order. */
    private static final class Sender {

        private record Sending(Request request, RandomMemory source) {}

        private final Party party;
        private final Endpoint endpoint;
        private final Random random;
        private final List<Sending> underWay = new ArrayList<>();
        private final List<PersistentRequest> started = new ArrayList<>();
        private final List<Request> objects = new ArrayList<>();

        Sender(Party party, Random random) {
            this.party = party;
            this.endpoint = party.endpoint();
            this.random = random;
        }

        Void send(List<Message> messages) {
            for (Message message : messages) {
                start(message);
                reuseOneThatIsComplete();
            }
            underWay.forEach(sending -> sending.request.await());
            started.forEach(PersistentRequest::await);
            objects.forEach(Request::await);
            return null;
        }

        private void start(Message message) {
            EndpointAddress destination = party.address(message.lane.destination);
            int tag = message.lane.tag;
            if (message.way == Way.OBJECT) {
                objects.add(endpoint.isendObject(destination, tag, CONTEXT, message.content()));
                return;
            }
            RandomMemory source = RandomMemory.draw(party.owner, message.length, random);
            source.put(message.content());
            Slice slice = source.slice();
            if (message.way == Way.PERSISTENT) {
                PersistentRequest sending = endpoint.sendInit(destination, tag, CONTEXT, slice);
                sending.start();
                started.add(sending);
            } else if (message.way == Way.SEND && message.length <= SMALL) {
                endpoint.send(destination, tag, CONTEXT, slice);
                source.spoil();
            } else {
                Request sending =
                        message.way == Way.ISSEND
                                ? endpoint.issend(destination, tag, CONTEXT, slice)
                                : endpoint.isend(destination, tag, CONTEXT, slice);
                underWay.add(new Sending(sending, source));
            }
        }

        /** A complete send does not look at its source again. */
        private void reuseOneThatIsComplete() {
            if (underWay.isEmpty()) {
                return;
            }
            int index = random.nextInt(underWay.size());
            if (underWay.get(index).request.test()) {
                underWay.remove(index).source.spoil();
            }
        }
    }

    /** Receives what is sent to one endpoint, some at a time and in any order of lanes. */
    private static final class Receiver {

        private record Posted(Message message, Request request, RandomMemory destination) {

            void check() {
                Status status = request.await();
                if (destination == null) {
                    assertSame(message, (byte[]) request.object());
                } else {
                    assertThat(status.count()).as("%s", message).isEqualTo(message.length);
                    assertSame(message, destination.take(message.length));
                }
            }
        }

        /** What a matched probe has found, to be received later. */
        private record Kept(Message message, Endpoint.Message handle) {}

        private final Party party;
        private final Endpoint endpoint;
        private final Random random;
        private final Map<Lane, Queue<Message>> expected = new HashMap<>();
        private final List<Kept> kept = new ArrayList<>();
        private final List<Posted> posted = new ArrayList<>();

        Receiver(Party party, List<Message> messages, Random random) {
            this.party = party;
            this.endpoint = party.endpoint();
            this.random = random;
            for (Message message : messages) {
                expected.computeIfAbsent(message.lane, _ -> new ArrayDeque<>()).add(message);
            }
        }

        Void receive() {
            while (!expected.isEmpty() || !posted.isEmpty() || !kept.isEmpty()) {
                if (!kept.isEmpty() && (expected.isEmpty() || random.nextInt(3) == 0)) {
                    posted.add(post(kept.remove(random.nextInt(kept.size()))));
                } else if (expected.isEmpty() || posted.size() == MAX_POSTED) {
                    awaitOne();
                } else if (posted.isEmpty() && random.nextBoolean()) {
                    receiveWhatComes();
                } else if (!posted.isEmpty() && random.nextInt(3) == 0) {
                    awaitOne();
                } else {
                    List<Lane> lanes = List.copyOf(expected.keySet());
                    posted.add(post(next(lanes.get(random.nextInt(lanes.size())))));
                }
            }
            return null;
        }

        private Message next(Lane lane) {
            Queue<Message> messages = expected.get(lane);
            assertThat(messages).as("messages that are still to come of %s", lane).isNotNull();
            Message message = messages.remove();
            if (messages.isEmpty()) {
                expected.remove(lane);
            }
            return message;
        }

        private Posted post(Message message) {
            EndpointAddress source = party.address(message.lane.source);
            int tag = message.lane.tag;
            if (message.way == Way.OBJECT) {
                return new Posted(message, endpoint.irecvObject(source, tag, CONTEXT), null);
            }
            int spare = 5 * random.nextInt(2); // bytes that stay as they are
            RandomMemory destination =
                    RandomMemory.draw(party.owner, message.length + spare, random);
            Request request = endpoint.irecv(source, tag, CONTEXT, destination.slice());
            return new Posted(message, request, destination);
        }

        private Posted post(Kept found) {
            Message message = found.message;
            if (message.way == Way.OBJECT) {
                return new Posted(message, found.handle.irecvObject(), null);
            }
            RandomMemory destination = RandomMemory.draw(party.owner, message.length, random);
            return new Posted(message, found.handle.irecv(destination.slice()), destination);
        }

        private void receiveWhatComes() {
            EndpointAddress any = EndpointAddress.ANY_SOURCE;
            if (random.nextBoolean()) {
                Status coming = endpoint.probe(any, Endpoint.ANY_TAG, CONTEXT);
                post(next(laneOf(coming))).check();
            } else {
                Endpoint.Message found = endpoint.mprobe(any, Endpoint.ANY_TAG, CONTEXT, PATIENCE);
                kept.add(new Kept(next(laneOf(found.status())), found));
            }
        }

        private Lane laneOf(Status coming) {
            return new Lane(party.rankOf(coming.source()), party.rank, coming.tag());
        }

        private void awaitOne() {
            int index =
                    random.nextBoolean()
                            ? endpoint.awaitAny(
                                    posted.stream().map(Posted::request).toArray(Request[]::new))
                            : random.nextInt(posted.size());
            posted.remove(index).check();
        }

        private static void assertSame(Message message, byte[] bytes) {
            int differs = Arrays.mismatch(bytes, message.content());
            assertThat(differs).as("first byte of %s that is another", message).isEqualTo(-1);
        }
    }
}
