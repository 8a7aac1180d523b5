package org.activeobjects.collective;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.error.TransportTimeoutException;
import org.activeobjects.transport.object.ObjectCodec;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Endpoints without a transport: the rules of the matched plane and nothing else. Sends of more
 * than {@code eagerBytes} wait for their receive, so that a wrong order of steps shows as a hang.
 */
public final class FakeNetwork {

    private final int eagerBytes;
    private final List<FakeEndpoint> endpoints = new ArrayList<>();
    private final Set<EndpointAddress> lost = new HashSet<>();
    private long messages;

    public FakeNetwork(int size, int eagerBytes) {
        this.eagerBytes = eagerBytes;
        for (int id = 1; id <= size; id++) {
            endpoints.add(new FakeEndpoint(new EndpointAddress(new RuntimeId(7, id), id)));
        }
    }

    public List<? extends Endpoint> endpoints() {
        return endpoints;
    }

    public List<EndpointAddress> addresses() {
        return endpoints.stream().map(FakeEndpoint::address).toList();
    }

    public synchronized long messages() {
        return messages;
    }

    public synchronized void lose(int index) {
        lost.add(endpoints.get(index).address());
        notifyAll();
    }

    private final class Operation implements Request {

        final FakeEndpoint owner;
        final EndpointAddress peer;
        final int tag;
        final int context;
        final Slice slice;
        final byte[] copy;
        Status status;
        boolean done;
        String mismatch;

        Operation(
                FakeEndpoint owner,
                EndpointAddress peer,
                int tag,
                int context,
                Slice slice,
                byte[] copy) {
            this.owner = owner;
            this.peer = peer;
            this.tag = tag;
            this.context = context;
            this.slice = slice;
            this.copy = copy;
        }

        @Override
        public Status await() {
            return await(Duration.ofSeconds(60));
        }

        @Override
        public Status await(Duration timeout) {
            long end = System.nanoTime() + timeout.toNanos();
            synchronized (FakeNetwork.this) {
                while (!done) {
                    if (lost.contains(peer)) {
                        throw new PeerLostException(
                                peer.runtime().toString(), "lost peer=" + peer, null);
                    }
                    pause(end);
                }
                if (mismatch != null) {
                    throw copy == null
                            ? new MessageMismatchException(
                                    mismatch,
                                    status.tag(),
                                    status.type() + "[" + status.count() + "]")
                            : new MessageMismatchException(mismatch);
                }
                return status;
            }
        }

        @Override
        public boolean test() {
            synchronized (FakeNetwork.this) {
                return done;
            }
        }

        @Override
        public Status status() {
            return status;
        }

        @Override
        public Object object() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Endpoint endpoint() {
            return owner;
        }

        @Override
        public boolean cancel() {
            synchronized (FakeNetwork.this) {
                return owner.posted.remove(this);
            }
        }
    }

