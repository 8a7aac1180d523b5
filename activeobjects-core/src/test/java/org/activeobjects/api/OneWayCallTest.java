package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.activeobjects.wrapper.LongWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** One-way calls in numbers. */
@Timeout(60)
class OneWayCallTest {

    private static final int CALLS = 10_000;
    private static final int SENDERS = 4;

    /** Takes what it is told. */
    public static class Ear {

        private static volatile CountDownLatch gate = new CountDownLatch(0);

        private final int[] last = new int[SENDERS];
        private long sum;
        private boolean disordered;

        public Ear() {}

        public void waitForGate() {
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        public void nothing() {}

        public void tell(int number, long value) {
            sum += number + value;
        }

        public void tellInOrder(int sender, int number) {
            disordered |= number != ++last[sender];
            sum++;
        }

        public LongWrapper sum() {
            return new LongWrapper(disordered ? -1 : sum);
        }
    }

    private final Ear ear = PAActiveObject.newActive(Ear.class);

    private static long allocatedBy(Runnable calls) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        calls.run();
        return (threads.getCurrentThreadAllocatedBytes() - before) / CALLS;
    }

    private void tellNothing() {
        for (int i = 0; i < CALLS; i++) {
            ear.nothing();
        }
    }

    private void tell() {
        for (int i = 0; i < CALLS; i++) {
            ear.tell(1_000_000 + i, Long.MAX_VALUE - i);
        }
    }

    @Test
    void allocatesTheRequestAndOneObjectForItsArguments() {
        tellNothing();
        tell();
        Ear.gate = new CountDownLatch(1);
        try {
            ear.waitForGate(); // from here on it is at work: nobody begins or wakes a thread

            long request = allocatedBy(this::tellNothing);
            long withArguments = allocatedBy(this::tell);

            // An object of an int and a long takes 24 bytes, or 32; boxes and an array 64 or more.
            assertThat(withArguments - request).isLessThanOrEqualTo(40);
        } finally {
            Ear.gate.countDown();
        }
    }

    @Test
    void servesADeepBacklogOfSeveralSendersInTheirOrder() throws InterruptedException {
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            int sender = i;
            Runnable code =
                    () -> {
                        for (int number = 1; number <= 10 * CALLS; number++) {
                            ear.tellInOrder(sender, number);
                        }
                    };
            senders.add(
                    i % 2 == 0 ? Thread.ofVirtual().start(code) : Thread.ofPlatform().start(code));
        }
        for (Thread sender : senders) {
            sender.join();
        }

        assertThat(ear.sum().getLongValue()).isEqualTo(10L * CALLS * SENDERS);
    }

    @Test
    void wakesAnObjectThatHasGoneToRestAgainAndAgain() {
        for (int i = 1; i <= CALLS; i++) {
            ear.tell(0, 1);
            assertThat(ear.sum().getLongValue()).isEqualTo(i);
        }
    }
}
