package org.activeobjects.api;

import org.activeobjects.failure.CallFailure;
import org.activeobjects.failure.FailureHandler;
import org.activeobjects.wrapper.IntWrapper;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serial;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Throws in every way; negative pages do not exist. */
public class Disk {

    /** Opened by a test to let services go on. */
    static volatile CountDownLatch gate = new CountDownLatch(0);

    /** One for each service that has begun. */
    static final Semaphore ENTERED = new Semaphore(0);

    private int pages;

    public Disk() {}

    private int use(int page) {
        ENTERED.release();
        try {
            if (!gate.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("gate stayed closed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        pages++;
        return page;
    }

    public void write(int page) throws IOException {
        if (use(page) < 0) {
            throw new IOException("no page " + page);
        }
    }

    public IntWrapper read(int page) throws FileNotFoundException {
        if (use(page) < 0) {
            throw new FileNotFoundException("no page " + page);
        }
        return new IntWrapper(page);
    }

    public int size(int page) throws IOException {
        if (page < 0) {
            throw new IOException("no page " + page);
        }
        return pages;
    }

    public void check(int page) {
        if (use(page) < 0) {
            throw new IllegalArgumentException("no page " + page);
        }
    }

    public IntWrapper find(int page) {
        if (use(page) < 0) {
            throw new IllegalArgumentException("no page " + page);
        }
        return new IntWrapper(page);
    }

    public int pages() {
        return pages;
    }

    public IntWrapper breaks(String how) {
        throw how.equals("stack")
                ? new StackOverflowError("deep")
                : how.equals("assertion") ? new AssertionError("wrong") : new InternalError("JVM");
    }

    public void breaksOneWay() {
        throw new AssertionError("one way wrong");
    }

    /** Has another one check a page. */
    public void checkAt(Disk other, int page) {
        other.check(page);
    }

    /** Throws an exception with something in it that is awaited. */
    public IntWrapper failsWithAwaited(Disk other, int page) {
        throw new Awaiting(other.find(page));
    }

    /** Its page is awaited. */
    public static class Awaiting extends RuntimeException {

        @Serial private static final long serialVersionUID = 1;

        @SuppressWarnings("serial") // it is not serialized, but encoded by the codec
        final IntWrapper page;

        Awaiting(IntWrapper page) {
            super("awaits a page");
            this.page = page;
        }
    }

    /** Makes a one-way call of its own. */
    public void depositAt(Account account) {
        account.deposit(1);
    }

    /** Handles its failures itself. */
    public static class Guarded extends Disk implements FailureHandler {

        static final BlockingQueue<String> REPORTS = new LinkedBlockingQueue<>();

        @Override
        public void onFailure(CallFailure failure) {
            boolean isServing = PAActiveObject.isInActiveObject();
            REPORTS.add(
                    failure.method()
                            + " "
                            + failure.exception().getClass().getSimpleName()
                            + " "
                            + isServing);
        }
    }
}
