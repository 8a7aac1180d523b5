package org.activeobjects.transport.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * On one carrier: a virtual thread that always gets what it helps for, or several that wait for a
 * lock, or look again and again, go on until another virtual thread has had a turn; and of several
 * that call, each has sent what it has to send before the links are looked at.
 */
final class OneCarrierMain {

    private static final int WAITERS = 4;
    private static final int CALLERS = 8;
    private static final int ROUNDS = 1000;

    private OneCarrierMain() {}

    @SuppressWarnings("SystemOut") // read by the test
    public static void main(String[] args) throws InterruptedException {
        switch (args[0]) {
            case "lock" -> awaitALock();
            case "together" -> callTogether();
            case "outside" -> help(false);
            case "look" -> lookAgainAndAgain(0);
            case "look on a core" -> lookAgainAndAgain(2);
            default -> help(true);
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

    /**
     * @param inside whether the other thread is started by the one that helps
     */
    private static void help(boolean inside) throws InterruptedException {
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
        Runnable startOther = () -> other.set(Thread.ofVirtual().start(() -> ended.set(true)));
        Thread helper =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    if (inside) {
                                        startOther.run();
                                    }
                                    while (!ended.get()) {
                                        int number = asked.incrementAndGet();
                                        while (answered.get() < number && !ended.get()) {
                                            boolean isThere =
                                                    progress.help(
                                                            () -> answered.get() >= number, 50_000);
                                            if (!isThere) {
                                                LockSupport.parkNanos(1_000); // as who is woken
                                            }
                                        }
                                    }
                                });
        while (!inside && asked.get() < ROUNDS) {
            Thread.onSpinWait();
        }
        if (!inside) {
            startOther.run();
        }
        helper.join();
        other.get().join();
        peer.join();
        progress.close();
    }

    /** Until a virtual thread has run that a platform thread starts when all have begun. */
    private static void lookAgainAndAgain(int cores) throws InterruptedException {
        Progress progress = new Progress("progress", new ParkingDoorbell(), cores);
        AtomicBoolean ended = new AtomicBoolean();
        AtomicInteger looks = new AtomicInteger();
        List<Thread> looking = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            looking.add(
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        while (!ended.get()) {
                                            looks.incrementAndGet();
                                            progress.pollOnce();
                                        }
                                    }));
        }
        while (looks.get() < ROUNDS) {
            Thread.onSpinWait();
        }
        looking.add(Thread.ofVirtual().start(() -> ended.set(true)));
        for (Thread one : looking) {
            one.join();
        }
        progress.close();
    }

    /** All are answered as soon as all have asked; nobody looks for that before. */
    private static void callTogether() throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger answered = new AtomicInteger();
        AtomicInteger early = new AtomicInteger();
        Incoming answers =
                new Incoming() {
                    @Override
                    public int receive(int limit) {
                        int number = asked.get();
                        if (number == answered.get()) {
                            return 0;
                        }
                        if (number % CALLERS == 0) {
                            answered.set(number);
                            return 1;
                        }
                        if (Thread.currentThread().isVirtual()) {
                            early.incrementAndGet();
                        }
                        return 0;
                    }

                    @Override
                    public boolean hasInput() {
                        return false;
                    }

                    @Override
                    public boolean gathers() {
                        return true;
                    }
                };
        Progress progress = new Progress("progress", new ParkingDoorbell(), 2);
        progress.add(answers);
        Runnable caller = () -> call(progress, asked, answered);
        Thread.ofVirtual().start(() -> runAtOnce(caller)).join();
        progress.close();
        if (early.get() > 0) {
            throw new AssertionError("looked before all had asked: " + early + " times");
        }
    }

    /** On the carrier of the calling thread, one after the other. */
    private static void runAtOnce(Runnable code) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            threads.add(Thread.ofVirtual().start(code));
        }
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // whoever is not answered stays ready
    private static void call(Progress progress, AtomicInteger asked, AtomicInteger answered) {
        for (int round = 1; round <= ROUNDS; round++) {
            int all = round * CALLERS;
            asked.incrementAndGet();
            while (!progress.help(() -> answered.get() >= all, 50_000)) {
                Thread.yield();
            }
        }
    }
}
