package org.activeobjects.transport.shm.direct;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.posix.PinnedArrays;
import org.activeobjects.transport.posix.ProcessIdentity;
import org.activeobjects.transport.shm.buffer.BufferLane;
import org.activeobjects.transport.shm.buffer.SharedBuffers;
import org.activeobjects.transport.shm.joint.JointCopy;
import org.activeobjects.transport.shm.joint.JointLane;
import org.activeobjects.transport.shm.joint.JointLayout;
import org.activeobjects.transport.shm.joint.JointWords;
import org.activeobjects.transport.shm.segment.SegmentFolder;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A peer that was killed while the kernel wrote for it: the first word of that write is there, the
 * second one never comes. A process of the system that does nothing is the peer; its mark is what
 * its program begins with.
 */
@Timeout(60)
@EnabledIfSystemProperty(
        named = "activeobjects.testing.collector",
        matches = "G1",
        disabledReason = "arrays can be pinned with G1 only")
class EndedWriterTest {

    private static final int BLOCK = (int) JointLayout.BLOCK;

    @TempDir Path parent;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment shown = arena.allocate(ShownArrays.LENGTH, 4096);
    private final MemorySegment ownWords = arena.allocate(ShmLane.WORDS, 8);
    private final MemorySegment peersWords = arena.allocate(ShmLane.WORDS, 8);
    private final MemorySegment pulls = arena.allocate(JointLayout.LENGTH, 8);
    private final MemorySegment peersPulls = arena.allocate(JointLayout.LENGTH, 8);
    private Process peer;

    @BeforeEach
    void startPeer() throws IOException {
        peer = new ProcessBuilder("cat").start();
        ProcessIdentity identity = ProcessIdentity.of(peer.pid());
        shown.set(ValueLayout.JAVA_LONG, ShownLayout.PROCESS, peer.pid());
        shown.set(ValueLayout.JAVA_LONG, ShownLayout.NAMESPACE, identity.namespace());
        // Its first mapping: from-to access offset device number path
        String[] program =
                Files.readAllLines(Path.of("/proc/" + peer.pid() + "/maps")).getFirst().split(" +");
        byte[] start = Files.readAllBytes(Path.of(program[5]));
        shown.set(
                ValueLayout.JAVA_LONG,
                ShownLayout.MARK_ADDRESS,
                Long.parseLong(program[0].split("-")[0], 16));
        shown.set(
                ValueLayout.JAVA_LONG,
                ShownLayout.MARK,
                ByteBuffer.wrap(start).order(ByteOrder.nativeOrder()).getLong());
    }

    @AfterEach
    void close() throws InterruptedException {
        kill();
        arena.close();
    }

    private void kill() throws InterruptedException {
        peer.destroyForcibly();
        assertThat(peer.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }

    private static void beginWrite(Gate gate) {
        MemorySegment.ofAddress(gate.address()).reinterpret(8).set(ValueLayout.JAVA_LONG, 0, 1);
    }

    @Test
    void isNotWaitedFor() throws Exception {
        SegmentFolder folder = SegmentFolder.enter(parent, "job", RuntimeId.random().toString());
        String bell = folder.create("bell", 4096, arena).name();
        JointLane joint = new JointLane(pulls, peersPulls, true);
        ShmLane lane =
                new ShmLane(
                        new BufferLane(
                                new SharedBuffers(folder),
                                folder,
                                RuntimeId.random().toString(),
                                bell,
                                joint),
                        joint,
                        new ShownArrays(arena.allocate(ShownArrays.LENGTH, 4096), true),
                        shown,
                        ownWords,
                        peersWords,
                        new SingleCopy(true, BLOCK, BLOCK, BLOCK));
        peersWords.set(ValueLayout.JAVA_INT, 0, 1); // it wants to be read
        lane.sweep();
        Awaitility.await().until(() -> ownWords.get(ValueLayout.JAVA_INT, 0) != 0);
        JointCopy copy = joint.pulled();
        copy.begin(-1, 0, 0, 0, 2 * BLOCK, 1);
        new JointWords(pulls).claimLast();
        beginWrite(lane.gate());
        kill();

        assertThat(copy.giveUp()).isEqualTo(BLOCK);

        assertThat(lane.closeGate()).as("a gate past which something may be written").isNull();
        lane.close();
        folder.leave();
    }

    @Test
    void leavesAnArrayToTheCollectorThatItMightHaveWrittenTo() throws Exception {
        PeerArrays arrays = new PeerArrays(ownWords, peersWords, shown);
        arrays.tryToRead();
        assertThat(arrays.process()).isNotNull();
        assertThat(arrays.hasEnded()).isFalse();
        Gate gate = new Gate();
        beginWrite(gate);
        WeakReference<byte[]> left = leave(gate, arrays);
        LeftArrays.sweep();
        System.gc();
        assertThat(left.get()).as("it lives still").isNotNull();
        kill();

        Awaitility.await()
                .until(
                        () -> {
                            LeftArrays.sweep();
                            System.gc();
                            return left.get() == null;
                        });
    }

    private static WeakReference<byte[]> leave(Gate gate, PeerArrays writer) {
        PinnedArrays pins = PinnedArrays.get().orElseThrow();
        byte[] array = new byte[BLOCK];
        LeftArrays.add(array, pins.pin(array), pins, gate, writer);
        return new WeakReference<>(array);
    }
}
