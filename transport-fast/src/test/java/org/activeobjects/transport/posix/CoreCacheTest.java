package org.activeobjects.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

@Timeout(30)
class CoreCacheTest {

    @TempDir Path caches;

    private void describe(int index, String level, String size) throws IOException {
        Path cache = Files.createDirectories(caches.resolve("index" + index));
        Files.writeString(cache.resolve("level"), level + "\n");
        Files.writeString(cache.resolve("size"), size + "\n");
    }

    @ParameterizedTest
    @CsvSource({"512K, 524288", "2M, 2097152", "1280K, 1310720"})
    void tellsTheSecondOfThree(String size, long bytes) throws IOException {
        describe(0, "1", "32K");
        describe(2, "2", size);
        describe(3, "3", "32768K");

        assertThat(CoreCache.secondLevel(caches)).isEqualTo(bytes);
    }

    @Test
    void takesTheUsualSizeWhereNothingIsTold() throws IOException {
        assertThat(CoreCache.secondLevel(caches.resolve("none"))).isEqualTo(1 << 20);
        assertThat(CoreCache.secondLevel(caches)).isEqualTo(1 << 20);
        describe(2, "2", "large");
        assertThat(CoreCache.secondLevel(caches)).isEqualTo(1 << 20);
    }
}
