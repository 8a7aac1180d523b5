package org.activeobjects.transport.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A file system in memory that is too small, or is filled by others, as containers have it. */
@Tag("system")
@Timeout(120)
class FullSharedMemorySystemTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir Path folder;
    private Path memory;

    @BeforeEach
    void needsAMountOfItsOwn() throws IOException, InterruptedException {
        memory = Files.createDirectory(folder.resolve("memory"));
        int rc =
                new ProcessBuilder(mounting("64k", List.of("true")))
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("mount.log").toFile())
                        .start()
                        .waitFor();
        assumeTrue(rc == 0, "no file system can be mounted here in a name space of its own");
    }

    /** Runs a command in a mount name space of its own, with a small file system at the folder. */
    private List<String> mounting(String size, List<String> command) {
        String mount = "mount -t tmpfs -o size=" + size + " tmpfs " + memory + " && exec \"$@\"";
        List<String> all =
                new java.util.ArrayList<>(List.of("unshare", "-m", "sh", "-c", mount, "sh"));
        if (!"root".equals(System.getProperty("user.name"))) {
            all.add(1, "-r");
        }
        all.addAll(command);
        return all;
    }

    private String run(String size, String links, String filling) {
        return run(size, links, filling, "--enable-native-access=ALL-UNNAMED");
    }

    private String runWithoutNativeAccess(String size, String links, String filling) {
        return run(size, links, filling, "-showversion");
    }

    private String run(String size, String links, String filling, String option) {
        List<String> java =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        option,
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-UsePerfData",
                        "-Dlog4j2.level=WARN",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FullSharedMemoryMain.class.getName(),
                        memory.toString(),
                        links,
                        filling);
        try (NodeProcess node =
                NodeProcess.startCommand(folder, "node", Map.of(), mounting(size, java))) {
            node.awaitExit(PATIENCE);
            return node.output();
        }
    }

    private static long warnings(String output, String part) {
        return output.lines().filter(line -> line.contains("WARN") && line.contains(part)).count();
    }

    @Test
    void takesTheNextLinkWhenThereIsNoRoomForARing() {
        String output = runWithoutNativeAccess("64k", "shm,netty", "leave");
        assertThat(output).contains("LINK netty", "LEFT []", "DONE");
        assertThat(warnings(output, "shm")).as("one a runtime\n" + output).isBetween(1L, 2L);
        assertThat(warnings(output, "")).as(output).isLessThanOrEqualTo(2);
    }

    @Test
    void takesTheNextLinkWhenThereIsNoRoomForADoorbell() {
        String output = run("4k", "shm,netty", "leave");
        assertThat(output).contains("LINK netty", "LEFT []", "DONE");
        assertThat(warnings(output, "shm")).as("one a runtime\n" + output).isBetween(1L, 2L);
    }

    @Test
    void saysWhatIsTooSmallWhenNoOtherLinkIsAllowed() {
        String output = runWithoutNativeAccess("64k", "shm", "leave");
        assertThat(output)
                .contains("no link to a peer can be opened", "too little shared memory is free")
                .contains("free=", "needed=", "enlarge the file system")
                .doesNotContain("DONE");
    }

    @Test
    void needsNoRoomForRingsWhereTheyCanBeSealedMemory() {
        String output = run("64k", "shm", "leave");
        assertThat(output).contains("LINK shm", "LEFT []", "DONE");
        assertThat(warnings(output, "")).as(output).isZero();
    }

    @Test
    void sendsLargeArraysThroughTheSmallRingWhenThereIsNoRoomForALargeOne() {
        String output = runWithoutNativeAccess("1424k", "shm", "leave");
        assertThat(output).contains("LINK shm", "LEFT []", "DONE");
        assertThat(warnings(output, "no bulk ring")).as(output).isBetween(1L, 2L);
    }

    @Test
    void goesOnWhenOthersFillTheFileSystemAfterTheConnect() {
        String output = runWithoutNativeAccess("1536k", "shm", "fill");
        assertThat(output).contains("LINK shm", "FULL No space left", "LEFT []", "DONE");
        assertThat(warnings(output, "no bulk ring")).as(output).isBetween(1L, 2L);
    }

    @Test
    void usesASmallerRingWhereALargeOneDoesNotFit() {
        String output = runWithoutNativeAccess("8m", "shm", "leave");
        assertThat(output).contains("LINK shm", "LEFT []", "DONE");
        assertThat(warnings(output, "")).as(output).isZero();
    }
}
