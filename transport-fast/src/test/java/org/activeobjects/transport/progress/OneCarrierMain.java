package org.activeobjects.transport.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * On one carrier: a virtual thread that always gets what it helps for, or several that wait for a
 * lock, go on until another virtual thread has had a turn.
 */
final class OneCarrierMain {

    private static final int WAITERS = 4;

    private OneCarrierMain() {}

    @SuppressWarnings("SystemOut") // read by the test
    public static void main(String[] args) throws InterruptedException {
        if (args[0].equals("lock")) {
            awaitALock();
        } else {
            help();
        }
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

    private static void help() throws InterruptedException {
        ParkingDoorbell bell = new ParkingDoorbell();
        Inbox inbox = new Inbox(bell);
        Progress progress = new Progress("progress", bell, 2);
        progress.add(inbox);
        AtomicBoolean ended = new AtomicBoolean();
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger answered = new AtomicInteger();
        Thread peer =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    while (!ended.get()) {
                                        if (answered.get() < asked.get()) {
                                            int number = asked.get();
                                            inbox.put(() -> answered.set(number));
                                            while (answered.get() < number && !ended.get()) {
                                                Thread.onSpinWait();
                                            }
                                        }
                                    }
                                });
        AtomicReference<Thread> other = new AtomicReference<>();
        Thread helper =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    other.set(Thread.ofVirtual().start(() -> ended.set(true)));
                                    while (!ended.get()) {
                                        int number = asked.incrementAndGet();
                                        while (answered.get() < number && !ended.get()) {
                                            var _ =
                                                    progress.help(
                                                            () -> answered.get() >= number, 50_000);
                                        }
                                    }
                                });
        helper.join();
        other.get().join();
        peer.join();
        progress.close();
    }
}
