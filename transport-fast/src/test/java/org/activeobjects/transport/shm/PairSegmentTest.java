package org.activeobjects.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.shm.segment.SealedSegments;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

@Timeout(60)
class PairSegmentTest {

    @TempDir Path folder;
    private ShmPair.Side left;
    private ShmPair.Side right;

    @BeforeEach
    void start() throws LinkUnavailableException {
        left = new ShmPair.Side(folder, "test");
        right = new ShmPair.Side(folder, "test");
    }

    @AfterEach
    void close() throws IOException {
        left.close();
        right.close();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).as("files left behind").isEmpty();
        }
    }

    private Stream<String> pairFiles() throws IOException {
        return Files.list(left.service.folder().path())
                .map(file -> file.getFileName().toString())
                .filter(name -> name.startsWith("pair-"));
    }

    /** The proposal of a segment that is not there: its random number is another. */
    static byte[] changed(byte[] message) throws LinkUnavailableException {
        Proposal told = Proposal.decode(message);
        String name = told.pair();
        String last = name.endsWith("0") ? "1" : "0";
        return new Proposal(
                        told.bell(), name.substring(0, name.length() - 1) + last, told.capacity())
                .encode();
    }

    @Test
    void isSealedMemoryWithoutAFileBetweenProcessesThatSeeEachOther() throws Exception {
        ShmPendingLink proposed = left.service.propose(left.sessionWith(right));

        assertThat(SealedSegments.isName(Proposal.decode(proposed.message()).pair())).isTrue();
        try (Stream<String> files = pairFiles()) {
            assertThat(files).isEmpty();
        }
        proposed.abandon();
    }

    @Test
    void isAFileOfTheAcceptorsWhenItCannotMapWhatWasProposed() throws Exception {
        ShmPendingLink proposed = left.service.propose(left.sessionWith(right));
        ShmPendingLink accepted =
                right.service.accept(right.sessionWith(left), changed(proposed.message()));
        assertThat(Proposal.decode(accepted.message()).pair()).startsWith("pair-");
        right.link = accepted.complete(new byte[0]);
        left.link = proposed.complete(accepted.message());

        try (Stream<String> files = pairFiles()) {
            assertThat(files).as("once both have mapped it").isEmpty();
        }
        byte[] payload = new byte[50_000];
        payload[49_999] = 1;
        assertThat(left.trySend(1, 0, payload)).isTrue();
        assertThat(right.trySend(2, 0, payload)).isTrue();
        left.pollAll();
        right.pollAll();
        assertThat(right.payloads).containsExactly(payload);
        assertThat(left.payloads).containsExactly(payload);
    }

    @Test
    void isRefusedByTheInitiatorWhenItIsAnotherThanProposedAndNoFile() throws Exception {
        ShmPendingLink proposed = left.service.propose(left.sessionWith(right));
        byte[] answer = changed(proposed.message());

        assertThatThrownBy(() -> proposed.complete(answer))
                .isInstanceOf(LinkUnavailableException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "524288, 2, 1048576",
        "1048576, 2, 2097152",
        "1310720, 0, 2097152",
        "16777216, 2, 4194304",
        "1048576, 16, 2097152",
        "1048576, 32, 1048576",
        "1048576, 1000, 524288",
        "1024, 1, 524288"
    })
    void hasRingsOfTwiceTheSecondCacheOrLessAmongMany(int cache, int ranks, int capacity) {
        assertThat(Layout.capacityFor(cache, ranks)).isEqualTo(capacity);
        assertThat(Layout.capacity(Layout.pairLength(capacity))).isEqualTo(capacity);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 262_144, 524_289, 1_572_864, 8_388_608})
    void isRefusedWithRingsThatCannotBe(int capacity) throws Exception {
        ShmPendingLink proposed = left.service.propose(left.sessionWith(right));
        Proposal told = Proposal.decode(proposed.message());
        byte[] other = new Proposal(told.bell(), told.pair(), capacity).encode();

        assertThatThrownBy(() -> right.service.accept(right.sessionWith(left), other))
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessageContaining("capacity=" + capacity);
        proposed.abandon();
    }

    @Test
    void isNotTakenForOneOfAnotherLength() throws Exception {
        ShmPendingLink proposed = left.service.propose(left.sessionWith(right));
        Proposal told = Proposal.decode(proposed.message());
        int other =
                told.capacity() == Layout.MOST_CAPACITY
                        ? Layout.LEAST_CAPACITY
                        : 2 * told.capacity();
        byte[] longer = new Proposal(told.bell(), told.pair(), other).encode();
        ShmPendingLink accepted = right.service.accept(right.sessionWith(left), longer);

        assertThat(Proposal.decode(accepted.message()).pair()).startsWith("pair-");
        accepted.abandon();
        proposed.abandon();
    }
}
