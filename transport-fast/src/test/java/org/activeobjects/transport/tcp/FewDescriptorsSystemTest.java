package org.activeobjects.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** In a process of its own that may have few descriptors. */
@Tag("system")
@Timeout(120)
class FewDescriptorsSystemTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int FEW = 256;

    @ParameterizedTest
    @ValueSource(strings = {FewDescriptorsMain.WARM, FewDescriptorsMain.COLD})
    void sayWhatIsMissingLoseNoneAndStartOnceThereAreEnough(String logging, @TempDir Path folder) {
        try (NodeProcess process =
                NodeProcess.startWithFewDescriptors(
                        folder, "few", FEW, FewDescriptorsMain.class, logging)) {
            assertThat(process.awaitLine("elsewhere refused", PATIENCE))
                    .contains("cannot listen: bindAddress=192.0.2.1 (bind failed: ", "(errno=99)");
            process.awaitLine("before listens", PATIENCE);
            for (int free = 0; free < FewDescriptorsMain.NEEDED; free++) {
                assertThat(process.awaitLine("free=" + free + " refused", PATIENCE))
                        .contains("cannot listen: bindAddress=", " failed: ", "(errno=24)");
                assertThat(process.awaitLine("free=" + free + " left=", PATIENCE))
                        .endsWith(" left=" + free);
            }
            process.awaitLine("after listens", PATIENCE);
            assertThatConnectionsWait(process);
            if (logging.equals(FewDescriptorsMain.WARM)) {
                assertThatEachShortageIsLoggedOnce(process.output());
            }
        }
    }

    @Test
    void sayWhatIsMissingThoughNothingHasFailedBefore(@TempDir Path folder) {
        try (NodeProcess process =
                NodeProcess.startWithFewDescriptors(
                        folder, "few", FEW, FewDescriptorsMain.class, FewDescriptorsMain.FRESH)) {
            assertThatConnectionsWait(process);
            assertThatEachShortageIsLoggedOnce(process.output());
        }
    }

    private static void assertThatConnectionsWait(NodeProcess process) {
        process.awaitLine("plenty received=true", PATIENCE);
        for (int round = 0; round < FewDescriptorsMain.ROUNDS; round++) {
            assertThatItDoesNotSpin(process.awaitLine("tries=", PATIENCE));
            process.awaitLine("round=" + round + " received=true", PATIENCE);
            process.awaitLine("round=" + round + " next received=true", PATIENCE);
        }
        assertThat(process.awaitExit(PATIENCE)).isZero();
    }

    private static void assertThatEachShortageIsLoggedOnce(String output) {
        assertThat(output.lines().filter(line -> line.contains("connections wait")))
                .hasSize(FewDescriptorsMain.ROUNDS)
                .allMatch(line -> line.contains("(errno=24)") && line.contains("ulimit -n"));
    }

    private static void assertThatItDoesNotSpin(String line) {
        Matcher numbers = Pattern.compile("tries=(\\d+) pauses=(\\d+)").matcher(line);
        assertThat(numbers.find()).isTrue();
        long tries = Long.parseLong(numbers.group(1));
        long pauses = Long.parseLong(numbers.group(2));
        assertThat(tries).as("no try without a pause before it").isLessThanOrEqualTo(pauses + 1);
    }
}
