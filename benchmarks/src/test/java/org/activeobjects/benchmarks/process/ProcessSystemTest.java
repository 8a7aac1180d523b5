package org.activeobjects.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.benchmarks.contest.Field;
import org.activeobjects.benchmarks.contest.Team.TeamFailedException;
import org.activeobjects.benchmarks.side.SideLoop;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

@Tag("system")
@Timeout(60)
class ProcessSystemTest {

    /** A side that cannot be opened, after it has started a thread. */
    static final class Failing {
        public static void main(String[] words) {
            SideLoop.run(
                    words,
                    context -> {
                        Thread.ofPlatform().start(LockSupport::park);
                        throw new IOException("for a test");
                    });
        }
    }

    @Test
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
    void aSideThatFailsEndsWhateverThreadsItHas() {
        JvmProgram program =
                new JvmProgram(Failing.class, true, List.of(), List.of(), Map.of(), null);

        assertThatThrownBy(() -> program.start(new Field(8, 1, false)))
                .isInstanceOf(TeamFailedException.class)
                .hasMessageContaining("Failing 0");
    }
}