    private void pause(long end) {
        long leftMs = (end - System.nanoTime()) / 1_000_000;
        if (leftMs <= 0) {
            throw new TransportTimeoutException("no match in time");
        }
        try {
            wait(leftMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransportException("interrupted", e);
        }
    }

    /** Moves the elements of a matched pair, or fails what the mismatch fails. */
    private void match(Operation send, Operation receive) {
        ElementType type = send.slice == null ? null : send.slice.type();
        long room = receive.slice.byteLength();
        send.done = true;
        receive.done = true;
        if (type != receive.slice.type() || send.copy.length > room || send.tag != receive.tag) {
            receive.mismatch =
                    "sent %s bytes=%d tag=%d room=%d tag=%d"
                            .formatted(type, send.copy.length, send.tag, room, receive.tag);
            send.mismatch = send.copy.length > eagerBytes ? receive.mismatch : null;
        } else {
            receive.slice.copyFrom(0, MemorySegment.ofArray(send.copy), 0, send.copy.length);
        }
        receive.status =
                new Status(
                        send.owner.address,
                        send.tag,
                        send.context,
                        type,
                        send.copy.length >> type.shift());
        notifyAll();
    }

    private final class FakeEndpoint implements Endpoint {

        final EndpointAddress address;
        final List<Operation> posted = new ArrayList<>();
        final List<Operation> unexpected = new ArrayList<>();
        final Set<Integer> comparing = new HashSet<>();

        FakeEndpoint(EndpointAddress address) {
            this.address = address;
        }

        @Override
        public EndpointAddress address() {
            return address;
        }

        @Override
        public Operation isend(EndpointAddress destination, int tag, int context, Slice source) {
            byte[] copy = new byte[(int) source.byteLength()];
            source.copyTo(0, MemorySegment.ofArray(copy), 0, copy.length);
            Slice typeOnly = new Slice();
            if (source.array() != null) {
                typeOnly.wrap(source.array(), 0, 0);
            } else {
                typeOnly.wrap(source.memory().asSlice(0, 0), source.type());
            }
            Operation send = new Operation(this, destination, tag, context, typeOnly, copy);
            synchronized (FakeNetwork.this) {
                messages++;
                if (lost.contains(destination)) {
                    throw new PeerLostException(
                            destination.runtime().toString(), "lost peer=" + destination, null);
                }
                FakeEndpoint target =
                        endpoints.stream()
                                .filter(e -> e.address.equals(destination))
                                .findFirst()
                                .orElseThrow();
                for (Operation receive : target.posted) {
                    if (target.fits(send, receive.peer, receive.tag, receive.context)) {
                        target.posted.remove(receive);
                        match(send, receive);
                        return send;
                    }
                }
                target.unexpected.add(send);
                send.done = copy.length <= eagerBytes;
                FakeNetwork.this.notifyAll();
                return send;
            }
        }

        @Override
        public Operation irecv(EndpointAddress source, int tag, int context, Slice destination) {
            Operation receive = new Operation(this, source, tag, context, destination, null);
            synchronized (FakeNetwork.this) {
                for (Operation send : unexpected) {
                    if (fits(send, source, tag, context)) {
                        unexpected.remove(send);
                        match(send, receive);
                        return receive;
                    }
                }
                posted.add(receive);
                return receive;
            }
        }

        private boolean fits(Operation send, EndpointAddress source, int tag, int context) {
            boolean isTagCompared = comparing.contains(context);
            return send.owner.address.equals(source)
                    && (isTagCompared || send.tag == tag)
                    && send.context == context;
        }

        @Override
        public Operation issend(EndpointAddress destination, int tag, int context, Slice source) {
            return isend(destination, tag, context, source); // complete or not: nobody looks
        }

        @Override
        public void send(EndpointAddress destination, int tag, int context, Slice source) {
            isend(destination, tag, context, source).await();
        }

        @Override
        public void ssend(EndpointAddress destination, int tag, int context, Slice source) {
            throw new UnsupportedOperationException("ssend");
        }

        @Override
        public Status recv(EndpointAddress source, int tag, int context, Slice destination) {
            return irecv(source, tag, context, destination).await();
        }

        @Override
        public void exchange(
                EndpointAddress peer, int tag, int context, Slice source, Slice destination) {
            Operation receive = irecv(peer, tag, context, destination);
            Operation send = isend(peer, tag, context, source);
            Status status = receive.await();
            if (status.count() != destination.count()) {
                throw new MessageMismatchException("exchange: " + status + " " + destination);
            }
            send.await();
        }

        @Override
        public Status iprobe(EndpointAddress source, int tag, int context) {
            synchronized (FakeNetwork.this) {
                for (Operation send : unexpected) {
                    if (fits(send, source, tag, context)) {
                        int count = send.copy.length >> send.slice.type().shift();
                        return new Status(source, send.tag, context, send.slice.type(), count);
                    }
                }
                return null;
            }
        }

        @Override
        public Status probe(EndpointAddress source, int tag, int context) {
            throw new UnsupportedOperationException("probe");
        }

        @Override
        public Status probe(EndpointAddress source, int tag, int context, Duration timeout) {
            throw new UnsupportedOperationException("probe");
        }

        @Override
        public Message improbe(EndpointAddress source, int tag, int context) {
            throw new UnsupportedOperationException("improbe");
        }

        @Override
        public Message mprobe(EndpointAddress source, int tag, int context, Duration timeout) {
            throw new UnsupportedOperationException("mprobe");
        }

        @Override
        public void awaitAll(Request... requests) {
            throw new UnsupportedOperationException("awaitAll");
        }

        @Override
        public int awaitAny(Request... requests) {
            throw new UnsupportedOperationException("awaitAny");
        }

        @Override
        public int awaitAny(Duration timeout, Request... requests) {
            throw new UnsupportedOperationException("awaitAny");
        }

        @Override
        public PersistentRequest sendInit(
                EndpointAddress destination, int tag, int context, Slice source) {
            throw new UnsupportedOperationException("sendInit");
        }

        @Override
        public PersistentRequest recvInit(
                EndpointAddress source, int tag, int context, Slice destination) {
            throw new UnsupportedOperationException("recvInit");
        }

        @Override
        public PersistentRequest exchangeInit(
                EndpointAddress peer, int tag, int context, Slice source, Slice destination) {
            throw new UnsupportedOperationException("exchangeInit");
        }

        @Override
        public Request isendObject(
                EndpointAddress destination, int tag, int context, Object object) {
            throw new UnsupportedOperationException("isendObject");
        }

        @Override
        public Request irecvObject(EndpointAddress source, int tag, int context) {
            throw new UnsupportedOperationException("irecvObject");
        }

        @Override
        public void useCodec(ObjectCodec codec) {
            throw new UnsupportedOperationException("useCodec");
        }

        @Override
        public Request peek() {
            throw new UnsupportedOperationException("peek");
        }

        @Override
        public void compareTags(int context) {
            comparing.add(context);
        }

        @Override
        public void close() {}

        @Override
        public void close(String reason) {}
    }
}
