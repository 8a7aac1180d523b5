package org.activeobjects.transport.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The JVM tells of a page that is missing later, in compiled code. */
@Timeout(60)
class FileMemoryTest {

    private static final int LENGTH = 4096;
    private static final int COMPILED = 30_000;

    @TempDir Path folder;

    private final MemorySegment elements = MemorySegment.ofArray(new byte[LENGTH]);
    private MemorySegment memory;
    private FileChannel file;

    @BeforeEach
    void map() throws IOException {
        file =
                FileChannel.open(
                        folder.resolve("elements"),
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        memory = file.map(FileChannel.MapMode.READ_WRITE, 0, LENGTH, Arena.ofAuto());
    }

    private void cutOff() throws IOException {
        try (FileChannel whole = file) {
            whole.truncate(0);
        }
    }

    private void copyOut() {
        FileMemory.copyOut(memory, null, 0, elements, 0, LENGTH);
    }

    private void copyIn() {
        FileMemory.copyIn(memory, null, 0, elements, 0, LENGTH);
    }

    private static boolean hasFailed(Runnable copy) {
        try {
            copy.run();
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    @Test
    void aCopyOutOfItFailsByItself() throws IOException {
        for (int i = 0; i < COMPILED; i++) {
            copyOut();
        }
        cutOff();
        assertThat(hasFailed(this::copyOut)).isTrue();
        assertThatThrownBy(this::copyOut).hasMessageContaining("the file was cut short");
    }

    @Test
    void aCopyIntoItFailsByItself() throws IOException {
        for (int i = 0; i < COMPILED; i++) {
            copyIn();
        }
        cutOff();
        assertThat(hasFailed(this::copyIn)).isTrue();
    }

    @Test
    void stridesInItFailByThemselves() throws IOException {
        Strides strides = Strides.of(memory, 1, LENGTH, 0, 1, 2, LENGTH / 2);
        for (int i = 0; i < COMPILED / 10; i++) {
            strides.copyTo(0, elements, 0, LENGTH / 2);
        }
        cutOff();
        assertThat(hasFailed(() -> strides.copyTo(0, elements, 0, LENGTH / 2))).isTrue();
    }

    @Test
    void whatAnotherOwnsIsCopiedWithoutALook() throws IOException {
        assertThat(FileMemory.isOne(memory, null)).isTrue();
        assertThat(FileMemory.isOne(memory, this)).isFalse();
        assertThat(FileMemory.isOne(Arena.ofAuto().allocate(8), null)).isFalse();
        assertThat(FileMemory.isOne(null, null)).isFalse();
        cutOff();
    }
}
