package org.activeobjects.internal.alive;

import org.activeobjects.internal.future.Promise;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Brings a result while no thread can be had, and looks whether it comes once one can; the only
 * carrier that there is has something else to do.
 */
final class ScarceThreadsMain {

    private static volatile boolean isOver;

    private ScarceThreadsMain() {}

    public static void main(String[] args) throws Exception {
        CountDownLatch ready = new CountDownLatch(2);
        Thread.startVirtualThread(
                () -> {
                    ready.countDown();
                    while (!isOver) {
                        Thread.onSpinWait();
                    }
                });
        CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS, Runnable::run)
                .execute(ready::countDown); // the JDK's timer is there
        ready.await();
        Promise promise = new Promise(Object.class, "the test");
        CompletableFuture<Object> result = promise.toCompletableFuture();

        CountDownLatch release = new CountDownLatch(1);
        List<Thread> all = takeAllThreads(release);
        promise.value("here");
        System.out.println("threads=" + all.size() + " came=" + result.isDone());
        release.countDown();
        for (Thread one : all) {
            one.join();
        }
        System.out.println("then=" + result.get(60, TimeUnit.SECONDS));
        isOver = true;
    }

    private static List<Thread> takeAllThreads(CountDownLatch release) {
        List<Thread> taken = new ArrayList<>();
        try {
            while (true) {
                taken.add(Thread.ofPlatform().start(() -> awaitQuietly(release)));
            }
        } catch (OutOfMemoryError e) {
            return taken;
        }
    }

    private static void awaitQuietly(CountDownLatch release) {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
