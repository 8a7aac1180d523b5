package org.example;

import java.util.concurrent.CountDownLatch;

/** Code of a program, in a package of its own: waits until it is told to end. */
public final class Patience implements Runnable {

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

    @Override
    public void run() {
        begun.countDown();
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns when it waits, or is about to. */
    public void hasBegun() throws InterruptedException {
        begun.await();
    }

    /** Ends it. */
    public void end() {
        end.countDown();
    }
}
