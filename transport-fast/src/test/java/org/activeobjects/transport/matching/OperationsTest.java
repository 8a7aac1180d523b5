package org.activeobjects.transport.matching;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** What was started and not reported is found once, whoever started, reported and looked. */
@Timeout(60)
class OperationsTest {

    private final Operations operations = new Operations(null);

    @Test
    void whatNobodyHasReportedIsFoundInTheOrderOfItsStart() {
        List<Operation> all = startComplete(1000);
        List<Operation> left = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (i % 3 == 0) {
                left.add(all.get(i));
            } else {
                operations.reported(all.get(i));
            }
        }

        assertThat(takeAll()).containsExactlyElementsOf(left);
    }

    @Test
    void whatAThreadThatHasEndedHasStartedIsFoundAndReportedByTheNextOne() throws Exception {
        List<Operation> early = new ArrayList<>();
        Thread first = Thread.ofPlatform().start(() -> early.addAll(startComplete(100)));
        first.join();
        List<Operation> late = startComplete(100);
        early.subList(0, 50).forEach(operations::reported);
        late.subList(50, 100).forEach(operations::reported);

        List<Operation> left = new ArrayList<>(early.subList(50, 100));
        left.addAll(late.subList(0, 50));
        assertThat(takeAll()).containsExactlyElementsOf(left);
    }

    @Test
    void oneThatIsUsedAgainIsAsANewOne() {
        Operation used = new Operation(null);
        used.receive(null, 1, 5, 0, Slice.of(new byte[4]));
        used.exact();
        used.compareTag();
        used.ofObject(10);
        used.matched(message(5, 4));
        used.transferId(7);
        used.cameFurther(3);
        used.moves();
        used.completeForCaller();
        used.clear();
        used.receive(null, 1, Endpoint.ANY_TAG, 0, Slice.of(new byte[8]));

        assertThat(used.isComplete()).isFalse();
        assertThat(used.isMoving()).isFalse();
        assertThat(used.receivedType()).isNull();
        assertThat(used.transferId()).isEqualTo(new Operation(null).transferId());
        assertThat(used.moved()).isZero();
        used.matched(message(6, 4));
        assertThat(used.misfit()).isNull();
    }

    @Test
    void aSendAfterASynchronousOneIsCompleteWhenItHasLeft() {
        Operation used = new Operation(null);
        used.send(null, 1, 5, 0, Slice.of(new byte[4]), 0);
        used.synchronous();
        used.blocking();
        used.sendOf(new Operation(null));
        used.clear();
        used.send(null, 1, 5, 0, Slice.of(new byte[4]), 0);

        assertThat(used.isSynchronous()).isFalse();
        assertThat(used.isBlocking).isFalse();
        assertThat(used.partner()).isNull();
    }

    private static Envelope message(int tag, int bytes) {
        Envelope message = new Envelope();
        message.set(null, 1, tag, 0, ElementType.BYTE, bytes, 0);
        return message;
    }

    @Test
    void whatIsNotCompleteIsNotFound() {
        Operation pending = start();
        Operation complete = start();
        complete.completeForCaller();

        assertThat(takeAll()).containsExactly(complete);
        pending.completeForCaller();
        assertThat(takeAll()).containsExactly(pending);
    }

    @Test
    void oneThatIsReportedTwiceTakesNoOtherAway() {
        List<Operation> early = startComplete(1000);
        early.forEach(operations::reported);
        Operation first = start();
        leapfrog(3000);
        Operation second = start();
        first.completeForCaller();
        second.completeForCaller();

        early.forEach(operations::reported);

        assertThat(takeAll()).containsExactly(first, second);
    }

    @Test
    void oneThatStaysPendingKeepsNoneOfTheOthers() {
        Operation pending = start();
        for (int i = 0; i < 10_000; i++) {
            Operation op = start();
            op.completeForCaller();
            operations.reported(op);
        }
        pending.completeForCaller();

        assertThat(takeAll()).containsExactly(pending);
    }

    @Test
    void threadsThatStartReportAndLookLoseNoneAndFindNoneTwice() throws InterruptedException {
        int perStarter = 5_000;
        ConcurrentLinkedQueue<Operation> toReport = new ConcurrentLinkedQueue<>();
        Set<Operation> left = Collections.synchronizedSet(new HashSet<>());
        List<Operation> found = Collections.synchronizedList(new ArrayList<>());
        AtomicBoolean isOver = new AtomicBoolean();
        CountDownLatch starters = new CountDownLatch(2);
        List<Thread> threads = new ArrayList<>();
        for (int s = 0; s < 2; s++) {
            threads.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        for (int i = 0; i < perStarter; i++) {
                                            Operation op = start();
                                            if (i % 7 == 0) {
                                                left.add(op);
                                                op.completeForCaller();
                                            } else if (i % 7 < 4) {
                                                operations.reported(op);
                                            } else {
                                                toReport.add(op);
                                            }
                                        }
                                        starters.countDown();
                                    }));
        }
        threads.add(
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    while (!isOver.get() || !toReport.isEmpty()) {
                                        Operation op = toReport.poll();
                                        if (op != null) {
                                            operations.reported(op);
                                        }
                                    }
                                }));
        for (int s = 0; s < 2; s++) {
            threads.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        while (!isOver.get()) {
                                            found.addAll(takeAll());
                                        }
                                    }));
        }

        starters.await();
        isOver.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        found.addAll(takeAll());

        assertThat(found).doesNotHaveDuplicates();
        assertThat(found).containsExactlyInAnyOrderElementsOf(left);
    }

    /** Has one started at any time, so that there is seldom room at the end of the list. */
    private void leapfrog(int times) {
        Operation last = start();
        for (int i = 0; i < times; i++) {
            Operation next = start();
            operations.reported(last);
            last = next;
        }
        operations.reported(last);
    }

    private Operation start() {
        Operation op = new Operation(null);
        operations.started(op);
        return op;
    }

    private List<Operation> startComplete(int count) {
        List<Operation> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Operation op = start();
            op.completeForCaller();
            all.add(op);
        }
        return all;
    }

    private List<Operation> takeAll() {
        List<Operation> taken = new ArrayList<>();
        for (Operation op = operations.takeComplete(); op != null; op = operations.takeComplete()) {
            taken.add(op);
        }
        return taken;
    }
}
