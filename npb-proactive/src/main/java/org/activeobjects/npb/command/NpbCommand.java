package org.activeobjects.npb.command;

import org.activeobjects.deployment.GCMApplication;
import org.activeobjects.deployment.PAGCMDeployment;
import org.activeobjects.deployment.command.ExitCodes;
import org.activeobjects.deployment.command.JobOptions;
import org.activeobjects.deployment.command.SubCommand;
import org.activeobjects.deployment.job.JobSpec;
import org.activeobjects.deployment.job.LocalJob;
import org.activeobjects.node.Node;
import org.activeobjects.npb.Kernel;
import org.activeobjects.npb.KernelResult;
import org.activeobjects.npb.ProblemClass;
import org.activeobjects.npb.Report;
import org.activeobjects.npb.cg.CgKernel;
import org.activeobjects.npb.ep.EpKernel;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.File;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** {@code ao npb}: one kernel, one class, in as many JVMs as asked for. */
@Command(
        name = "npb",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {
            "Runs a kernel of the NAS Parallel Benchmarks 3.4 in N ranks, each a JVM of its own,"
                    + " and prints NPB's report.",
            "",
            "Kernels:",
            "  cg   conjugate gradients on a sparse random matrix",
            "  ep   Gaussian deviates from random numbers",
            "",
            "Classes, small to large: S, W, A, B, C.",
            "",
            "CG runs in a power of two of ranks; EP in any number of them, up to 256 for class S"
                    + " and 512 for class W."
        },
        parameterListHeading = "%nParameters:%n",
        optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The kernel has run, and its result is verified.",
            "1:The result is wrong, or a rank failed.",
            "2:The command line or the descriptor is wrong; nothing was started.",
            "3:This host lacks what the job needs, such as memory; nothing is left running.",
            "124:The job took longer than its --timeout.",
            "n:A rank ended with exit code n.",
            "128+n:A rank, or ao itself, was ended by signal n."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ao npb cg --class S -np 2",
            "  ao npb ep -c B -np 4 --timeout 5m",
            "  ao npb cg -c A -np 2 --transport netty --warmup 2",
            "  ao npb cg -c B --descriptor app.xml"
        })
public final class NpbCommand implements SubCommand, Callable<Integer> {

    private static final List<Kernel> KERNELS = List.of(new CgKernel(), new EpKernel());

    @Parameters(index = "0", paramLabel = "KERNEL", description = "cg or ep.")
    private String kernelName;

    @Option(
            names = {"-c", "--class"},
            paramLabel = "CLASS",
            defaultValue = "S",
            description = "Size of the problem (default: ${DEFAULT-VALUE}).")
    private String className;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Runs of the timed part before the one that counts (default: ${DEFAULT-VALUE};"
                            + " NPB's own untimed first iteration is always there).")
    private int warmUps;

    @Option(
            names = "--descriptor",
            paramLabel = "FILE",
            description =
                    "GCM application descriptor that says where the ranks run; one rank on each of"
                            + " its nodes, or on the first N with -np N (default: this host).")
    private File descriptor;

    @Mixin private JobOptions options;

    @Spec private CommandSpec spec;

    /** The command, for picocli to fill. */
    public NpbCommand() {}

    @Override
    public Object command() {
        return this;
    }

    @Override
    public Integer call() throws Exception {
        Kernel kernel = kernelNamed(kernelName);
        ProblemClass problemClass = checked(() -> ProblemClass.named(className));
        if (warmUps < 0) {
            throw wrong("--warmup must be 0 or more: warmup=" + warmUps);
        }
        requireRanks(kernel, problemClass, options.ranks());
        return descriptor == null
                ? runHere(kernel, problemClass)
                : runAsDescribed(kernel, problemClass);
    }

    private int runHere(Kernel kernel, ProblemClass problemClass) throws Exception {
        int ranks = options.ranks();
        JobSpec job = checked(() -> options.applyTo(JobSpec.nodes(ranks)));
        long heap = Memory.heapOf(job.jvmArguments());
        Memory.ofHost().require(kernel, problemClass, ranks, heap);
        if (options.isOnlyCheck()) {
            return ExitCodes.OK;
        }
        print(kernel.title(problemClass, ranks));
        try (LocalJob running = LocalJob.start(job)) {
            return running.call(() -> runOn(kernel, problemClass, running.nodes()));
        }
    }

    private int runAsDescribed(Kernel kernel, ProblemClass problemClass) {
        for (String option :
                List.of("--transport", "--jvm-args", "--timeout", "--log-level", "--no-prefix")) {
            if (isGiven(option)) {
                throw wrong(
                        option
                                + " is for ranks that ao itself starts, not for those of a"
                                + " descriptor, which has <jvmarg>; leave it out: descriptor="
                                + descriptor);
            }
        }
        GCMApplication application = PAGCMDeployment.loadApplicationDescriptor(descriptor);
        int ranks = ranksIn(application, kernel, problemClass);
        Memory.ofHost().require(kernel, problemClass, ranks, 0);
        if (options.isOnlyCheck()) {
            return ExitCodes.OK;
        }
        try {
            application.startDeployment();
            List<Node> nodes = application.getAllNodes();
            print(kernel.title(problemClass, ranks));
            return runOn(kernel, problemClass, nodes.subList(0, ranks));
        } finally {
            application.kill();
        }
    }

    /** As many as asked for, or one on each node: of what is described, nothing is started yet. */
    private int ranksIn(GCMApplication application, Kernel kernel, ProblemClass problemClass) {
        int nodes =
                application.getVirtualNodes().values().stream()
                        .mapToInt(node -> (int) node.getNbRequiredNodes())
                        .sum();
        int ranks = isGiven("-np") ? options.ranks() : nodes;
        if (ranks > nodes) {
            throw wrong(
                    "the descriptor has not enough nodes: processes=%s nodes=%s descriptor=%s; give -np %s at most, or raise a hostCapacity"
                            .formatted(
                                    ranks,
                                    nodes,
                                    descriptor,
                                    kernel.mostRanks(problemClass, nodes)));
        }
        try {
            kernel.requireRanks(problemClass, ranks);
        } catch (IllegalArgumentException e) {
            throw wrong(
                    "%s; else it is one for each node: nodes=%s descriptor=%s"
                            .formatted(e.getMessage(), nodes, descriptor));
        }
        return ranks;
    }

    private int runOn(Kernel kernel, ProblemClass problemClass, List<Node> nodes) {
        KernelResult result = kernel.run(problemClass, nodes, warmUps);
        print(result.details());
        print(Report.summary(kernel, problemClass, nodes.size(), result));
        return result.isVerified() ? ExitCodes.OK : ExitCodes.FAILED;
    }

    private Kernel kernelNamed(String name) {
        for (Kernel kernel : KERNELS) {
            if (kernel.name().equals(name.toUpperCase(Locale.ROOT))) {
                return kernel;
            }
        }
        List<String> known =
                KERNELS.stream().map(kernel -> kernel.name().toLowerCase(Locale.ROOT)).toList();
        throw wrong(
                "unknown kernel: kernel=%s; known kernels are %s"
                        .formatted(name, String.join(", ", known)));
    }

    private void requireRanks(Kernel kernel, ProblemClass problemClass, int ranks) {
        try {
            kernel.requireRanks(problemClass, ranks);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private <T> T checked(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private void print(String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(text);
        out.flush();
    }
}
