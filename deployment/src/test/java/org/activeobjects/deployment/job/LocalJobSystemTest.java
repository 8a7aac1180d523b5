package org.activeobjects.deployment.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.api.PAFuture;
import org.activeobjects.deployment.error.JobFailedException;
import org.activeobjects.diagnosis.SignalAction;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

@Tag("system")
@Timeout(90)
class LocalJobSystemTest {

    /** A library of the tests, not of the product, would say that it has nowhere to log to. */
    private static final String QUIET = "-Dslf4j.internal.verbosity=ERROR";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(strings = {"shm", "netty"})
    void nodesRunActiveObjectsUntilTheJobIsClosed(String link) throws Exception {
        JobSpec spec =
                JobSpec.nodes(2)
                        .withTransport(List.of(link))
                        .withJvmArguments(List.of("-Dmark=set", QUIET));
        List<Long> pids = new ArrayList<>();
        String id;
        try (LocalJob job = LocalJob.start(spec, out, err)) {
            id = job.id();
            List<Node> nodes = job.nodes();
            for (int rank = 0; rank < job.size(); rank++) {
                Worker worker =
                        PAActiveObject.newActive(
                                Worker.class, new Object[] {rank}, nodes.get(rank));
                String[] where = worker.whereAmI().getStringValue().split(" ");
                assertThat(where[0]).isEqualTo("" + rank);
                assertThat(where[2]).isEqualTo("set");
                pids.add(Long.parseLong(where[1]));
            }
        }
        assertThat(pids).doesNotHaveDuplicates().doesNotContain(ProcessHandle.current().pid());
        assertNothingIsLeft(id, pids);
        // Where the cores have much else to do, a handler may rightly be told to be slow.
        assertThat(err.toString().lines().filter(line -> !line.contains(" HandlerWatch ")))
                .isEmpty();
    }

    @Test
    void aCallIsGivenUpWhenARankFailsAndTheRankIsBlamed() {
        try (LocalJob job = LocalJob.start(JobSpec.nodes(2), out, err)) {
            JobFailedException failure =
                    catchThrowableOfType(
                            JobFailedException.class, () -> job.call(() -> waitAndKill(job)));

            assertThat(failure).hasMessageContaining("rank 1 ended with exit code 9: pid=");
            assertThat(failure.rank()).isEqualTo(1);
            assertThat(failure.exitCode()).isEqualTo(9);
        }
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void whatAnActionThrowsOfItsOwnPasses() {
        try (LocalJob job = LocalJob.start(JobSpec.nodes(1), out, err)) {
            assertThatThrownBy(
                            () ->
                                    job.call(
                                            () -> {
                                                throw new IOException("mine");
                                            }))
                    .isInstanceOf(IOException.class)
                    .hasMessage("mine");
        }
    }

    @Test
    void aJvmThatDoesNotStartFailsTheJobAtOnce() {
        JobSpec spec = JobSpec.nodes(2).withJvmArguments(List.of("-XX:NoSuchFlag"));
        try (LocalJob job = LocalJob.start(spec, out, err)) {
            assertThatThrownBy(job::nodes)
                    .isInstanceOf(JobFailedException.class)
                    .hasMessageContaining("before it had joined the job");
            NodeRuntime opened = NodeRuntime.current();
            assertThatThrownBy(job::nodes).isInstanceOf(JobFailedException.class);
            assertThat(NodeRuntime.current()).isSameAs(opened);
        }
        assertThat(out.toString() + err).contains("Unrecognized VM option 'NoSuchFlag'");
    }

    @Test
    void whoTellsOfASlowStartWaitsOnAThreadOfTheSystem() {
        String suspended =
                "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0";
        JobSpec spec = JobSpec.nodes(1).withJvmArguments(List.of(suspended));
        try (LocalJob job = LocalJob.start(spec, out, err)) {
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .contains("start of " + job.id());
        }
    }

    @Test
    void aJobThatIsClosedOpensNothing() {
        LocalJob job = LocalJob.start(JobSpec.nodes(1), out, err);
        job.close();
        NodeRuntime before = NodeRuntime.current();

        assertThatThrownBy(job::nodes)
                .isInstanceOf(JobFailedException.class)
                .hasMessageContaining("the job is closed and has no nodes");

        assertThat(NodeRuntime.current()).isSameAs(before);
    }

    @Test
    void whoAsksForADumpIsHeardByAllJobsThatAreOpen() throws Exception {
        JobSpec spec = JobSpec.nodes(1).withJvmArguments(List.of(QUIET));
        AtomicInteger unheard = new AtomicInteger();
        // Without this, a signal that no job has would end this JVM.
        try (SignalAction before = SignalAction.install("USR1", unheard::incrementAndGet);
                LocalJob second = startAfter(spec)) {
            assertThat(before.isInstalled()).isTrue();
            long pid = ProcessHandle.current().pid();

            new ProcessBuilder("kill", "-USR1", "" + pid).inheritIO().start().waitFor();

            await().atMost(Duration.ofSeconds(60)).until(() -> unheard.get() > 0 || out.size() > 0);
            assertThat(unheard).hasValue(0);
            assertThat(second.size()).isEqualTo(1);
        }
    }

    /** A job that was started when there was another, which is closed by now. */
    private LocalJob startAfter(JobSpec spec) {
        try (LocalJob first = LocalJob.start(spec, err, err)) {
            assertThat(first.size()).isEqualTo(1);
            return LocalJob.start(spec, out, err);
        }
    }

    @Test
    void objectsOfARankHaveItsShareOfTheCoresAndMoreWhileTheyCompute() {
        int share = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        try (LocalJob job = LocalJob.start(JobSpec.nodes(2), out, err)) {
            List<Meeting> members = new ArrayList<>();
            for (int i = 0; i <= share; i++) {
                members.add(
                        PAActiveObject.newActive(
                                Meeting.class, new Object[0], job.nodes().getFirst()));
            }
            await().until(() -> members.getFirst().carriers().getIntValue() == share);

            List<IntWrapper> met = members.stream().map(one -> one.meet(share + 1)).toList();

            assertThat(met).allMatch(all -> all.getIntValue() == share + 1);
        }
    }

    @Test
    void whatTheUserSaysOfCarriersIsLeftAlone() {
        JobSpec spec =
                JobSpec.nodes(2)
                        .withJvmArguments(
                                List.of("-Djdk.virtualThreadScheduler.parallelism=3", QUIET));
        try (LocalJob job = LocalJob.start(spec, out, err)) {
            Meeting member =
                    PAActiveObject.newActive(Meeting.class, new Object[0], job.nodes().getFirst());

            await().during(Duration.ofMillis(500))
                    .until(() -> member.carriers().getIntValue() == 3);
        }
    }

    /** Waits for a worker of rank 0 for ever, while rank 1 ends. */
    private static String waitAndKill(LocalJob job) {
        List<Node> nodes = job.nodes();
        Worker patient = PAActiveObject.newActive(Worker.class, new Object[] {0}, nodes.get(0));
        Worker victim = PAActiveObject.newActive(Worker.class, new Object[] {1}, nodes.get(1));
        Object never = patient.waitForEver();
        victim.exit(9);
        PAFuture.waitFor(never);
        return "" + never;
    }

    private static void assertNothingIsLeft(String jobId, List<Long> pids) throws IOException {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> pids.stream().noneMatch(pid -> ProcessHandle.of(pid).isPresent()));
        try (DirectoryStream<Path> folders =
                Files.newDirectoryStream(Path.of("/dev/shm"), "activeobjects-*-" + jobId)) {
            assertThat(folders).isEmpty();
        }
    }
}
