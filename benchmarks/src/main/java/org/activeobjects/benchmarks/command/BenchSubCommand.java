package org.activeobjects.benchmarks.command;

import org.activeobjects.deployment.command.SubCommand;

/** Brings {@code ao bench}. */
public final class BenchSubCommand implements SubCommand {

    /** For {@code ServiceLoader}. */
    public BenchSubCommand() {}

    @Override
    public Object command() {
        return new BenchCommand();
    }
}
