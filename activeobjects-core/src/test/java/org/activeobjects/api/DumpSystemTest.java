package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.node.NodeRuntime;
import org.activeobjects.testing.NodeProcess;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;

/** A JVM is asked from outside what its active objects do. */
@Tag("system")
@Timeout(120)
class DumpSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final NodeRuntime here =
            NodeRuntime.open(TransportConfig.defaults().withJob(ServerMain.JOB, null));

    @AfterEach
    void close() {
        here.close();
    }

    private static void signal(NodeProcess process, String name) throws Exception {
        Process kill =
                new ProcessBuilder("kill", "-" + name, Long.toString(process.handle().pid()))
                        .start();
        assertThat(kill.waitFor()).isZero();
    }

    @Test
    void writesWhatItsObjectsDoWhenTheSignalComesAndGoesOn(@TempDir Path logs) throws Exception {
        here.makeDefault();
        try (NodeProcess server = NodeProcess.start(logs, "server", ServerMain.class)) {
            String url = server.awaitLine("READY", LIMIT).split(" ")[1];
            Account account = PAActiveObject.lookupActive(Account.class, url);
            IntWrapper waiting = account.waitForGate();
            while (account.begunAtGate() == 0) {
                Thread.onSpinWait();
            }

            signal(server, "USR1");
            server.awaitLine("    serves waitForGate", LIMIT);
            // The JVM's own signal still lists its threads.
            signal(server, "QUIT");
            server.awaitLine("Full thread dump", LIMIT);

            assertThat(PAFuture.isAwaited(waiting)).isTrue();
            assertThat(PAActiveObject.pingActiveObject(account)).isTrue();
        }
    }
}
