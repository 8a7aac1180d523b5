package org.activeobjects.deployment.internal.process;

import java.util.List;
import java.util.Map;

/**
 * How one rank's process is started.
 *
 * @param command program and arguments
 * @param environment variables added to those of the launcher
 */
public record RankLaunch(List<String> command, Map<String, String> environment) {

    /** Keeps copies. */
    public RankLaunch {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** Shows no variables: one is a secret. */
    @Override
    public String toString() {
        return "RankLaunch[command=" + command + "]";
    }
}
