package org.activeobjects.benchmarks.option;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What the user has typed. */
public final class CommandWords {

    private CommandWords() {}

    /**
     * The whole command.
     *
     * @param spec a command that has been parsed
     * @return what gives the same figures when it is typed again, such as {@code ao bench p2p}
     */
    public static String of(CommandSpec spec) {
        CommandLine line = spec.commandLine();
        while (line.getParent() != null) {
            line = line.getParent();
        }
        return line == spec.commandLine()
                ? "ao bench " + spec.name()
                : "ao " + String.join(" ", line.getParseResult().originalArgs());
    }
}
