package org.activeobjects.deployment.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Scripts of the checkout with words that they do not take, where nothing can be started. */
@Tag("system")
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class ScriptsSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final List<String> TOOLS = List.of("bash", "dirname", "sed");

    @TempDir private Path folder;
    private Path tools;

    @BeforeEach
    void layOut() throws IOException {
        tools = Files.createDirectories(folder.resolve("tools"));
        for (String tool : TOOLS) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
        }
    }

    /** They lead out of the folder of this test: who deletes that warns of each. */
    @AfterEach
    void removeLinks() throws IOException {
        for (String tool : TOOLS) {
            Files.deleteIfExists(tools.resolve(tool));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fuzz x|not a number of seconds from 1 on: x",
                "fuzz 0|not a number of seconds from 1 on: 0",
                "fuzz -5|not a number of seconds from 1 on: -5",
                "check-leftovers --mark|scripts/check-leftovers [--mark FILE | --since FILE]",
                "check-leftovers --since|scripts/check-leftovers [--mark FILE | --since FILE]",
                "check-leftovers --left|scripts/check-leftovers [--mark FILE | --since FILE]",
                "bench --help|scripts/bench [FOLDER [PART ...]]; parts: memory rewritten tcp",
                "bench out memory tpc|bench: unknown part: tpc; known: memory rewritten tcp",
            })
    void whatIsNotTakenIsToldBeforeAnythingIsDone(String words, String message) {
        List<String> command = new ArrayList<>(List.of("/usr/bin/env", "-i", "PATH=" + tools));
        List<String> line = List.of(words.split(" "));
        command.add(Path.of("..", "scripts", line.getFirst()).toString());
        command.addAll(line.subList(1, line.size()));

        try (NodeProcess script =
                NodeProcess.startCommand(folder, line.getFirst(), Map.of(), command)) {
            assertThat(script.awaitExit(LIMIT)).as(script::output).isEqualTo(2);

            assertThat(script.output()).contains(message);
        }
    }
}
