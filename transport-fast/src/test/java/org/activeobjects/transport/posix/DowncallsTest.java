package org.activeobjects.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

@Timeout(60)
@EnabledOnOs(OS.LINUX)
class DowncallsTest {

    private static final int EBADF = 9;

    @Test
    void aFunctionTakesAsManyWordsAsItHas() throws Throwable {
        MethodHandle getpid = Downcalls.words("getpid").orElseThrow();
        MethodHandle strnlen = Downcalls.words("strnlen").orElseThrow();

        long pid = (long) getpid.invokeExact(7L, 7L, 7L, 7L, 7L, 7L);
        assertThat((int) pid).isEqualTo((int) ProcessHandle.current().pid());
        try (Arena arena = Arena.ofConfined()) {
            long text = arena.allocateFrom("twelve bytes").address();
            assertThat((long) strnlen.invokeExact(text, 100L, 0L, 0L, 0L, 0L)).isEqualTo(12);
            assertThat((long) strnlen.invokeExact(text, 6L, 0L, 0L, 0L, 0L)).isEqualTo(6);
        }
    }

    /** {@code mmap} takes six; what lies in the last one decides whether it is refused. */
    @Test
    void theSixthWordIsPassed() throws Throwable {
        MethodHandle mmap = Downcalls.words("mmap").orElseThrow();
        MethodHandle munmap = Downcalls.words("munmap").orElseThrow();
        long length = 4096;

        long mapped = (long) mmap.invokeExact(0L, length, 1L, 0x22L, -1L, 0L);
        assertThat(mapped).isPositive();
        long released = (long) munmap.invokeExact(mapped, length, 0L, 0L, 0L, 0L);
        assertThat((int) released).isZero();
        assertThat((long) mmap.invokeExact(0L, length, 1L, 0x22L, -1L, 1L)).isEqualTo(-1);
    }

    @Test
    void theErrorIsKept() throws Throwable {
        MethodHandle close = Downcalls.telling("close").orElseThrow();
        MemoryLayout state = Linker.Option.captureStateLayout();
        VarHandle field = state.varHandle(MemoryLayout.PathElement.groupElement("errno"));

        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = arena.allocate(state);
            long result = (long) close.invokeExact(errno, -1L, 0L, 0L, 0L, 0L, 0L);
            assertThat((int) result).isEqualTo(-1);
            assertThat((int) field.get(errno, 0L)).isEqualTo(EBADF);
        }
    }

    @Test
    void whatThereIsNotIsEmpty() {
        assertThat(Downcalls.words("no_such_function_anywhere")).isEmpty();
        assertThat(Downcalls.telling("no_such_function_anywhere")).isEmpty();
    }

    @Test
    void whatADowncallThrowsIsThrownOn() {
        IllegalStateException closed = new IllegalStateException("closed");
        assertThatThrownBy(() -> Downcalls.unexpected(closed)).isSameAs(closed);
        Error noMemory = new OutOfMemoryError("none");
        assertThatThrownBy(() -> Downcalls.unexpected(noMemory)).isSameAs(noMemory);
    }
}
