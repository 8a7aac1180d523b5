package org.activeobjects.transport.ucx.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.activeobjects.transport.posix.socket.Sockets;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

@Timeout(30)
class EventWaitTest {

    private static final int NONE = -1;

    @BeforeEach
    void requireNativeAccess() {
        assumeTrue(Sockets.whyNot() == null, Sockets.whyNot());
    }

    private static long openFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }

    private static void fail() {
        assertThatThrownBy(() -> new EventWait(NONE))
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessageContaining("descriptor=-1")
                .hasMessageContaining("ulimit -n");
    }

    @Test
    void leavesNothingOpenWhereTheKernelRefuses() throws IOException {
        fail(); // what is loaded for it
        long before = openFiles();
        for (int i = 0; i < 50; i++) {
            fail();
        }
        assertThat(openFiles()).isEqualTo(before);
    }
}
