package org.activeobjects.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import picocli.CommandLine;

import java.util.List;

class BenchCommandTest {

    /** The list of the benchmarks has the first line of each description. */
    @Test
    void everyLineOfADescriptionIsAWholeSentence() {
        assertThat(new CommandLine(new BenchCommand()).getSubcommands().values())
                .isNotEmpty()
                .flatMap(each -> List.of(each.getCommandSpec().usageMessage().description()))
                .allSatisfy(line -> assertThat(line).endsWith("."));
    }
}
