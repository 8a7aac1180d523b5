package org.activeobjects.deployment.internal.agent;

import org.activeobjects.api.PALifeCycle;
import org.activeobjects.deployment.internal.protocol.ControlLine;
import org.activeobjects.deployment.internal.protocol.ControlLine.Verb;
import org.activeobjects.deployment.internal.protocol.EndLimits;
import org.activeobjects.deployment.internal.protocol.JobEnvironment;
import org.activeobjects.deployment.internal.protocol.JobFolder;
import org.activeobjects.deployment.internal.protocol.StartLimits;
import org.activeobjects.deployment.internal.protocol.TransportChoice;
import org.activeobjects.node.Job;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Main class of a rank's JVM. Arguments: the user's main class, or nothing for a node; its own. */
public final class RankMain {

    private static final SharedErrors ERR = new SharedErrors();

    static {
        System.setErr(ERR.twin()); // for the loggers, which keep what the first of them finds
    }

    private static final Logger LOG = LogManager.getLogger(RankMain.class);

    private static final Duration LAST_WORDS = Duration.ofMillis(300);
    private static final int MAX_CAUSES = 100;
    private static final int TERMINATED = 128 + 15;

    private final JobEnvironment environment;
    private final LauncherLink launcher;

    /** Let go when the program has failed: who has filled the heap may still hold all of it. */
    private final AtomicReference<byte[]> roomToFail = new AtomicReference<>(new byte[1 << 20]);

    /** What is said where even that does not help. */
    private final byte[] nothingToFailWith;

    private volatile NodeRuntime runtime;
    private volatile boolean joined;

    private RankMain(JobEnvironment environment, InputStream in) {
        this.environment = environment;
        this.launcher =
                LauncherLink.open(
                        in,
                        ERR,
                        environment.token(),
                        RankMain::dump,
                        EndLimits.overdue(environment.ranksOnHost()),
                        this::halt);
        this.nothingToFailWith =
                launcher.line(
                        Verb.FAILED,
                        "root",
                        head("java.lang.OutOfMemoryError, and there is no memory to tell more"),
                        "");
    }

    /**
     * Runs one rank to its end.
     *
     * @param args main class, or an empty text for a node; the program's arguments
     */
    public static void main(String[] args) {
        System.setErr(ERR);
        RankMain rank =
                new RankMain(JobEnvironment.fromVariables(System.getenv()), StandardInput.take());
        try {
            rank.run(args[0], Arrays.copyOfRange(args, 1, args.length));
        } catch (Throwable thrown) {
            rank.fail(thrown);
        }
        // The job is over: no thread that a library left behind is to hold up its end.
        System.exit(0);
    }

    private void run(String mainClass, String[] args) throws Throwable {
        UserProgram program =
                mainClass.isEmpty()
                        ? null
                        : UserProgram.find(mainClass, ClassLoader.getSystemClassLoader());
        if (!join()) {
            runtime.close();
            return;
        }
        CarrierShare.start(environment.ranksOnHost());
        if (program != null) {
            program.run(args);
            var _ = Thread.interrupted(); // the program's own, and its main is over
            awaitThreadsOfProgram();
            runtime.job(runtime.job().afterEnd());
            launcher.tell(Verb.DONE);
        }
        // A program that is done stays as a node: others may still call its active objects.
        launcher.awaitEnd();
        if (program != null) {
            WorkLeft.warn();
        }
        runtime.close();
    }

    /** Gives false if the job was over before all its ranks were up. */
    private boolean join() {
        TransportConfig usual = TransportConfig.defaults();
        TransportConfig config =
                usual.withJob(environment.jobId(), environment.secret())
                        .withLinks(TransportChoice.ofSystem().toArray(String[]::new))
                        .withRanksOnHost(environment.ranksOnHost())
                        .withTimeouts(
                                StartLimits.connect(
                                        usual.connectTimeout(), environment.ranksOnHost()),
                                usual.heartbeat())
                        .withSettingsOf(System.getProperties());
        runtime = NodeRuntime.open(config);
        runtime.makeDefault();
        launcher.tell(Verb.CARD, runtime.card());
        Optional<ControlLine> ranks = launcher.awaitRanks();
        if (ranks.isEmpty()) {
            return false;
        }
        List<String> cards = ranks.get().words();
        Node[] nodes = new Node[cards.size()];
        for (int rank = 0; rank < nodes.length; rank++) {
            nodes[rank] =
                    rank == environment.rank() ? runtime.node() : runtime.connect(cards.get(rank));
        }
        runtime.job(
                new Job(
                        environment.jobId(),
                        environment.rank(),
                        environment.size(),
                        List.of(nodes)));
        joined = true;
        return true;
    }

