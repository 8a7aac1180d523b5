package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.activeobjects.api.LenderMain.Reader;
import org.activeobjects.error.FutureMonitoringPingFailureException;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.testing.NodeProcess;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** JVMs that are killed while arrays are lent between them. */
@Tag("system")
@Timeout(120)
class LenderLossSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir private Path logs;

    private final NodeRuntime here =
            NodeRuntime.open(TransportConfig.defaults().withJob(LenderMain.JOB, null));

    @BeforeEach
    void begin() {
        here.makeDefault();
        Reader.SEEN.clear();
        Reader.ENTERED.drainPermits();
        Reader.gate = new CountDownLatch(1);
    }

    @AfterEach
    void close() {
        here.close();
        Reader.SEEN.clear();
    }

    @AfterAll
    static void leaveNothing() {
        Leftovers.remove(LenderMain.JOB);
    }

    @ParameterizedTest
    @ValueSource(ints = {600, 10_000, 1 << 18})
    void theCallerOfAKilledJvmIsToldAndHasItsArray(int count) throws Exception {
        try (NodeProcess server = NodeProcess.start(logs, "server", LenderMain.class, "serve");
                NodeProcess other = NodeProcess.start(logs, "other", LenderMain.class, "serve")) {
            Reader reader = lookUp(server);
            double[] lent = LenderMain.values(count, 5);
            assertThat(reader.see(lent).getIntValue()).isEqualTo(5);
            assertThat(reader.see(lent).getIntValue()).isEqualTo(5);
            IntWrapper waiting = reader.seeBehindGate(lent);
            server.awaitLine("ENTERED", LIMIT);

            server.kill();

            assertThatThrownBy(waiting::getIntValue)
                    .isInstanceOf(FutureMonitoringPingFailureException.class)
                    .hasMessageContaining("seeBehindGate")
                    .hasMessageContaining(Long.toString(server.handle().pid()));
            assertThatThrownBy(() -> reader.see(lent)).isInstanceOf(PeerLostException.class);
            assertThat(lent).containsOnly(5);
            assertThat(lookUp(other).see(lent).getIntValue()).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {600, 10_000, 1 << 18})
    void theCallerOfAJvmThatIsKilledBetweenElementsIsToldAndHasItsArray(int count)
            throws Exception {
        try (NodeProcess server = NodeProcess.start(logs, "server", LenderMain.class, "serve")) {
            Reader reader = lookUp(server);
            double[] lent = LenderMain.values(count, 5);
            assertThat(reader.see(lent).getIntValue()).isEqualTo(5);
            Thread killer = Thread.ofPlatform().start(server::kill);

            Throwable told =
                    catchThrowable(
                            () -> {
                                while (true) {
                                    reader.see(lent).getIntValue();
                                }
                            });

            assertThat(told)
                    .isInstanceOfAny(
                            FutureMonitoringPingFailureException.class, PeerLostException.class)
                    .hasMessageContaining(Long.toString(server.handle().pid()));
            assertThat(lent).containsOnly(5);
            killer.join();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {600, 10_000, 1 << 18})
    void whatAKilledCallerHasLentIsUsedAgain(int count) throws Exception {
        Reader reader = PAActiveObject.newActive(Reader.class);
        String url = PAActiveObject.registerByName(reader, "reader" + count);
        try (NodeProcess caller = caller("wait", url, count)) {
            assertThat(Reader.ENTERED.tryAcquire(30, TimeUnit.SECONDS)).isTrue();

            caller.kill();
            assertThat(caller.awaitExit(LIMIT)).isNotZero();
            Reader.gate.countDown();

            assertThat(reader.mixed().getIntValue()).isZero(); // the lent one is back by now
            assertThat(Reader.SEEN).hasSize(1);
            assertThat(reader.see(LenderMain.values(count, 8)).getIntValue()).isEqualTo(8);
            assertThat(Reader.SEEN).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {600, 10_000, 1 << 18})
    void nobodySeesHalfOfWhatAKilledCallerHasLent(int count) throws Exception {
        Reader reader = PAActiveObject.newActive(Reader.class);
        String url = PAActiveObject.registerByName(reader, "stream" + count);
        try (NodeProcess caller = caller("stream", url, count)) {
            assertThat(caller.awaitLine("UNDER WAY", LIMIT)).endsWith(" 50");

            caller.kill();
            assertThat(caller.awaitExit(LIMIT)).isNotZero();

            for (int i = 1; i <= 20; i++) {
                assertThat(reader.see(LenderMain.values(count, i)).getIntValue()).isEqualTo(i);
            }
            assertThat(reader.mixed().getIntValue()).isZero();
        }
    }

    private NodeProcess caller(String what, String url, int count) {
        return NodeProcess.start(
                logs, "caller", LenderMain.class, what, url, Integer.toString(count));
    }

    private static Reader lookUp(NodeProcess server) throws Exception {
        String url = server.awaitLine("READY", LIMIT).split(" ")[1];
        return PAActiveObject.lookupActive(Reader.class, url);
    }
}
