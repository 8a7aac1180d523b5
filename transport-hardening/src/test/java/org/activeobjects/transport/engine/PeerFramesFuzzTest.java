package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.progress.ParkingDoorbell;
import org.activeobjects.transport.progress.Progress;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.spi.Link;
import org.junit.jupiter.api.AfterAll;

import java.nio.ByteBuffer;
import java.util.Map;

/**
 * The frames of a peer that has proved itself, among sends and receives of this side.
 *
 * <p>The input is a program of steps of sixteen bytes: what it is, and its operands.
 */
class PeerFramesFuzzTest {

    private static final ParkingDoorbell BELL = new ParkingDoorbell();
    private static final Progress PROGRESS = new Progress("fuzz-progress", BELL, 0);
    private static final int STEP = 16;
    private static final int MAX_STEPS = 64;
    private static final int FIRST_LATER = 224; // steps from here on are later kinds of frames

    @AfterAll
    static void close() {
        PROGRESS.close();
        BELL.close();
    }

    private static RuntimeCard card(long id) {
        return new RuntimeCard(
                new RuntimeId(id, id), "host", "kernel", 9, "127.0.0.1", 5, Map.of());
    }

    private static void refuse(Peer unreachable) {
        throw new PeerLostException(unreachable.id().toString(), "not in this test", null);
    }

    @FuzzTest
    void neverThrowAndNeverWriteBesideTheirPlace(byte[] bytes) {
        Engine engine =
                new Engine(
                        card(1),
                        TransportConfig.defaults(),
                        PROGRESS,
                        PeerFramesFuzzTest::refuse,
                        new LinksAlone());
        engine.handlers().add(1, (_, _, _, _) -> {});
        Peer peer = engine.learn(card(2));
        Endpoint endpoint = engine.openEndpoint();
        peer.attach(new SilentLink());
        ByteBuffer program = ByteBuffer.wrap(bytes);
        for (int i = 0; i < MAX_STEPS && program.remaining() >= STEP; i++) {
            step(program.slice(program.position(), STEP), peer, endpoint);
            program.position(program.position() + STEP);
        }
        engine.closeEndpoints();
        engine.closePeers();
    }

    private static void step(ByteBuffer step, Peer peer, Endpoint endpoint) {
        int what = step.get() & 0xff;
        int type = step.get();
        int flags = step.get();
        int length = (step.get() & 0xff) * 8 + (flags >> 4 & 7);
        int tag = step.get();
        int context = step.get();
        int source = step.get();
        int destination = step.get();
        long word = step.getLong();
        int mine = tag & 0x7f;
        EndpointAddress from = new EndpointAddress(peer.id(), source & 3 | 1);
        try {
            switch (what) {
                case 255 -> {
                    Slice room = Slice.of(new byte[length * 100]);
                    endpoint.irecv(
                            (flags & 1) == 0 ? from : EndpointAddress.ANY_SOURCE,
                            mine,
                            context,
                            room);
                }
                case 254 -> endpoint.isend(from, mine, context, Slice.of(new byte[length * 100]));
                case 253 -> endpoint.issend(from, mine, context, Slice.of(new byte[length]));
                case 252 -> endpoint.iprobe(from, mine, context);
                default ->
                        feed(
                                peer.receiver(),
                                new FrameHeader()
                                        .set(
                                                kind(what),
                                                type,
                                                flags & 3,
                                                length,
                                                source,
                                                destination,
                                                tag,
                                                context,
                                                word));
            }
        } catch (TransportException lost) {
            // What this side does with a peer that is lost fails in words.
            assertThat(lost.getMessage()).isNotBlank();
        }
    }

    /** Each kind there is, and some that there are not; the first 24 as the seeds have them. */
    private static int kind(int what) {
        return what < FIRST_LATER ? what % 24 : 24 + what % 8;
    }

    private static void feed(FrameReceiver receiver, FrameHeader header) {
        Landing landing = new Landing();
        receiver.onHeader(header, landing);
        int length = header.payloadLength();
        if (length > 0) {
            if (landing.slice() != null) {
                assertThat(landing.offset()).isNotNegative();
                assertThat(landing.offset() + length)
                        .isLessThanOrEqualTo(landing.slice().byteLength());
            }
            receiver.onPayload(header);
        }
    }

    /** Takes every frame and tells nobody. */
    private static final class SilentLink implements Link {

        @Override
        public String name() {
            return "silent";
        }

        @Override
        public int maxPayload() {
            return 16_384;
        }

        @Override
        public int chunkLength(long messageLength) {
            return 16_384;
        }

        @Override
        public boolean trySend(FrameHeader header, Slice payload, long offset, int length) {
            return true;
        }

        @Override
        public boolean isPolled() {
            return false;
        }

        @Override
        public int poll(int limit) {
            return 0;
        }

        @Override
        public boolean hasInput() {
            return false;
        }

        @Override
        public String describe() {
            return "silent";
        }

        @Override
        public void close() {}
    }
}
