package org.activeobjects.transport.posix;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.function.Executable;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Has the kernel refuse a system call of one thread, as it does for want of memory or by a rule of
 * the host; that thread ends with it.
 *
 * <p><b>Source:</b> seccomp(2).
 */
public enum RefusingKernel {
    /** Of a set of sockets: no further one is taken in. */
    EPOLL_CTL(233, 21, 0),
    /** No option of a socket is set. */
    SETSOCKOPT(54, 208, 0),
    /** No thread is begun. */
    CLONE3(435, 435, 0),
    /** Nothing is written but the words by which loops of events are woken. */
    WRITE(1, 64, 9);

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
    private static final long INSTRUCTION_LENGTH = 8;
    private static final int COUNT = 6;
    private static final int THIRD_ARGUMENT = 32; // offset in what is known of a call
    private static final int PR_SET_SECCOMP = 22;
    private static final int PR_SET_NO_NEW_PRIVS = 38;
    private static final long SECCOMP_MODE_FILTER = 2;
    private static final int LOAD = 0x20; // BPF_LD | BPF_W | BPF_ABS
    private static final int SKIP_UNLESS_EQUAL = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
    private static final int SKIP_UNLESS_AT_LEAST = 0x35; // BPF_JMP | BPF_JGE | BPF_K
    private static final int RETURN = 0x06; // BPF_RET | BPF_K
    private static final int REFUSE = 0x0005_0000;
    private static final int ALLOW = 0x7fff_0000;

    private final int numberOnAmd64;
    private final int numberOnAarch64;
    private final int least;

    /** {@code least}: the least third argument of a call that is refused. */
    RefusingKernel(int numberOnAmd64, int numberOnAarch64, int least) {
        this.numberOnAmd64 = numberOnAmd64;
        this.numberOnAarch64 = numberOnAarch64;
        this.least = least;
    }

    /**
     * Runs a task on a thread of its own whose calls are refused, and waits for its end.
     *
     * @param code what the kernel says, a number of {@code errno}
     * @param task what it throws is thrown here
     */
    public void during(int code, Executable task) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread.ofPlatform()
                .name("refused " + this)
                .start(
                        () -> {
                            try {
                                refuse(code);
                                task.execute();
                                end.complete(null);
                            } catch (Throwable e) {
                                end.completeExceptionally(e);
                            }
                        });
        try {
            end.join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case Error error -> throw error;
                case RuntimeException exception -> throw exception; // a test that is skipped, too
                default -> throw new AssertionError(e.getCause());
            }
        }
    }

    private void refuse(int code) throws Throwable {
        boolean isAmd64 = System.getProperty("os.arch").equals("amd64");
        Linker linker = Linker.nativeLinker();
        MethodHandle prctl =
                linker.downcallHandle(
                        linker.defaultLookup().find("prctl").orElseThrow(),
                        FunctionDescriptor.of(INT, INT, LONG, LONG, LONG, LONG),
                        Linker.Option.firstVariadicArg(1));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment instructions = arena.allocate(COUNT * INSTRUCTION_LENGTH, 8);
            instruct(instructions, 0, LOAD, 0, 0); // the number of the call
            instruct(
                    instructions,
                    1,
                    SKIP_UNLESS_EQUAL,
                    3,
                    isAmd64 ? numberOnAmd64 : numberOnAarch64);
            instruct(instructions, 2, LOAD, 0, THIRD_ARGUMENT);
            instruct(instructions, 3, SKIP_UNLESS_AT_LEAST, 1, least);
            instruct(instructions, 4, RETURN, 0, REFUSE | code);
            instruct(instructions, 5, RETURN, 0, ALLOW);
            MemorySegment program = arena.allocate(2 * LONG.byteSize(), 8);
            program.set(SHORT, 0, (short) COUNT);
            program.set(LONG, LONG.byteSize(), instructions.address());
            int first = (int) prctl.invokeExact(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L);
            int second =
                    (int)
                            prctl.invokeExact(
                                    PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program.address(), 0L, 0L);
            Assumptions.assumeTrue(first == 0 && second == 0, "a sandbox forbids seccomp");
        }
    }

    /** {@code skipped}: how many instructions, where the operand does not match. */
    private static void instruct(
            MemorySegment program, int index, int operation, int skipped, int operand) {
        long at = index * INSTRUCTION_LENGTH;
        program.set(SHORT, at, (short) operation);
        program.set(ValueLayout.JAVA_BYTE, at + 3, (byte) skipped);
        program.set(INT, at + 4, operand);
    }
}
