package org.activeobjects.transport.shm;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Two runtimes in this JVM, joined by a link through real files in a folder. */
final class ShmPair implements AutoCloseable {

    /** One side: its service, its end of the link, and what has come. */
    static final class Side implements FrameReceiver, AutoCloseable {

        final RuntimeId id = RuntimeId.random();
        final ShmLinkService service;
        final List<long[]> headers = new ArrayList<>();
        final List<byte[]> payloads = new ArrayList<>();
        final List<String> closings = new ArrayList<>();
        RuntimeException thrownByReceiver;
        boolean discards;
        Runnable onFrame = () -> {};
        Link link;
        private byte[] filling;

        Side(Path folder, String job) throws LinkUnavailableException {
            TransportConfig config =
                    TransportConfig.defaults().withJob(job, null).withSharedMemory(folder);
            service =
                    (ShmLinkService)
                            new ShmLinkProvider().start(new LinkContext(id, "host", config));
        }

        RuntimeCard card() {
            return new RuntimeCard(
                    id, "here", "host", 1, "127.0.0.1", 1, Map.of("shm", service.offer()));
        }

        LinkSession sessionWith(Side other) {
            return new LinkSession(other.card(), other.service.offer(), new byte[32], this);
        }

        @Override
        public void onHeader(FrameHeader header, Landing landing) {
            if (thrownByReceiver != null) {
                throw thrownByReceiver;
            }
            headers.add(
                    new long[] {header.word0(), header.word1(), header.word2(), header.word3()});
            filling = new byte[header.payloadLength()];
            if (header.payloadLength() == 0) {
                payloads.add(filling);
            } else if (discards) {
                landing.discard();
            } else {
                landing.into(Slice.of(filling), 0);
            }
            onFrame.run();
        }

        @Override
        public void onPayload(FrameHeader header) {
            payloads.add(filling);
        }

        @Override
        public void onClosed(String reason, Throwable cause) {
            closings.add(reason);
        }

        boolean trySend(int kind, int flags, Slice payload, long offset, int length) {
            FrameHeader header =
                    new FrameHeader()
                            .set(
                                    kind,
                                    ElementType.BYTE.wireId(),
                                    flags,
                                    length,
                                    11,
                                    22,
                                    33,
                                    44,
                                    ~55L);
            return link.trySend(header, payload, offset, length);
        }

        boolean trySend(int kind, int flags, byte[] bytes) {
            return trySend(kind, flags, Slice.of(bytes), 0, bytes.length);
        }

        int pollAll() {
            int sum = 0;
            for (int taken = link.poll(64); taken > 0; taken = link.poll(64)) {
                sum += taken;
            }
            return sum;
        }

        int kindOf(int frame) {
            return (int) (headers.get(frame)[0] >>> 56);
        }

        @Override
        public void close() {
            service.close();
        }
    }

    final Side left;
    final Side right;

    ShmPair(Path folder) throws LinkUnavailableException {
        left = new Side(folder, "test");
        right = new Side(folder, "test");
        join(left, right);
    }

    static void join(Side initiator, Side acceptor) throws LinkUnavailableException {
        ShmPendingLink proposal = initiator.service.propose(initiator.sessionWith(acceptor));
        ShmPendingLink answer =
                acceptor.service.accept(acceptor.sessionWith(initiator), proposal.message());
        initiator.link = proposal.complete(answer.message());
        acceptor.link = answer.complete(new byte[0]);
    }

    /** Lets the left side's bulk ring come up. */
    void bringBulkUp() {
        bringBulkUp(left, right);
    }

    /** Lets the bulk ring of one side come up; it is empty then. */
    static void bringBulkUp(Side sender, Side receiver) {
        byte[] first = new byte[64];
        while (!sender.trySend(1, FrameHeader.FLAG_DATA, first)) {
            receiver.pollAll();
        }
        receiver.pollAll();
        receiver.headers.clear();
        receiver.payloads.clear();
    }

    @Override
    public void close() {
        left.close();
        right.close();
    }
}
