package org.activeobjects.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.annotation.BoundedQueue;
import org.activeobjects.annotation.ImmediateService;
import org.activeobjects.api.PAActiveObject;
import org.activeobjects.api.PALifeCycle;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** Groups whose members have bounded queues: who has room does not wait for those who have none. */
@Timeout(60)
class BoundedMembersTest {

    private static final int BOUND = 2;

    private final TransportConfig config =
            TransportConfig.defaults().withJob("bounded-groups", TransportConfig.newSecret());
    private final NodeRuntime here = NodeRuntime.open(config);
    private final NodeRuntime there = NodeRuntime.open(config);
    private final List<Clerk> clerks = new ArrayList<>();

    /** Opens its own gate at once, and serves the rest in turn. */
    @BoundedQueue(BOUND)
    public static class Clerk {

        private final CountDownLatch gate = new CountDownLatch(1);
        private final List<Integer> seen = new ArrayList<>();

        /** One-way: serves nothing else until it is let go. */
        public void hold() {
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("not let go", e);
            }
        }

        @ImmediateService
        public void letGo() {
            gate.countDown();
        }

        /** One-way. */
        public void see(int number) {
            seen.add(number);
        }

        public List<Integer> seen() {
            return seen;
        }
    }

    @BeforeEach
    void make() {
        here.makeDefault();
        for (Node node : List.of(here.node(), here.connect(there.card()))) {
            clerks.add(PAActiveObject.newActive(Clerk.class, new Object[0], node));
            clerks.add(PAActiveObject.newActive(Clerk.class, new Object[0], node));
        }
    }

    @AfterEach
    void close() {
        clerks.forEach(Clerk::letGo);
        there.close();
        here.close();
    }

    @Test
    void aCallReachesThoseWhoHaveRoomBeforeItWaitsForTheOthers() {
        Clerk first = clerks.get(0);
        first.hold();
        await().until(() -> PALifeCycle.dump().contains("serves hold"));
        IntStream.range(0, BOUND).forEach(first::see);
        // The full one is there twice: what it is sent keeps its order.
        List<Clerk> members = new ArrayList<>(clerks);
        members.add(first);
        Clerk group = PAGroup.of(Clerk.class, members);

        CompletableFuture<Void> call =
                CompletableFuture.runAsync(() -> group.see(7), Thread::startVirtualThread);

        for (Clerk other : clerks.subList(1, clerks.size())) {
            await().until(() -> other.seen().size() == 1);
        }
        assertThat(call).isNotDone();
        first.letGo();
        call.join();
        await().until(() -> first.seen().size() == BOUND + 2);
        assertThat(new ArrayList<>(first.seen())).containsExactly(0, 1, 7, 7);
    }
}
