package org.activeobjects.internal.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.active.UniqueID;
import org.activeobjects.internal.mailbox.Mailbox.Consumer;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.spi.StubMethod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

class MailboxTest {

    private static final int SENDERS = 4;
    private static final int EACH = 50_000;

    private final Mailbox mailbox = new Mailbox();
    private final Intake intake = mailbox.open(null);

    /** A request by its name. */
    private static final class Named extends QueuedRequest {

        private final String name;

        private Named(String name) {
            super(null);
            this.name = name;
        }

        @Override
        public StubMethod method() {
            throw new AssertionError("no method");
        }

        @Override
        public String getMethodName() {
            return name;
        }

        @Override
        public Object[] arguments() {
            return new Object[0];
        }

        @Override
        public UniqueID getSourceBodyID() {
            throw new AssertionError("no sender");
        }

        @Override
        public String getSenderNodeURL() {
            throw new AssertionError("no sender");
        }

        @Override
        public boolean isTermination() {
            return name.equals("end");
        }
    }

    private void offer(String... names) {
        for (String name : names) {
            mailbox.offer(new Named(name));
        }
    }

    private List<String> rest() {
        List<String> names = new ArrayList<>();
        for (QueuedRequest next = intake.poll(); next != null; next = intake.poll()) {
            names.add(next.getMethodName());
        }
        return names;
    }

    private String find(String name, boolean youngest, boolean remove) {
        QueuedRequest found =
                intake.find(
                        name == null ? null : request -> request.getMethodName().startsWith(name),
                        youngest,
                        remove);
        return found == null ? null : found.getMethodName();
    }

    @Test
    void givesTheOldestFirst() {
        offer("a", "b", "c");

        assertThat(mailbox.size()).isEqualTo(3);
        assertThat(rest()).containsExactly("a", "b", "c");
        assertThat(mailbox.size() + intake.size()).isZero();
    }

    @Test
    void findsByFilterFromBothEndsAndKeepsTheOrderOfTheRest() {
        offer("a1", "b1", "a2", "b2", "a3");

        assertThat(find("b", false, true)).isEqualTo("b1");
        assertThat(find("a", true, true)).isEqualTo("a3");
        assertThat(find("b", true, false)).isEqualTo("b2");
        assertThat(find("c", false, true)).isNull();
        assertThat(intake.size()).isEqualTo(3);
        offer("a4");
        assertThat(find(null, true, true)).isEqualTo("a4");
        assertThat(rest()).containsExactly("a1", "a2", "b2");
    }

    @Test
    void showsAnOrderToEndToNoFilter() {
        offer("a", "end", "b");

        assertThat(find("e", false, true)).isNull();
        assertThat(rest()).containsExactly("a", "end", "b");
    }

    @Test
    void takesAnOrderToEndAfterWhatCameBeforeItAlsoIfTheYoungestIsFirst() {
        offer("a", "b", "end", "c", "end");

        assertThat(find(null, true, false)).isEqualTo("b");
        assertThat(find(null, true, true)).isEqualTo("b");
        assertThat(find(null, true, true)).isEqualTo("a");
        assertThat(find(null, true, false)).isEqualTo("end");
        assertThat(find(null, true, true)).isEqualTo("end");
        assertThat(intake.size()).isEqualTo(2);
        assertThat(rest()).containsExactly("c", "end");
    }

    @Test
    void tellsOneSenderToBeginTheThreadOrToWakeIt() {
        assertThat(mailbox.offer(new Named("a"))).isEqualTo(Consumer.ABSENT);
        assertThat(mailbox.offer(new Named("b"))).isEqualTo(Consumer.AWAKE);
        assertThat(mailbox.consumer()).isEqualTo(Consumer.AWAKE);
        assertThat(rest()).containsExactly("a", "b");

        for (Consumer rest : List.of(Consumer.ASLEEP, Consumer.DOZING, Consumer.ABSENT)) {
            assertThat(mailbox.tryRest(rest)).isTrue();
            assertThat(mailbox.consumer()).isEqualTo(rest);
            assertThat(mailbox.offer(new Named("c"))).isEqualTo(rest);
            assertThat(mailbox.offer(new Named("d"))).isEqualTo(Consumer.AWAKE);
            assertThat(rest()).containsExactly("c", "d");
        }
    }

    @Test
    void doesNotRestWhileSomethingHasComeThatItHasNotTaken() {
        offer("a");
        assertThat(mailbox.tryRest(Consumer.ASLEEP)).isFalse();

        assertThat(find("b", false, true)).isNull();
        assertThat(mailbox.tryRest(Consumer.ASLEEP)).isTrue();
        assertThat(intake.size()).isEqualTo(1);
    }

    @Test
    void wakesByItselfOnlyIfNobodyWasQuicker() {
        assertThat(mailbox.tryWake(Consumer.ABSENT)).isTrue();
        assertThat(mailbox.tryRest(Consumer.DOZING)).isTrue();
        offer("a");
        assertThat(mailbox.tryWake(Consumer.DOZING)).isFalse();
        assertThat(rest()).containsExactly("a");
    }

