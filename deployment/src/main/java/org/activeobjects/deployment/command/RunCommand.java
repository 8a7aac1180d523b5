package org.activeobjects.deployment.command;

import org.activeobjects.deployment.job.JobSpec;
import org.activeobjects.deployment.job.LocalJob;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.zip.ZipFile;

/** {@code ao run}: one program, in as many JVMs as asked for. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {
            "Runs a program in N ranks on this host, each rank a JVM of its own.",
            "",
            "Every rank runs the main method of the same class with the same arguments; rank and"
                    + " size are in NodeRuntime.current().job(). What a rank prints appears line by"
                    + " line with its rank in front. The first rank that fails ends the job, and"
                    + " its stack trace is the last thing printed. A rank that is done still serves"
                    + " calls of others, until all are done.",
            "",
            "SIGTERM, SIGINT and SIGHUP end all ranks: SIGTERM, and SIGKILL to those that go on"
                    + " after 0.4 s. SIGUSR1 to ao has each rank print where its program is"
                    + " and what its active objects do."
        },
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%nParameters:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:Every rank has ended with 0.",
            "1:A rank threw an exception out of main.",
            "2:The command line is wrong; nothing was started.",
            "3:This host lacks what the job needs, or room for its output; nothing is left"
                    + " running.",
            "124:The job took longer than its --timeout.",
            "n:A rank ended with exit code n, or with 128+n by signal n.",
            "128+n:ao itself was ended by signal n, and with it all ranks."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ao run -np 2 -cp build/classes com.acme.Hello",
            "  ao run -np 4 -cp app.jar:lib/* --jvm-args='-Xmx2g' com.acme.Main input.txt",
            "  ao run -np 2 --transport netty --timeout 5m -cp app.jar com.acme.Main"
        })
final class RunCommand implements Callable<Integer> {

    @Mixin private JobOptions options;

    @Option(
            names = {"-cp", "--class-path", "-classpath"},
            paramLabel = "PATH",
            description =
                    "Folders and jars of the program, as java takes them (default: the"
                            + " environment variable CLASSPATH, else the current folder).")
    private String classPath;

    @Parameters(index = "0", paramLabel = "MAIN", description = "Class with the main method.")
    private String mainClass;

    @Parameters(
            index = "1..*",
            paramLabel = "ARGS",
            description = "Arguments of the main method; all that follows MAIN.")
    private List<String> arguments = new ArrayList<>();

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        List<Path> path = expand(effectiveClassPath());
        requireMain(path);
        JobSpec job = specOf(path);
        if (options.isOnlyCheck()) {
            return ExitCodes.OK;
        }
        try (LocalJob running = LocalJob.start(job)) {
            running.awaitEnd();
        }
        return ExitCodes.OK;
    }

    private JobSpec specOf(List<Path> path) {
        try {
            return options.applyTo(JobSpec.program(options.ranks(), mainClass, arguments))
                    .withClassPath(path);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private String effectiveClassPath() {
        if (classPath != null) {
            return classPath;
        }
        String variable = System.getenv("CLASSPATH");
        return variable == null || variable.isBlank() ? "." : variable;
    }

    private List<Path> expand(String text) {
        List<Path> path = new ArrayList<>();
        for (String entry : text.split(File.pathSeparator)) {
            boolean wildcard = entry.equals("*") || entry.endsWith(File.separator + "*");
            String name = wildcard ? entry.substring(0, entry.length() - 1) : entry;
            Path place = Path.of(name.isEmpty() ? "." : name);
            if (!Files.exists(place)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "class path entry not found: entry="
                                + entry
                                + " folder="
                                + Path.of("").toAbsolutePath()
                                + (classPath == null
                                        ? "; correct CLASSPATH, or give -cp"
                                        : "; correct -cp"));
            }
            if (wildcard) {
                path.addAll(jarsIn(place));
            } else {
                path.add(place.toAbsolutePath().normalize());
            }
        }
        return path;
    }

    private List<Path> jarsIn(Path folder) {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .map(file -> file.toAbsolutePath().normalize())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new ParameterException(
                    spec.commandLine(), "folder cannot be read: folder=" + folder, e);
        }
    }

    /** Finds the class before any JVM is started, so that the message comes once. */
    private void requireMain(List<Path> path) {
        if (mainClass.endsWith(".java")) {
            String compile = ownCompiler() + " -d out -cp '" + ownJars() + "' " + mainClass;
            throw notAClass("a source", "compile it, " + compile + ", and run it with -cp out");
        }
        if (mainClass.endsWith(".class")) {
            throw notAClass("a file", "write " + nameOf(mainClass) + ", and -cp for its folder");
        }
        if (mainClass.endsWith(".jar")) {
            throw notAClass(
                    "a jar", "give -cp and its main class; several are one word: -cp 'lib/*'");
        }
        if (mainClass.indexOf('/') >= 0) {
            throw new ParameterException(
                    spec.commandLine(),
                    "a path is not the name of a class: class=%s; write dots: %s"
                            .formatted(mainClass, mainClass.replace('/', '.')));
        }
        URL[] urls = path.stream().map(RunCommand::url).toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(urls, RunCommand.class.getClassLoader())) {
            if (loader.getResource(mainClass.replace('.', '/') + ".class") == null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "main class not found: class=%s classPath=%s; %s"
                                .formatted(mainClass, effectiveClassPath(), remedy(path)));
            }
        } catch (IOException e) {
            throw new ParameterException(
                    spec.commandLine(), "class path cannot be read: " + e.getMessage(), e);
        }
    }

    private String remedy(List<Path> path) {
        List<Path> broken = path.stream().filter(RunCommand::isBroken).toList();
        if (!broken.isEmpty()) {
            return "these cannot be read as jars: " + broken;
        }
        return classPath == null
                ? "give its folder or jar with -cp"
                : "correct -cp or the name of the class";
    }

    private static boolean isBroken(Path entry) {
        if (!Files.isRegularFile(entry)) {
            return false;
        }
        try (ZipFile _ = new ZipFile(entry.toFile())) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private ParameterException notAClass(String what, String remedy) {
        return new ParameterException(
                spec.commandLine(),
                what + " is not the name of a class: class=" + mainClass + "; " + remedy);
    }

    private static String nameOf(String file) {
        return file.substring(0, file.length() - ".class".length())
                .replaceFirst("^[./]+", "")
                .replace('/', '.');
    }

    /** That of the JDK that runs this: the one that the path shows may be too old. */
    private static Path ownCompiler() {
        return Path.of(System.getProperty("java.home"), "bin", "javac");
    }

    /** The jars that programs are compiled with, as javac takes them. */
    private static String ownJars() {
        String first = System.getProperty("java.class.path").split(File.pathSeparator)[0];
        return first.endsWith(".jar") ? Path.of(first).resolveSibling("*").toString() : first;
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("not a class path entry: entry=" + path, e);
        }
    }
}
