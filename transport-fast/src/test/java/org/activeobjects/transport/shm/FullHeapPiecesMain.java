package org.activeobjects.transport.shm;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.spi.FrameHeader;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/** Sends an array in pieces while the heap has no room for another object. */
public final class FullHeapPiecesMain {

    private static final int LENGTH = 64 * 1024;

    private static Object[] all;

    private FullHeapPiecesMain() {}

    /** Argument: a folder. */
    public static void main(String[] args) throws Exception {
        try (ShmPair pair = new ShmPair(Path.of(args[0]))) {
            Slice slice = Slice.of(random());
            // What is done there has been done once, in both ways: the JVM makes some objects then.
            send(pair, slice);
            pair.left.trySend(2, 0, new byte[100]);
            pair.right.pollAll();
            pair.right.payloads.clear();
            byte[] bytes = random();
            slice = Slice.of(bytes);
            slice.pieces().get(0, Layout.pieceLength(LENGTH)); // the first one is there

            boolean isSent = sendWithoutMemory(pair, slice);

            pair.left.trySend(2, 0, new byte[8]);
            pair.right.pollAll();
            boolean isWhole =
                    !pair.right.payloads.isEmpty()
                            && Arrays.equals(bytes, pair.right.payloads.getFirst());
            System.out.println("SENT " + isSent + " WHOLE " + isWhole);
            System.out.println("CLOSED " + pair.right.closings);
        }
    }

    private static byte[] random() {
        byte[] bytes = new byte[LENGTH];
        new Random(7).nextBytes(bytes);
        return bytes;
    }

    private static boolean send(ShmPair pair, Slice slice) {
        int type = ElementType.BYTE.wireId();
        FrameHeader header = new FrameHeader().set(1, type, 0, LENGTH, 11, 22, 33, 44, 55);
        return pair.left.link.trySend(header, slice, 0, LENGTH);
    }

    private static boolean sendWithoutMemory(ShmPair pair, Slice slice) {
        int type = ElementType.BYTE.wireId();
        FrameHeader header = new FrameHeader().set(1, type, 0, LENGTH, 11, 22, 33, 44, 55);
        boolean isSent = false;
        try {
            while (true) {
                all = new Object[] {all};
            }
        } catch (OutOfMemoryError full) {
            try {
                isSent = pair.left.link.trySend(header, slice, 0, LENGTH);
            } catch (OutOfMemoryError e) {
                all = null;
                System.out.println("ERROR " + e.getMessage());
            }
        }
        all = null;
        return isSent;
    }
}
