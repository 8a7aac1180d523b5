package org.activeobjects.transport.posix.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What is said of a transfer that has failed with a number that may have been another's. */
@Timeout(60)
class ErrnoTest {

    @BeforeEach
    void requireSockets() {
        assumeTrue(Sockets.whyNot() == null, Sockets.whyNot());
    }

    @ParameterizedTest(name = "[{index}] first {0}, then {1} with errno {2}: {3}")
    @CsvSource({
        "104, 0, 0, -104", // told once, then the end
        "104, -1, 32, -104", // told once, then a broken pipe
        "104, -1, 11, -11", // another's
        "104, 7, 0, 7", // another's, and now there is something
        "0, 0, 0, 0", // forgotten, and it is the end
        "0, -1, 104, -104",
        "0, -1, 11, -11",
        "9, -1, 9, -9"
    })
    void tellsTheErrorOfTheFirstTryIfTheSecondOneFailsToo(
            int hint, long result, int errno, int told) {
        MemorySegment captured = Libc.newErrno();
        captured.set(ValueLayout.JAVA_INT, 0, errno);

        assertThat(Errno.confirmed(hint, result, captured)).isEqualTo(told);
    }
}
