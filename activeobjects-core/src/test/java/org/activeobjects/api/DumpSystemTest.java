package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.node.NodeRuntime;
import org.activeobjects.testing.NodeProcess;
import org.activeobjects.threads.ThreadModel;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A JVM is asked from outside what its active objects do. */
@Tag("system")
@Timeout(120)
class DumpSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String SERVING = "    serves waitForGate";

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

    private static NodeProcess start(Path logs, String... flags) {
        return NodeProcess.startJvm(logs, "server", Map.of(), List.of(flags), ServerMain.class);
    }

    /** Gets the server's account to wait for its gate. */
    private Account waitAtGate(NodeProcess server) throws Exception {
        here.makeDefault();
        String url = server.awaitLine("READY", LIMIT).split(" ")[1];
        Account account = PAActiveObject.lookupActive(Account.class, url);
        IntWrapper waiting = account.waitForGate();
        while (account.begunAtGate() == 0) {
            Thread.onSpinWait();
        }
        assertThat(PAFuture.isAwaited(waiting)).isTrue();
        return account;
    }

    /** It is installed beside the start of the server, so the first may come too early. */
    private static void quitUntilDump(NodeProcess server) {
        await().atMost(LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .until(
                        () -> {
                            signal(server, "QUIT");
                            return !dumps(server).isEmpty();
                        });
    }

    private static void awaitDumps(NodeProcess server, int number) {
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(dumps(server)).hasSizeGreaterThanOrEqualTo(number));
    }

    private static List<String> dumps(NodeProcess server) {
        return server.output().lines().filter(line -> line.contains(SERVING)).toList();
    }

    @AfterAll
    static void leaveNothing() {
        Leftovers.remove(ServerMain.JOB);
    }

    @Test
    void writesWhatItsObjectsDoWhenTheSignalComesAndGoesOn(@TempDir Path logs) throws Exception {
        try (NodeProcess server = start(logs)) {
            Account account = waitAtGate(server);

            signal(server, "USR1");
            awaitDumps(server, 1);

            assertThat(PAActiveObject.pingActiveObject(account)).isTrue();
        }
    }

    @Test
    void theSignalForThreadDumpsShowsTheThreadsAndThenTheObjects(@TempDir Path logs)
            throws Exception {
        try (NodeProcess server = start(logs)) {
            Account account = waitAtGate(server);

            quitUntilDump(server);
            assertThat(server.output())
                    .containsSubsequence("Full thread dump", "VM Thread", SERVING);
            int before = dumps(server).size();
            signal(server, "QUIT");
            awaitDumps(server, before + 1);

            assertThat(PAActiveObject.pingActiveObject(account)).isTrue();
        }
    }

    @Test
    void aToolThatAttachesGetsNoDumpThatNobodyAskedFor(@TempDir Path logs) throws Exception {
        try (NodeProcess server = start(logs, "-D" + ThreadModel.SETTING + "=platform")) {
            var _ = waitAtGate(server);
            String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
            List<String> command = List.of(jcmd, Long.toString(server.pid()), "Thread.print");
            try (NodeProcess tool = NodeProcess.startCommand(logs, "jcmd", Map.of(), command)) {
                assertThat(tool.awaitExit(LIMIT)).isZero();
                assertThat(tool.output())
                        .contains("Full thread dump")
                        .containsPattern("\"Account#\\d+ waitForGate\"");
            }

            quitUntilDump(server);
            assertThat(server.output().indexOf(SERVING))
                    .isGreaterThan(server.output().indexOf("Full thread dump"));
        }
    }

    @Test
    void theSettingLeavesTheSignalsAlone(@TempDir Path logs) throws Exception {
        try (NodeProcess server = start(logs, "-Dactiveobjects.dump.signal=none")) {
            var _ = waitAtGate(server);
            signal(server, "QUIT");
            server.awaitLine("Full thread dump", LIMIT);
            signal(server, "URG");
            signal(server, "USR1"); // what the system does with it
            assertThat(server.awaitExit(LIMIT)).isEqualTo(128 + 10);

            assertThat(dumps(server)).isEmpty();
        }
    }
}
