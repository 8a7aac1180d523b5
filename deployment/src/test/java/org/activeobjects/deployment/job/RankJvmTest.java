package org.activeobjects.deployment.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.deployment.internal.protocol.JobEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/** The flags of a rank's JVM, and how those of the user take their place. */
class RankJvmTest {

    private static final String REGION = "-XX:G1HeapRegionSize=";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 4096})
    void regionsAreAPowerOfTwoThatG1TakesAndTheHeapHasManyOf(int ranks) {
        List<String> flags = flags(ranks);

        long region =
                flags.stream()
                        .filter(flag -> flag.startsWith(REGION))
                        .mapToLong(flag -> Long.parseLong(flag.substring(REGION.length())))
                        .sum();
        assertThat(Long.bitCount(region)).as("%s", flags).isOne();
        assertThat(region).isBetween(1L << 20, 16L << 20);
        assertThat(RankJvm.heapPerRank(ranks) / region).isGreaterThanOrEqualTo(64);
    }

    @ParameterizedTest
    @CsvSource({"-Xmx64m, UseG1GC", "-XX:MaxHeapSize=64m, UseG1GC", "-XX:+UseSerialGC, Use"})
    void regionsOfAHeapThatTheUserChoosesAreLeftToTheJvm(String own, String others) {
        List<String> flags = flags(2, own);

        assertThat(flags).noneMatch(flag -> flag.startsWith(REGION)).last().isEqualTo(own);
        assertThat(flags).anyMatch(flag -> flag.contains(others));
    }

    @Test
    void whatTheUserSaysComesLast() {
        assertThat(flags(1, REGION + "32m", "-ea")).endsWith(REGION + "32m", "-ea");
    }

    /** Up to the class path. */
    private static List<String> flags(int ranks, String... users) {
        JobSpec spec = JobSpec.nodes(ranks).withJvmArguments(List.of(users));
        JobEnvironment environment = new JobEnvironment("job", "5ec2e7", "70ce2", 0, ranks, ranks);
        List<String> command = RankJvm.launch(spec, environment).command();
        return command.subList(1, command.indexOf("-cp"));
    }

    /** Longer references take what a little more heap brings, and the start-up cache. */
    @ParameterizedTest(name = "a share of {0} GiB is a heap of {1}")
    @CsvSource({"1, 1", "31, 31", "32, 31", "47, 31", "48, 48", "96, 96"})
    void aHeapIsNotALittleTooLargeForShortReferences(long share, long heap) {
        assertThat(RankJvm.heapOf(share << 30)).isEqualTo(heap << 30);
    }
}