    /** As a JVM does: the program is done when main has returned and its other threads too. */
    private static void awaitThreadsOfProgram() {
        Thread self = Thread.currentThread();
        boolean found = true;
        while (found) {
            found = false;
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread != self && ProgramThreads.includes(thread)) {
                    found = true;
                    join(thread);
                }
            }
        }
    }

    private static void join(Thread thread) {
        boolean isOver = false;
        while (!isOver) {
            try {
                thread.join();
                isOver = true;
            } catch (InterruptedException e) {
                isOver = !thread.isAlive(); // by the program, whose main has returned
            }
        }
    }

    /** Past the program's own stream, which it may hold locked while it waits for what hangs. */
    private static void dump() {
        String text = PALifeCycle.dump() + ProgramThreads.dump(NodeRuntime.current().job());
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            new FileOutputStream(FileDescriptor.out).write(bytes);
        } catch (IOException e) {
            ERR.writeWhole(bytes); // the program has closed its output
        }
    }

    private void fail(Throwable thrown) {
        roomToFail.set(null);
        try {
            tellUnseenFailures(thrown);
            askHandler(thrown);
            reportEither(thrown);
        } catch (OutOfMemoryError e) {
            launcher.tell(nothingToFailWith);
        } finally {
            System.exit(1);
        }
    }

    /**
     * Before the report, by which the job ends: they may be why the program has failed. A log of
     * the program may block, such as one that goes over a network.
     */
    private static void tellUnseenFailures(Throwable thrown) {
        try {
            Thread.ofPlatform()
                    .daemon()
                    .name("unseen failures")
                    .uncaughtExceptionHandler((_, second) -> thrown.addSuppressed(second))
                    .start(PALifeCycle::tellUnseenFailures)
                    .join(LAST_WORDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error second) { // for want of memory, such as for a thread
            thrown.addSuppressed(second);
        }
    }

    /** The handler of the program, if it has set one, which may end this JVM by itself. */
    private static void askHandler(Throwable thrown) {
        Thread self = Thread.currentThread();
        Thread.UncaughtExceptionHandler own = self.getUncaughtExceptionHandler();
        // Else it is the group of the thread, which would print what the launcher prints.
        Thread.UncaughtExceptionHandler asked =
                own instanceof ThreadGroup ? Thread.getDefaultUncaughtExceptionHandler() : own;
        try {
            if (asked != null) {
                asked.uncaughtException(self, thrown);
            }
        } catch (Throwable second) {
            if (second != thrown) {
                thrown.addSuppressed(second);
            }
        }
    }

    private void reportEither(Throwable thrown) {
        try {
            report(thrown);
        } catch (RuntimeException | Error second) {
            // What was thrown has methods of its own, which may throw in turn.
            report(second);
        }
    }

    private void report(Throwable thrown) {
        boolean saysAll = saysAll(thrown);
        launcher.tell(
                Verb.FAILED,
                isConsequence(thrown) ? "lost" : "root",
                head(saysAll ? ThrownText.message(thrown) : ThrownText.headline(thrown)),
                saysAll ? "" : ThrownText.trace(thrown));
    }

    private String head(String what) {
        // No format: at the start it would take milliseconds.
        return "rank "
                + environment.rank()
                + " failed: pid="
                + ProcessHandle.current().pid()
                + " "
                + what;
    }

    /** Whether the message alone tells the user what to mend, and no code of his has run yet. */
    private boolean saysAll(Throwable thrown) {
        return thrown instanceof IllegalArgumentException && (isOurs(thrown) || !joined)
                || thrown instanceof TransportException && !joined;
    }

    private static boolean isOurs(Throwable thrown) {
        StackTraceElement[] frames = thrown.getStackTrace();
        return frames.length > 0 && frames[0].getClassName().equals(UserProgram.class.getName());
    }

    /** Whether the cause of all is that another rank was lost: then that one is to blame. */
    private static boolean isConsequence(Throwable thrown) {
        Throwable cause = thrown;
        try {
            for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
                if (cause instanceof PeerLostException) {
                    return true;
                }
                cause = cause.getCause();
            }
        } catch (RuntimeException | Error second) {
            return false; // it does not tell its cause, and is none of ours
        }
        return false;
    }

    /** The launcher is gone, so nobody else removes what is left of the job. */
    private void halt() {
        try {
            sayLastWords();
        } finally { // without memory for a thread as well: nobody else would end this process
            Runtime.getRuntime().halt(TERMINATED);
        }
    }

    private void sayLastWords() {
        CountDownLatch closed = new CountDownLatch(1);
        NodeRuntime open = runtime;
        if (open != null) {
            Thread.ofPlatform()
                    .daemon()
                    .name("last words")
                    .start(
                            () -> {
                                open.close();
                                closed.countDown();
                            });
            try {
                boolean orderly = closed.await(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
                LOG.debug("launcher lost: runtime closed={}", orderly);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        JobFolder.remove(JobFolder.SHARED_MEMORY, environment.jobId());
    }
}
