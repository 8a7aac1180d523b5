package org.activeobjects.internal.dump;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Has SIGQUIT raise another signal, after the JVM's own handler has run.
 *
 * <p>The JVM gives SIGQUIT to nobody in Java, and no Java code may run inside a signal handler. So
 * the handler is a dozen instructions: call the handler of the JVM, then {@code kill(getpid(),
 * other)}. Both signals pass through the same thread of the JVM, lower numbers first: what the
 * other signal does comes after the JVM's dump of threads.
 *
 * <p>It stays for the life of the process. {@code -Xcheck:jni} says once that the handler has been
 * modified.
 *
 * <p><b>Source:</b> sigaction(2), signal-safety(7); System V ABI for AMD64, AAPCS64.
 */
final class QuitHandler {

    private static final int SIGQUIT = 3;

    /** A handler below is no function: what the system does, or nothing. */
    private static final long LOWEST_FUNCTION = 2;

    /** More than {@code struct sigaction} has in any C library, bytes; the handler comes first. */
    private static final int SIGACTION_SIZE = 256;

    private static final int PAGE = 4096;
    private static final int READ_WRITE = 1 | 2;
    private static final int READ_EXECUTE = 1 | 4;
    private static final int PRIVATE_ANONYMOUS = 2 | 0x20;
    private static final long FAILED = -1;

    private QuitHandler() {}

    /**
     * Installs it.
     *
     * @param other number of the signal to raise, above SIGQUIT's
     * @return why it cannot be; empty if it has been
     */
    static Optional<String> install(int other) {
        if (!QuitHandler.class.getModule().isNativeAccessEnabled()) {
            return Optional.of("native access is not enabled");
        }
        if (!System.getProperty("os.name").equals("Linux")) {
            return Optional.of("no Linux");
        }
        try (Arena arena = Arena.ofConfined()) {
            return replace(arena.allocate(SIGACTION_SIZE, Long.BYTES), other);
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a downcall throws no checked exception", e);
        }
    }

    private static Optional<String> replace(MemorySegment action, int other) throws Throwable {
        int asked = (int) call("sigaction", SIGQUIT, 0, action.address());
        long before = action.get(JAVA_LONG, 0);
        if (asked != 0 || Long.compareUnsigned(before, LOWEST_FUNCTION) < 0) {
            return Optional.of("the JVM does not handle SIGQUIT");
        }
        ByteBuffer code = code(before, other);
        if (code == null) {
            return Optional.of("no code for this processor");
        }
        long address = executable(code);
        if (address == FAILED) {
            return Optional.of("no memory for code");
        }
        action.set(JAVA_LONG, 0, address);
        int replaced = (int) call("sigaction", SIGQUIT, action.address(), 0);
        return replaced == 0 ? Optional.empty() : Optional.of("sigaction fails");
    }

    /** Memory that holds the code, never writable and executable at once. */
    private static long executable(ByteBuffer code) throws Throwable {
        long page = call("mmap", 0, PAGE, READ_WRITE, PRIVATE_ANONYMOUS, -1);
        if (page == FAILED) {
            return FAILED;
        }
        MemorySegment.ofAddress(page)
                .reinterpret(code.remaining())
                .copyFrom(MemorySegment.ofBuffer(code));
        // The kernel makes the code visible to instruction fetches as the page becomes executable.
        int done = (int) call("mprotect", page, PAGE, READ_EXECUTE);
        return done == 0 ? page : FAILED;
    }

    /**
     * Calls a function of numbers and addresses; zero is what it is not given. The signature is one
     * that other parts of this JVM use: each that is new takes milliseconds.
     */
    private static long call(String function, long... words) throws Throwable {
        Linker linker = Linker.nativeLinker();
        MethodHandle handle =
                linker.downcallHandle(
                        linker.defaultLookup().findOrThrow(function),
                        FunctionDescriptor.of(
                                JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                                JAVA_LONG),
                        Linker.Option.firstVariadicArg(1));
        long[] all = Arrays.copyOf(words, 6);
        return (long) handle.invokeExact(all[0], all[1], all[2], all[3], all[4], all[5]);
    }

    private static ByteBuffer code(long before, int other) {
        return switch (System.getProperty("os.arch").toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64" -> amd64(before, other);
            case "aarch64", "arm64" -> aarch64(before, other);
            default -> null;
        };
    }

    private static ByteBuffer amd64(long before, int other) {
        return instructions()
                .put(bytes(0x48, 0x83, 0xEC, 0x08)) // sub rsp, 8: aligned for a call
                .put(bytes(0x48, 0xB8))
                .putLong(before) // mov rax, before
                .put(bytes(0xFF, 0xD0)) // call rax, with our own arguments
                .put(bytes(0xB8))
                .putInt(39) // mov eax, getpid
                .put(bytes(0x0F, 0x05)) // syscall
                .put(bytes(0x89, 0xC7)) // mov edi, eax
                .put(bytes(0xBE))
                .putInt(other) // mov esi, other
                .put(bytes(0xB8))
                .putInt(62) // mov eax, kill
                .put(bytes(0x0F, 0x05)) // syscall
                .put(bytes(0x48, 0x83, 0xC4, 0x08)) // add rsp, 8
                .put(bytes(0xC3)) // ret
                .flip();
    }

    private static ByteBuffer aarch64(long before, int other) {
        return instructions()
                .putInt(0xA9BF7BFD) // stp x29, x30, [sp, #-16]!
                .putInt(0x910003FD) // mov x29, sp
                .putInt(0x58000150) // ldr x16, before: ten words on
                .putInt(0xD63F0200) // blr x16, with our own arguments
                .putInt(0xD2801588) // mov x8, getpid
                .putInt(0xD4000001) // svc 0
                .putInt(0x52800001 | other << 5) // mov w1, other
                .putInt(0xD2801028) // mov x8, kill
                .putInt(0xD4000001) // svc 0
                .putInt(0xA8C17BFD) // ldp x29, x30, [sp], #16
                .putInt(0xD65F03C0) // ret
                .putInt(0) // keeps the next aligned
                .putLong(before)
                .flip();
    }

    private static ByteBuffer instructions() {
        return ByteBuffer.allocateDirect(64).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