    @Test
    void letsTheThreadRunThoughNothingHasCome() {
        assertThat(mailbox.rouse()).isEqualTo(Consumer.ABSENT);
        assertThat(mailbox.rouse()).isEqualTo(Consumer.AWAKE);
        assertThat(rest()).isEmpty();
        assertThat(mailbox.tryRest(Consumer.ASLEEP)).isTrue();
        assertThat(mailbox.rouse()).isEqualTo(Consumer.ASLEEP);
        offer("a");
        assertThat(mailbox.rouse()).isEqualTo(Consumer.AWAKE);
        assertThat(rest()).containsExactly("a");
    }

    @Test
    void countsWhatHasArrivedAndWhatHasBeenTaken() {
        offer("a", "b", "c");
        assertThat(intake.poll().getMethodName()).isEqualTo("a");
        offer("d");

        assertThat(mailbox.size()).isEqualTo(1);
        assertThat(intake.size()).isEqualTo(2);
    }

    @Test
    void keepsNothingReachableThroughARequestThatWasTaken() {
        offer("a", "b");

        assertThat(intake.poll().next()).isNull();
        assertThat(intake.poll().next()).isNull();
    }

    @Test
    void numbersOnWhereTheLastIntakeEnded() {
        offer("a", "b");
        assertThat(rest()).containsExactly("a", "b");
        intake.close();
        offer("c");

        assertThat(mailbox.open(null).poll().getSequenceNumber()).isEqualTo(3);
    }

    /**
     * Threads come and go with the requests, and sleep now and then; that nothing is lost, that
     * each sender's requests stay in their order and that there is one thread at a time shows in
     * what has been counted at the end. It ends only if no wake-up is lost.
     */
    @Test
    @Timeout(60)
    void losesNoWakeUpAndNoRequestOfSeveralSenders() throws InterruptedException {
        Served served = new Served();
        List<Thread> senders = new ArrayList<>();
        for (int number = 0; number < SENDERS; number++) {
            int sender = number;
            Runnable code = () -> send(sender, served);
            senders.add(
                    number % 2 == 0
                            ? Thread.ofVirtual().start(code)
                            : Thread.ofPlatform().start(code));
        }
        for (Thread sender : senders) {
            sender.join();
        }
        served.all.await();

        assertThat(served.faults).isEmpty();
    }

    private static void send(int sender, Served served) {
        Random pauses = new Random(sender);
        for (int i = 0; i < EACH; i++) {
            Consumer was = served.box.offer(new Named(sender + " " + i));
            if (was == Consumer.ABSENT) {
                Thread.ofVirtual().start(served::run);
            } else if (was != Consumer.AWAKE) {
                LockSupport.unpark(served.thread);
            }
            for (int pause = pauses.nextInt(64); pause > 60; pause--) {
                Thread.yield();
            }
        }
    }

    /** The side that takes: it leaves and sleeps in turn when there is nothing. */
    private static final class Served {

        private final Mailbox box = new Mailbox();
        private final CountDownLatch all = new CountDownLatch(SENDERS * EACH);
        private final AtomicInteger threads = new AtomicInteger();
        private final Queue<String> faults = new ConcurrentLinkedQueue<>();
        private final int[] expected = new int[SENDERS];
        private long sequence;
        private volatile Thread thread;

        private void run() {
            thread = Thread.currentThread();
            if (threads.incrementAndGet() != 1) {
                faults.add("two threads at once");
            }
            Intake taking = box.open(null);
            boolean sleep = true;
            while (true) {
                for (QueuedRequest one = taking.poll(); one != null; one = taking.poll()) {
                    check(one);
                }
                if (all.getCount() == 0) {
                    return;
                }
                if (sleep && box.tryRest(Consumer.ASLEEP)) {
                    while (box.consumer() == Consumer.ASLEEP) {
                        LockSupport.park(this);
                    }
                } else {
                    taking.close();
                    threads.decrementAndGet();
                    if (box.tryRest(Consumer.ABSENT)) {
                        return;
                    }
                    threads.incrementAndGet();
                    taking = box.open(null);
                }
                sleep = !sleep;
            }
        }

        private void check(QueuedRequest one) {
            String[] words = one.getMethodName().split(" ", -1);
            int sender = Integer.parseInt(words[0]);
            if (Integer.parseInt(words[1]) != expected[sender]++) {
                faults.add("out of order: " + one.getMethodName());
            }
            if (one.getSequenceNumber() != ++sequence) {
                faults.add("number=" + one.getSequenceNumber() + " expected=" + sequence);
            }
            all.countDown();
        }
    }

    @Test
    void numbersRequestsInTheOrderOfArrival() {
        offer("a", "b", "c");

        assertThat(intake.find(null, true, true).getSequenceNumber()).isEqualTo(3);
        assertThat(intake.poll().getSequenceNumber()).isEqualTo(1);
    }
}
