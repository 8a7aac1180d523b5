package org.activeobjects.group.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.error.FutureMonitoringPingFailureException;
import org.activeobjects.group.DispatchMode;
import org.activeobjects.group.ExceptionInGroup;
import org.activeobjects.group.Group;
import org.activeobjects.group.PAGroup;
import org.activeobjects.group.dispatch.Crew.Done;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spmd.NodeMain;
import org.activeobjects.testing.NodeProcess;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Work that is dealt out to JVMs of which one is killed meanwhile. */
@Tag("system")
@Timeout(120)
class DispatchSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final NodeRuntime here =
            NodeRuntime.open(TransportConfig.defaults().withJob(NodeMain.JOB, null));
    private NodeProcess first;
    private NodeProcess second;

    @BeforeEach
    void startNodes(@TempDir Path logs) {
        here.makeDefault();
        first = NodeProcess.start(logs, "first", NodeMain.class);
        second = NodeProcess.start(logs, "second", NodeMain.class);
    }

    @AfterEach
    void stopNodes() {
        here.close();
        first.close();
        second.close();
    }

    private Node connect(NodeProcess process) {
        return here.connect(process.awaitLine("READY", LIMIT).split(" ")[1]);
    }

    @Test
    void aJvmThatIsKilledCostsWhatItHadAndTheOtherDoesTheRest() {
        Crew crew =
                PAGroup.newGroup(
                        Crew.class,
                        new Object[][] {{0}, {1}, {2}, {3}},
                        connect(first),
                        connect(second));
        PAGroup.setDispatchMode(crew, DispatchMode.DYNAMIC, 1);
        Done results = crew.workWhenReleased(CrewTests.tasks(40));

        second.kill();
        PAGroup.waitN(results, 2);
        PAGroup.getGroup(crew).get(0).release();
        PAGroup.getGroup(crew).get(2).release();

        PAGroup.waitAll(results);
        Group<Done> group = PAGroup.getGroup(results);
        assertThat((Iterable<ExceptionInGroup>) group.getExceptionList())
                .allSatisfy(
                        failed ->
                                assertThat(failed)
                                        .hasCauseInstanceOf(
                                                FutureMonitoringPingFailureException.class))
                .extracting(ExceptionInGroup::getIndex)
                .containsExactly(1, 3);
        group.purgeExceptionAndNull();
        assertThat(tasksOf(group))
                .containsExactlyElementsOf(
                        IntStream.range(0, 40).filter(i -> i != 1 && i != 3).boxed().toList());
        Group<Done> again = PAGroup.getGroup(crew.workWhenReleased(CrewTests.tasks(40)));
        assertThat(tasksOf(again)).hasSize(40);
        Set<Integer> members = new TreeSet<>(again.stream().map(Done::member).toList());
        assertThat(members).containsExactly(0, 2);
    }

    private static List<Integer> tasksOf(Group<Done> results) {
        return results.stream().map(Done::task).toList();
    }
}
