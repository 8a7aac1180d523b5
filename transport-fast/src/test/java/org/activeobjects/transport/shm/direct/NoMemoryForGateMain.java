package org.activeobjects.transport.shm.direct;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.shm.buffer.BufferLane;
import org.activeobjects.transport.shm.buffer.SharedBuffers;
import org.activeobjects.transport.shm.joint.JointLane;
import org.activeobjects.transport.shm.joint.JointLayout;
import org.activeobjects.transport.shm.segment.SegmentFolder;
import org.activeobjects.transport.spi.DirectLane;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Reads an array of this process in place while there is no memory outside of the heap for it. */
public final class NoMemoryForGateMain {

    private static final int LENGTH = 8 << 20;

    private NoMemoryForGateMain() {}

    /** Argument: a folder. */
    public static void main(String[] args) throws Exception {
        String runtime = RuntimeId.random().toString();
        SegmentFolder folder = SegmentFolder.enter(Path.of(args[0]), "job", runtime);
        try (Arena arena = Arena.ofShared()) {
            String bell = folder.create("bell", 4096, arena).name();
            SharedBuffers buffers = new SharedBuffers(folder);
            MemorySegment shown = arena.allocate(ShownArrays.LENGTH, 4096);
            ShownArrays arrays = new ShownArrays(shown, true);
            MemorySegment[] pulls = {
                arena.allocate(JointLayout.LENGTH, 8), arena.allocate(JointLayout.LENGTH, 8)
            };
            MemorySegment[] words = {
                arena.allocate(ShmLane.WORDS, 8), arena.allocate(ShmLane.WORDS, 8)
            };
            ShmLane[] lanes = new ShmLane[2];
            for (int i = 0; i < 2; i++) {
                JointLane joint = new JointLane(pulls[i], pulls[1 - i], true);
                lanes[i] =
                        new ShmLane(
                                new BufferLane(buffers, folder, runtime, bell, joint),
                                joint,
                                arrays,
                                shown,
                                words[i],
                                words[1 - i],
                                new SingleCopy(true, 1024, 1024, 1024));
            }
            receive(lanes[0], lanes[1]);
        } finally {
            folder.leave();
        }
    }

    private static void receive(ShmLane sender, ShmLane receiver) {
        byte[] source = new byte[LENGTH];
        byte[] target = new byte[LENGTH];
        new Random(7).nextBytes(source);
        while (!sender.isBetterRead(Slice.of(source))) {
            receiver.sweep();
            Thread.onSpinWait();
        }
        DirectLane.Pull pull =
                receiver.pull(sender.expose(Slice.of(source)), Slice.of(target), LENGTH);
        List<ByteBuffer> all = takeAll();
        try {
            boolean isOver = false;
            while (!isOver) {
                isOver = advance(pull);
            }
            System.out.println("RECEIVED " + Arrays.equals(source, target));
        } catch (TransportException e) {
            System.out.println("FAILED " + e.getMessage());
        }
        Reference.reachabilityFence(all);
    }

    /** As by whoever moves the links: an error is logged, and the next round comes. */
    private static boolean advance(DirectLane.Pull pull) {
        try {
            return pull.advance();
        } catch (OutOfMemoryError e) {
            System.out.println("ERROR " + e.getMessage());
            return false;
        }
    }

    private static List<ByteBuffer> takeAll() {
        List<ByteBuffer> all = new ArrayList<>();
        try {
            while (true) {
                all.add(ByteBuffer.allocateDirect(1024));
            }
        } catch (OutOfMemoryError e) {
            return all;
        }
    }
}
