package org.activeobjects.deployment.command;

import org.activeobjects.deployment.error.DeploymentException;
import org.activeobjects.deployment.error.DescriptorException;
import org.activeobjects.deployment.error.EnvironmentException;
import org.activeobjects.deployment.error.JobFailedException;

import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Entry of the command line: finds the sub-commands, runs one, and turns what it throws into one
 * message and an exit code.
 */
public final class Ao {

    private static final int MAX_CAUSES = 100;

    /** Exit codes of ranks that SIGHUP, SIGINT and SIGTERM have ended. */
    private static final Set<Integer> ENDED_FROM_OUTSIDE = Set.of(128 + 1, 128 + 2, 128 + 15);

    /** What ends all processes of a terminal or of a batch job ends a rank some time sooner. */
    private static final Duration SIGNAL_DELAY = Duration.ofMillis(500);

    private Ao() {}

    /**
     * Runs {@code ao} and ends the JVM with its exit code.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        // Both streams are flushed by their owners; nothing of ours outlives the exit.
        int code = commandLine().execute(args);
        if (code == ExitCodes.OK && System.out.checkError()) {
            System.err.println(
                    "ao: not all of the output could be written: stream=standard output; is its"
                            + " disk full, or its reader gone?");
            code = ExitCodes.ENVIRONMENT;
        }
        System.exit(code);
    }

    /**
     * The command line with every sub-command on the class path, ready to be executed or asked.
     *
     * @return a new command line
     */
    public static CommandLine commandLine() {
        AoCommand ao = new AoCommand();
        CommandLine line = new CommandLine(ao);
        // What follows the main class belongs to the program.
        line.addSubcommand(new CommandLine(new RunCommand()).setStopAtPositional(true));
        line.addSubcommand(new MigrateCommand());
        for (SubCommand sub : ServiceLoader.load(SubCommand.class, Ao.class.getClassLoader())) {
            line.addSubcommand(sub.command());
        }
        // A file of arguments would be for the launcher, and what begins so is the program's.
        line.setExpandAtFiles(false);
        line.setParameterExceptionHandler((error, args) -> refuse(error, ao));
        line.setExecutionExceptionHandler((error, command, result) -> explain(error, command, ao));
        line.setUsageHelpAutoWidth(true);
        line.setUsageHelpLongOptionsMaxWidth(30);
        return line;
    }

    private static int refuse(ParameterException first, AoCommand ao) {
        ParameterException error = cause(first);
        CommandLine command = error.getCommandLine();
        PrintWriter err = command.getErr();
        String name = command.getCommandSpec().qualifiedName();
        err.println(name + ": " + text(error));
        UnmatchedArgumentException.printSuggestions(error, err);
        err.println("Try '" + name + " --help'.");
        trace(error, err, ao);
        return ExitCodes.USAGE;
    }

    /** What is missing may be behind an option that there is not: tells of that, then. */
    private static ParameterException cause(ParameterException error) {
        List<String> unknown = error.getCommandLine().getUnmatchedArguments();
        return error instanceof MissingParameterException && !unknown.isEmpty()
                ? new UnmatchedArgumentException(error.getCommandLine(), unknown)
                : error;
    }

    /** Picocli's own text, but for words that no option and no parameter takes. */
    private static String text(ParameterException error) {
        CommandLine command = error.getCommandLine();
        if (!(error instanceof UnmatchedArgumentException unmatched)) {
            return error.getMessage();
        }
        String word = unmatched.getUnmatched().getFirst();
        if (unmatched.isUnknownOption()) {
            return error.getMessage() + remedy(word, command);
        }
        if (command.getSubcommands().isEmpty()) {
            return "unexpected argument: %s; leave it out, or put the option that it belongs to before it"
                    .formatted(word);
        }
        return "unknown command: %s; known: %s"
                .formatted(word, String.join(", ", command.getSubcommands().keySet()));
    }

    private static String remedy(String option, CommandLine command) {
        boolean isOfJvm =
                option.matches("-[DX].+")
                        && command.getCommandSpec().findOption(JobOptions.JVM_ARGUMENTS) != null;
        return isOfJvm
                ? "; for the JVM of each rank: %s='%s'".formatted(JobOptions.JVM_ARGUMENTS, option)
                : "";
    }

    private static int explain(Exception error, CommandLine command, AoCommand ao) {
        if (isEnding(patience(error))) {
            // Ctrl-C goes to the ranks as well: they are not to blame. This waits for the end.
            System.exit(ExitCodes.FAILED);
        }
        PrintWriter err = command.getErr();
        String name = command.getCommandSpec().qualifiedName();
        String text = error.getMessage() == null ? error.toString() : error.getMessage();
        if (error instanceof JobFailedException failed && !failed.rankTrace().isEmpty()) {
            // The trace of the rank is what the user looks for: the very last thing.
            trace(error, err, ao);
            err.println(name + ": " + text);
            err.print(failed.rankTrace());
            err.flush();
            return failed.exitCode();
        }
        boolean forUsers = isForUsers(error);
        err.println(name + ": " + (forUsers ? text : error.toString()));
        if (forUsers) {
            trace(error, err, ao);
        } else {
            error.printStackTrace(err);
            err.flush();
        }
        return exitCode(error);
    }

    private static Duration patience(Exception error) {
        return ENDED_FROM_OUTSIDE.contains(exitCode(error)) ? SIGNAL_DELAY : Duration.ZERO;
    }

    /** Whether a signal is ending this JVM, or begins to within that time. */
    private static boolean isEnding(Duration patience) {
        CountDownLatch ending = new CountDownLatch(1);
        Thread hook = Thread.ofPlatform().unstarted(ending::countDown);
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            return ending.await(patience.toMillis(), TimeUnit.MILLISECONDS)
                    || !Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether the message says all; what the code of a rank threw needs its trace. */
    private static boolean isForUsers(Exception error) {
        if (error instanceof DeploymentException || error instanceof IllegalArgumentException) {
            return true;
        }
        Throwable root = error;
        for (int depth = 0; root.getCause() != null && depth < MAX_CAUSES; depth++) {
            root = root.getCause();
        }
        return root.getClass().getName().startsWith("org.activeobjects.");
    }

    private static int exitCode(Exception error) {
        return switch (error) {
            case JobFailedException failed -> failed.exitCode();
            case EnvironmentException environment -> ExitCodes.ENVIRONMENT;
            case DescriptorException descriptor -> ExitCodes.USAGE;
            case IllegalArgumentException argument -> ExitCodes.USAGE;
            default -> ExitCodes.FAILED;
        };
    }

    private static void trace(Exception error, PrintWriter err, AoCommand ao) {
        if (ao.isVerbose()) {
            error.printStackTrace(err);
        }
        err.flush();
    }
}
