package org.activeobjects.deployment.command;

/**
 * A sub-command of {@code ao} that another module brings; found with {@code ServiceLoader}.
 *
 * <p>A provider has a public constructor without parameters and is named in {@code
 * META-INF/services/org.activeobjects.deployment.command.SubCommand}.
 */
public interface SubCommand {

    /**
     * The command.
     *
     * @return an object whose class has picocli's {@code @Command} annotation with a name, and
     *     which is a {@code Callable<Integer>} that returns the exit code of {@code ao}
     */
    Object command();
}
