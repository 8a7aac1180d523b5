package org.activeobjects.transport.fault;

import static org.assertj.core.api.Assertions.assertThat;

import org.awaitility.Awaitility;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Signals to processes of a test, sent without starting a program for it. */
final class Signals {

    private static final int KILL = 9;
    private static final int CONTINUE = 18;
    private static final int STOP = 19;

    private static final MethodHandle SEND =
            Linker.nativeLinker()
                    .downcallHandle(
                            Linker.nativeLinker().defaultLookup().find("kill").orElseThrow(),
                            FunctionDescriptor.of(
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_INT));

    private Signals() {}

    private static void send(long pid, int signal) {
        try {
            int result = (int) SEND.invokeExact((int) pid, signal);
            assertThat(result).as("kill(%d, %d)", pid, signal).isZero();
        } catch (Throwable e) {
            throw new AssertionError("kill failed: pid=" + pid + " signal=" + signal, e);
        }
    }

    /** Stops a process; all of its threads stand still when this returns. */
    static void stop(ProcessHandle process) {
        send(process.pid(), STOP);
        Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .atMost(Duration.ofSeconds(30))
                .until(() -> statesOfThreads(process.pid()).stream().allMatch("T"::equals));
    }

    static void resume(ProcessHandle process) {
        send(process.pid(), CONTINUE);
    }

    /** Ends this process as a crash would. */
    static void killMyself() {
        send(ProcessHandle.current().pid(), KILL);
    }

    private static List<String> statesOfThreads(long pid) throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
            return threads.map(Signals::stateOf).toList();
        }
    }

    private static String stateOf(Path thread) {
        try {
            String text = Files.readString(thread.resolve("stat"));
            return text.substring(text.lastIndexOf(')') + 2).substring(0, 1);
        } catch (IOException e) {
            return "gone";
        }
    }
}
