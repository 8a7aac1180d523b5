package org.activeobjects.deployment.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.deployment.internal.protocol.JobEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The flags of a rank's JVM, and how those of the user take their place. */
class RankJvmTest {

    private static final String REGION = "-XX:G1HeapRegionSize=";
    private static final String START_UP_CACHE = "activeobjects.startUpCache";

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

    @ParameterizedTest
    @CsvSource({
        "JAVA_TOOL_OPTIONS, -XX:+UseG1GC, true",
        "JDK_JAVA_OPTIONS, -ea  -XX:+UseZGC -Da=b, true",
        "_JAVA_OPTIONS, -XX:+UseParallelGC, true",
        "JAVA_TOOL_OPTIONS, -XX:+UseNUMA -XX:-UseG1GC, false",
        "OTHER, -XX:+UseG1GC, false"
    })
    void aCollectorThatTheEnvironmentNamesIsTheOnlyOne(String name, String value, boolean isOwn) {
        assertThat(RankJvm.isCollectorUsersOwn(List.of("-ea"), Map.of(name, value)))
                .isEqualTo(isOwn);
    }

    /** Of two flags that say how long the heap may get, the JVM takes {@code -Xmx}. */
    @ParameterizedTest
    @ValueSource(strings = {"-XX:MaxRAMPercentage=40", "-XX:MaxRAM=1g", "-XX:MaxHeapSize=64m"})
    void aHeapThatTheUserChoosesInAnotherWayIsNotOverruled(String own) {
        assertThat(flags(2, own)).noneMatch(flag -> flag.startsWith("-Xmx")).contains(own);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:MaxMetaspaceSize=64m", "-XX:MaxDirectMemorySize=1g", "-Xms64m"})
    void whatIsNotTheHeapLeavesTheHeapToEachRanksShare(String own) {
        assertThat(flags(2, own))
                .anyMatch(flag -> flag.startsWith("-Xmx"))
                .anyMatch(flag -> flag.startsWith(REGION));
    }

    /** A JVM that is given both does not start. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xshare:off",
                "-Xshare:auto",
                "-XX:SharedArchiveFile=own.jsa",
                "-XX:DumpLoadedClassList=list",
                "-XX:SharedClassListFile=list",
                "-XX:AOTCache=own.aot"
            })
    void theStartUpCacheYieldsToAnArchiveOfTheUsersOwn(String own, @TempDir Path folder)
            throws IOException {
        Path cache = Files.createFile(folder.resolve("rank.aot"));
        System.setProperty(START_UP_CACHE, cache.toString());
        try {
            assertThat(flags(2)).contains("-XX:AOTCache=" + cache);

            assertThat(flags(2, own)).doesNotContain("-XX:AOTCache=" + cache).contains(own);
        } finally {
            System.clearProperty(START_UP_CACHE);
        }
    }

    @Test
    void whatTheUserSaysComesLast() {
        assertThat(flags(1, REGION + "32m", "-ea")).endsWith(REGION + "32m", "-ea");
    }

    /** Every host that is offline has none, and so has most that runs in a sandbox. */
    @Test
    void aHostWithoutANetworkCardIsNothingToWarnOf() throws ClassNotFoundException {
        String netty = Class.forName("io.netty.util.internal.MacAddressUtil").getName();

        assertThat(flags(1))
                .contains("-Dorg.apache.logging.log4j.simplelog." + netty + ".level=ERROR");
    }

    @Test
    void aLogThatIsTheUsersOwnIsLeftToHim(@TempDir Path folder) throws IOException {
        JobSpec usual = JobSpec.nodes(1);
        Path folderWithOne = Files.createDirectory(folder.resolve("classes"));
        Files.createFile(folderWithOne.resolve("log4j2.xml"));

        assertThat(RankJvm.isLogUsersOwn(usual.withClassPath(List.of(folder)), Map.of())).isFalse();
        assertThat(RankJvm.isLogUsersOwn(usual.withClassPath(List.of(folderWithOne)), Map.of()))
                .isTrue();
        assertThat(
                        RankJvm.isLogUsersOwn(
                                usual.withJvmArguments(List.of("-Dlog4j2.level=info")), Map.of()))
                .isTrue();
        assertThat(RankJvm.isLogUsersOwn(usual, Map.of("LOG4J_CONFIGURATION_FILE", "own.xml")))
                .isTrue();
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
