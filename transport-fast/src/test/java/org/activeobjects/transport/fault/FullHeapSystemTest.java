package org.activeobjects.transport.fault;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.Slice;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A message for which its receiver has no memory. */
@Tag("system")
@Timeout(120)
class FullHeapSystemTest extends SurvivorTest {

    private static final int HANDLER = 9;

    @ParameterizedTest
    @MethodSource("org.activeobjects.transport.fault.Links#acrossProcesses")
    void endsTheLinkAndTheReceiverTellsBothSidesWhy(String link) throws Exception {
        start(link, "full");
        await(VictimMain.MARK);

        Slice huge = Slice.of(new byte[VictimMain.HUGE_LENGTH]);
        var _ = // it may fail, or not
                CompletableFuture.runAsync(
                        () ->
                                transport.post(
                                        peer.runtime(),
                                        HANDLER,
                                        1,
                                        new byte[8],
                                        8,
                                        List.of(huge),
                                        PATIENCE));

        assertThat(told.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .hasMessageContaining(peer.runtime().toString())
                .hasMessageContaining("it has given this runtime up: ")
                .hasMessageContaining("OutOfMemoryError");
        String survivor = transport.card().id().toString();
        Awaitility.await()
                .atMost(PATIENCE)
                .until(
                        () ->
                                victim.output()
                                        .lines()
                                        .filter(line -> line.contains("ERROR"))
                                        .filter(line -> line.contains("OutOfMemoryError"))
                                        .anyMatch(line -> line.contains(survivor)));
        bystanders.awaitProgress();
    }
}
