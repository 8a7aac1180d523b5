package org.activeobjects.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A process that may be read at first, and then no more, though it lives on. */
@Tag("system")
@Timeout(60)
class ForbiddenReadSystemTest {

    @TempDir Path folder;

    private String run() {
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("setpriv", "--bounding-set=-sys_ptrace", "--"));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ForbiddenReadMain.class.getName()));
        try (NodeProcess reader = NodeProcess.startCommand(folder, "reader", Map.of(), command)) {
            reader.awaitExit(Duration.ofSeconds(40));
            return reader.output();
        }
    }

    @Test
    void isNotTakenForOneThatHasGone() {
        String output = run();
        assumeTrue(output.contains("before 8"), "processes cannot be read here\n" + output);
        assertThat(output)
                .contains("forbidden before false", "prctl 0")
                .contains("after " + ProcessMemory.FAILED, "forbidden after true")
                .contains("gone " + ProcessMemory.GONE);
    }
}
