package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.active.StubObject;
import org.activeobjects.error.FutureMonitoringPingFailureException;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.testing.NodeProcess;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.PeerLostException;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Active objects in a JVM of their own, which ends well or badly. */
@Tag("system")
@Timeout(120)
class PeerLossSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final NodeRuntime here =
            NodeRuntime.open(TransportConfig.defaults().withJob(ServerMain.JOB, null));

    @AfterEach
    void close() {
        here.close();
    }

    @AfterAll
    static void leaveNothing() {
        Leftovers.remove(ServerMain.JOB);
    }

    @Test
    void failsWhatWaitsForAKilledJvmAndNamesIt(@TempDir Path logs) throws Exception {
        here.makeDefault();
        try (NodeProcess server = NodeProcess.start(logs, "server", ServerMain.class)) {
            String url = server.awaitLine("READY", LIMIT).split(" ")[1];
            Account account = PAActiveObject.lookupActive(Account.class, url);
            assertThat(account.plainBalance()).isEqualTo(100);
            IntWrapper waiting = account.waitForGate();
            assertThat(PAFuture.isAwaited(waiting)).isTrue();

            String place =
                    "%s (pid %d on "
                            .formatted(
                                    url.substring(0, url.lastIndexOf('/')), server.handle().pid());

            server.kill();

            assertThatThrownBy(waiting::getIntValue)
                    .isInstanceOf(FutureMonitoringPingFailureException.class)
                    .hasMessageContaining("call=Account#1.waitForGate of " + place)
                    .hasMessageContaining("look the object up again")
                    .hasCauseInstanceOf(PeerLostException.class);
            assertThatThrownBy(account::plainBalance)
                    .isInstanceOf(PeerLostException.class)
                    .hasMessageContaining("call=Account#1.plainBalance of " + place)
                    .hasMessageContaining("look the object up again");
            assertThatThrownBy(() -> account.deposit(1))
                    .isInstanceOf(PeerLostException.class)
                    .hasMessageContaining("call=Account#1.deposit of " + place);
            assertThat(PAActiveObject.pingActiveObject(account)).isFalse();
        }
    }

    @Test
    void aPingThatIsOnItsWayWhenTheJvmIsKilledFindsNothingAlive(@TempDir Path logs)
            throws Exception {
        here.makeDefault();
        try (NodeProcess server = NodeProcess.start(logs, "server", ServerMain.class)) {
            String url = server.awaitLine("READY", LIMIT).split(" ")[1];
            Account account = PAActiveObject.lookupActive(Account.class, url);
            FutureTask<Boolean> pings = new FutureTask<>(() -> pingWhileAlive(account));
            Thread pinging = Thread.ofPlatform().start(pings);
            String pid = String.valueOf(server.pid());
            assertThat(new ProcessBuilder("kill", "-STOP", pid).start().waitFor()).isZero();
            await().until(() -> pinging.getState() != Thread.State.RUNNABLE);

            server.kill();

            assertThat(pings.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isFalse();
        }
    }

    private static boolean pingWhileAlive(Account account) {
        boolean isAlive;
        do {
            isAlive = PAActiveObject.pingActiveObject(account);
        } while (isAlive);
        return isAlive;
    }

    @Test
    void keepsAJvmAliveAsLongAsSomethingIsRegistered(@TempDir Path logs) throws Exception {
        here.makeDefault();
        try (NodeProcess server = NodeProcess.start(logs, "server", ServerMain.class)) {
            String url = server.awaitLine("READY", LIMIT).split(" ")[1];
            Account account = PAActiveObject.lookupActive(Account.class, url);
            assertThat(account.owner()).isEqualTo("Ada");

            PAActiveObject.unregister(url);

            assertThat(server.awaitExit(LIMIT)).isZero();
        }
    }

    @Test
    void endsOnlyWhenWhatOthersHaveAskedForIsAnswered(@TempDir Path logs) throws Exception {
        here.makeDefault();
        try (NodeProcess server = NodeProcess.start(logs, "server", ServerMain.class)) {
            String url = server.awaitLine("READY", LIMIT).split(" ")[1];
            Account account = PAActiveObject.lookupActive(Account.class, url);
            String node = PAActiveObject.getActiveObjectNodeUrl(account);
            CompletableFuture<Account> asked =
                    CompletableFuture.supplyAsync(
                            () ->
                                    PAActiveObject.newActive(
                                            ServerMain.Latecomer.class, new Object[0], node));
            server.awaitLine("BEGUN", LIMIT);

            PAActiveObject.unregister(url);
            account.openGate();

            assertThat(asked.get(30, TimeUnit.SECONDS)).isInstanceOf(StubObject.class);
            assertThat(server.awaitExit(LIMIT)).isZero();
        }
    }

    @Test
    void lastsUntilItsActiveObjectsHaveDoneWhatTheyWereAskedTo(@TempDir Path logs)
            throws Exception {
        try (NodeProcess leaver = NodeProcess.start(logs, "leaver", LeaverMain.class)) {
            leaver.awaitLine("DONE", LIMIT);

            assertThat(leaver.awaitExit(LIMIT)).isZero();
        }
    }

    @Test
    void lastsUntilItHasToldOfCallsThatAreNotServedAnyMore(@TempDir Path logs) throws Exception {
        try (NodeProcess leaver = NodeProcess.start(logs, "leaver", LeaverMain.class, "late")) {
            assertThat(leaver.awaitExit(LIMIT)).isZero();

            assertThat(leaver.output())
                    .contains("one-way call failed: method=tooLate callee=Latecomer#1")
                    .doesNotContain("SERVED");
        }
    }

    @Test
    void letsTheProgramsOfOneUserReachEachOtherWithoutSettings(@TempDir Path home)
            throws Exception {
        List<String> flags = List.of("-Duser.home=" + home);
        try (NodeProcess server =
                NodeProcess.startJvm(home, "server", Map.of(), flags, ServerMain.class, "user")) {
            String url = server.awaitLine("READY", LIMIT).split(" ")[1];
            try (NodeProcess client =
                    NodeProcess.startJvm(home, "client", Map.of(), flags, ClientMain.class, url)) {
                client.awaitLine("BALANCE 100", LIMIT);

                assertThat(client.awaitExit(LIMIT)).isZero();
            }
        }
    }
}
