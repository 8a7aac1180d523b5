package org.activeobjects.transport.posix;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Reads the memory of another process, which then tells the kernel to let nobody look into it, and
 * says what comes of that.
 */
public final class ForbiddenReadMain {

    private static final int PR_SET_DUMPABLE = 4;
    private static final long WORD = 0x1234_5678_9abc_def0L;

    private ForbiddenReadMain() {}

    /** Without an argument the one that reads, with one the other. */
    public static void main(String[] args) throws Throwable {
        if (args.length > 0) {
            beRead();
            return;
        }
        Process other =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                ForbiddenReadMain.class.getName(),
                                "other")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (BufferedReader said = other.inputReader(StandardCharsets.US_ASCII)) {
            long mark = Long.parseLong(said.readLine());
            ProcessMemory memory = ProcessMemory.of(other.pid(), mark, WORD).orElseThrow();
            long target = Arena.global().allocate(ValueLayout.JAVA_LONG).address();
            System.out.println("before " + memory.read(target, mark, Long.BYTES));
            System.out.println("forbidden before " + memory.isForbidden());
            other.getOutputStream().write('\n');
            other.getOutputStream().flush();
            System.out.println("prctl " + said.readLine());
            System.out.println("after " + memory.read(target, mark, Long.BYTES));
            System.out.println("forbidden after " + memory.isForbidden());
            other.destroyForcibly().waitFor();
            System.out.println("gone " + memory.read(target, mark, Long.BYTES));
        } finally {
            other.destroyForcibly();
        }
    }

    private static void beRead() throws Throwable {
        MemorySegment mark = Arena.global().allocate(ValueLayout.JAVA_LONG);
        mark.set(ValueLayout.JAVA_LONG, 0, WORD);
        System.out.println(mark.address());
        BufferedReader heard =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        heard.readLine();
        Linker linker = Linker.nativeLinker();
        int result =
                (int)
                        linker.downcallHandle(
                                        linker.defaultLookup().find("prctl").orElseThrow(),
                                        FunctionDescriptor.of(
                                                ValueLayout.JAVA_INT,
                                                ValueLayout.JAVA_INT,
                                                ValueLayout.JAVA_LONG),
                                        Linker.Option.firstVariadicArg(1))
                                .invokeExact(PR_SET_DUMPABLE, 0L);
        System.out.println(result);
        heard.readLine();
    }
}
