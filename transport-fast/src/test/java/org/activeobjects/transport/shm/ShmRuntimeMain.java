package org.activeobjects.transport.shm;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A process with a link to itself, for {@link ShmSystemTest}. */
final class ShmRuntimeMain {

    private ShmRuntimeMain() {}

    /** Arguments: the folder for shared memory, and {@code stay} or {@code end}. */
    public static void main(String[] args) throws Exception {
        ShmPair pair = new ShmPair(Path.of(args[0]));
        pair.bringBulkUp();
        for (int i = 0; i < 1000; i++) {
            while (!pair.left.trySend(1, 0, new byte[i])) {
                pair.right.pollAll();
            }
        }
        pair.right.pollAll();
        pair.right.service.doorbell().arm(1);
        pair.right.service.doorbell().sleep(1, 2_000_000);
        pair.left.service.propose(pair.left.sessionWith(pair.right));
        System.out.println("READY frames=" + pair.right.payloads.size());
        if (args[1].equals("stay")) {
            new CountDownLatch(1).await();
        }
        // Ends without closing anything.
    }
}
