package org.activeobjects.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.benchmarks.contest.Field;
import org.activeobjects.benchmarks.contest.Team.TeamFailedException;
import org.activeobjects.benchmarks.side.Order;
import org.activeobjects.benchmarks.side.SideLoop;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import java.io.IOException;
import java.time.Duration;
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

    /** A program that nothing but the end of its parent ends. */
    static final class Waiting {
        public static void main(String[] words) {
            Parent.endWithIt();
            System.out.println(Order.READY);
            while (true) {
                LockSupport.park();
            }
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

    @Test
    void aProgramEndsWithItsParent() throws Exception {
        List<String> command = JvmProgram.javaCommand(Waiting.class, List.of());
        try (Worker worker = Worker.start("waiting", command, Map.of())) {
            worker.expect(Order.READY);
            ProcessHandle process = ProcessHandle.of(worker.pid()).orElseThrow();

            worker.endOrders();

            assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(20));
        }
    }
}
