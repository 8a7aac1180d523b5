package org.activeobjects.deployment.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

/** The command without a sub-command: prints what there is. */
@Command(
        name = "ao",
        mixinStandardHelpOptions = true,
        versionProvider = AoCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Runs programs made of active objects, on the JVMs of this host.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The job is done.",
            "1:The job failed; a rank that ended with an exit code of its own gives that one.",
            "2:The command line or a descriptor is wrong; nothing was started.",
            "3:This host lacks what the job needs; nothing is left running.",
            "124:The job took longer than its --timeout.",
            "128+n:A rank, or ao itself, was ended by signal n."
        },
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ao run -np 4 -cp app.jar com.acme.Main input.txt",
            "  ao npb cg --class A -np 2",
            "",
            "'ao COMMAND --help' tells about one command."
        })
final class AoCommand implements Callable<Integer> {

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description = "Show the stack trace of an error of ao itself (or set AO_DEBUG=1).")
    private boolean verbose;

    @Spec private CommandSpec spec;

    boolean isVerbose() {
        return verbose || System.getenv("AO_DEBUG") != null;
    }

    @Override
    public Integer call() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "which command? Known: " + knownCommands());
    }

    private String knownCommands() {
        return String.join(", ", spec.subcommands().keySet());
    }

    /** Version of the product and of what runs it. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = AoCommand.class.getPackage().getImplementationVersion();
            return new String[] {
                "ao %s (JDK %s, %s %s)"
                        .formatted(
                                version == null ? "built from source" : version,
                                Runtime.version(),
                                System.getProperty("os.name"),
                                System.getProperty("os.arch"))
            };
        }
    }
}
