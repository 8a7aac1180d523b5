package org.activeobjects.transport.fault;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A peer of this host that stands still: what is sent to it waits, and is not lost. */
@Tag("system")
@Timeout(120)
class StoppedPeerSystemTest extends SurvivorTest {

    private static final String LINKS = "org.activeobjects.transport.fault.Links#acrossProcesses";
    private static final Duration HEARTBEAT = Duration.ofMillis(200);
    private static final int MESSAGES = 5000;

    @ParameterizedTest
    @MethodSource(LINKS)
    void losesNothingAndHoldsUpNobodyElse(String link) throws Exception {
        open(link, HEARTBEAT);
        startVictim("taking");
        Signals.stop(victim.handle());

        // More than any ring, socket or window holds, small and large, and all of it at once.
        List<Request> sends = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            sends.add(endpoint.isend(peer, VictimMain.LARGE, 0, Slice.of(payload(i))));
        }
        assertThat(sends.getLast().test()).as("a peer that stands still takes nothing").isFalse();
        bystanders.goOnFor(HEARTBEAT.multipliedBy(5));
        assertThat(told).as("it may go on later").isNotDone();

        Signals.resume(victim.handle());

        for (int i = 0; i < MESSAGES; i++) {
            int[] answer = new int[4];
            endpoint.irecv(peer, VictimMain.MARK, 0, Slice.of(answer)).await(PATIENCE);
            byte value = (byte) i;
            assertThat(answer).containsExactly(i, lengthOf(i), value, value);
        }
        for (Request send : sends) {
            send.await(PATIENCE);
        }
        bystanders.awaitProgress();
    }

    private static int lengthOf(int message) {
        return message % 500 == 0 ? VictimMain.LARGE_LENGTH : 1 + message % 3000;
    }

    private static byte[] payload(int message) {
        byte[] bytes = new byte[lengthOf(message)];
        Arrays.fill(bytes, (byte) message);
        return bytes;
    }

    @ParameterizedTest
    @MethodSource(LINKS)
    void failsEverythingWhenItIsKilledAsItStands(String link) throws Exception {
        start(link, "taking");
        Signals.stop(victim.handle());
        List<Request> sends = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            sends.add(endpoint.issend(peer, VictimMain.LARGE, 0, Slice.of(payload(i + 1))));
        }
        bystanders.awaitProgress();

        victim.kill();

        for (Request send : List.of(sends.getFirst(), sends.get(MESSAGES / 2), sends.getLast())) {
            assertLost(lossOf(send::await));
        }
    }
}
