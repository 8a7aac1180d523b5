package org.activeobjects.transport.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * On one carrier: virtual threads that wait for a lock go on until another virtual thread, which
 * has it, has had a turn.
 */
final class OneCarrierMain {

    private static final int WAITERS = 4;

    private OneCarrierMain() {}

    @SuppressWarnings("SystemOut") // read by the test
    public static void main(String[] args) throws InterruptedException {
        awaitALock();
        System.out.println("DONE");
    }

    /** Who has the lock was parked, and is woken while others wait for the lock. */
    private static void awaitALock() throws InterruptedException {
        SpinLock lock = new SpinLock();
        AtomicBoolean locked = new AtomicBoolean();
        AtomicBoolean goesOn = new AtomicBoolean();
        Thread holder =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    lock.lock();
                                    locked.set(true);
                                    while (!goesOn.get()) {
                                        LockSupport.park();
                                    }
                                    lock.unlock();
                                });
        while (!locked.get()) {
            Thread.onSpinWait();
        }
        AtomicInteger waiting = new AtomicInteger();
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            others.add(
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        waiting.incrementAndGet();
                                        lock.lock();
                                        lock.unlock();
                                    }));
        }
        while (waiting.get() < WAITERS) {
            Thread.onSpinWait();
        }
        goesOn.set(true);
        LockSupport.unpark(holder);
        holder.join();
        for (Thread other : others) {
            other.join();
        }
    }
}
