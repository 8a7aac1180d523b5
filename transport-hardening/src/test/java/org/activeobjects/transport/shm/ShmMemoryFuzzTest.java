package org.activeobjects.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.contract.MemorySource;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.shm.segment.SealedSegments;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A peer that writes whatever it likes, wherever it likes, into the memory that it shares with this
 * runtime, while this runtime sends and polls.
 *
 * <p>The input is a program of steps: a byte that says which, and its operands. The memory is found
 * as a peer finds it, by its name, so that this test knows nothing of what lies where but the start
 * of the words that matter.
 */
class ShmMemoryFuzzTest {

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int MAX_STEPS = 64;
    private static final int BUFFER = 200_000;

    @TempDir private static Path folder;
    private static LinkProvider provider;
    private static LinkContext here;
    private static LinkContext there;
    private static LinkService victim;
    private static LinkService hostile;

    // Registered buffers: what the victim shows, and one of the peer's.
    private static RegisteredBuffer.View shown;
    private static MemorySegment numbers;

    @BeforeAll
    static void start() throws LinkUnavailableException {
        provider = new ShmLinkProvider();
        TransportConfig config =
                TransportConfig.defaults().withJob("fuzz", null).withSharedMemory(folder);
        here = new LinkContext(RuntimeId.random(), "this host", config);
        there = new LinkContext(RuntimeId.random(), "this host", config);
        victim = provider.start(here);
        hostile = provider.start(there);
        victim.useDoorbell(victim.doorbell());
        hostile.useDoorbell(hostile.doorbell());
        shown = registered(victim).view(ElementType.BYTE);
        numbers = hostile.allocate(BUFFER).segment();
        shown.segment().fill((byte) 1);
    }

    private static RegisteredBuffer registered(LinkService service) {
        return new RegisteredBuffer(new MemorySource(service.allocate(BUFFER)));
    }

    @AfterAll
    static void stop() {
        victim.close();
        hostile.close();
    }

    private static final class Checking implements FrameReceiver {

        private int closings;

        @Override
        public void onHeader(FrameHeader header, Landing landing) {
            assertThat(closings).isZero();
            assertThat(header.payloadLength()).isBetween(0, 1 << 20);
            if (header.payloadLength() > 0 && header.tag() % 3 != 0) {
                landing.into(Slice.of(new byte[header.payloadLength()]), 0);
            } else {
                landing.discard();
            }
        }

        @Override
        public void onPayload(FrameHeader header) {
            assertThat(closings).isZero();
        }

        @Override
        public void onClosed(String reason, Throwable cause) {
            assertThat(++closings).isEqualTo(1);
            assertThat(reason).isNotBlank();
            // An exception would say that nobody had thought of this.
            assertThat(cause).as(reason).isNull();
        }
    }

    @FuzzTest
    void endsTheLinkAtWorst(byte[] bytes) throws LinkUnavailableException {
        Checking receiver = new Checking();
        LinkSession toVictim =
                new LinkSession(
                        LinkPair.cardOf(here, provider, victim),
                        victim.offer(),
                        new byte[32],
                        new Checking());
        LinkSession toHostile =
                new LinkSession(
                        LinkPair.cardOf(there, provider, hostile),
                        hostile.offer(),
                        new byte[32],
                        receiver);
        LinkService.PendingLink proposed = hostile.propose(toVictim);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = map(proposed.message(), arena);
            LinkService.PendingLink accepted = victim.accept(toHostile, proposed.message());
            try (Link link = accepted.complete(new byte[0]);
                    Link peer = proposed.complete(accepted.message())) {
                play(ByteBuffer.wrap(bytes), memory, link, peer.directLane());
            }
        }
        assertThat(shown.segment().mismatch(ones()))
                .as("only its owner writes there")
                .isEqualTo(-1);
    }

    private static MemorySegment ones() {
        byte[] ones = new byte[BUFFER];
        Arrays.fill(ones, (byte) 1);
        return MemorySegment.ofArray(ones);
    }

    /** The segment of the pair, as who gets the proposal finds it. */
    private static MemorySegment map(byte[] proposal, Arena arena) throws LinkUnavailableException {
        Proposal names = Proposal.decode(proposal);
        assertThat(SealedSegments.isName(names.pair())).as(names.pair()).isTrue();
        return SealedSegments.open(
                names.pair(), names.bell(), Layout.pairLength(names.capacity()), arena);
    }

    private static void play(ByteBuffer program, MemorySegment memory, Link link, DirectLane peer) {
        FrameHeader header = new FrameHeader();
        DirectLane lane = link.directLane();
        long handle = lane.expose(shown.slice());
        long handleOfPeer = peer.expose(Slice.of(numbers, ElementType.BYTE));
        RegisteredBuffer room = registered(victim);
        RegisteredBuffer.View view = room.view(ElementType.BYTE);
        DirectLane.Pull pull = null;
        for (int i = 0; i < MAX_STEPS && program.remaining() >= 16; i++) {
            int step = program.get() & 0xff;
            int operand = program.get() & 0xff;
            int where = program.getShort() & 0xffff;
            int length = program.getInt();
            long word = program.getLong();
            switch (step % 8) {
                // Any word of the segment, and those at the start of pages more often.
                case 0 -> memory.set(LONG, where * 8L % (memory.byteSize() - 8), word);
                case 1 -> memory.set(LONG, (where & 31) * 64L, word);
                case 2 -> memory.set(LONG, 4096 + (where & 63) * 64L, word | 1L << 31);
                case 3 -> assertThat(link.poll(operand)).isBetween(0, operand);
                case 4 -> send(link, header, operand & 3, length);
                case 5 -> {
                    long[] some = {word, handle, handleOfPeer >>> 40, 12_288, word & 0xFFFF_FFFFL};
                    MemorySegment words = Layout.pulls(memory, (operand & 1) != 0);
                    words.set(LONG, where % 48 * 8L, some[operand / 2 % some.length]);
                }
                case 6 -> pull = advance(pull, lane, handleOfPeer, view.slice());
                default -> {
                    link.hasInput();
                    assertThat(link.describe()).isNotBlank();
                }
            }
        }
        for (int i = 0; i < 70; i++) {
            link.poll(8);
        }
        if (pull != null) {
            pull.abandon();
        }
        view.close();
        room.close();
        lane.conceal(handle);
        peer.conceal(handleOfPeer);
    }

    /** Begins to read out of the peer's buffer, or goes on; null if nothing is under way then. */
    private static DirectLane.Pull advance(
            DirectLane.Pull now, DirectLane lane, long handle, Slice room) {
        DirectLane.Pull pull = now == null ? lane.pull(handle, room, BUFFER) : now;
        try {
            return pull == null || pull.advance() ? null : pull;
        } catch (TransportException e) {
            assertThat(e.getMessage()).contains("could not be copied");
            return null;
        }
    }

    private static void send(Link link, FrameHeader header, int flags, int wanted) {
        boolean isData = (flags & FrameHeader.FLAG_DATA) != 0;
        int limit = isData ? link.chunkLength(1 << 20) : link.maxPayload();
        int length = Math.floorMod(wanted, limit + 1);
        header.set(1, 1, flags, length, 1, 1, 1, 1, 1);
        link.trySend(header, length == 0 ? null : Slice.of(new byte[length]), 0, length);
    }
}
