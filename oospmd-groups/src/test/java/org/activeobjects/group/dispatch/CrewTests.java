package org.activeobjects.group.dispatch;

import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.api.PAFuture;
import org.activeobjects.error.BodyTerminatedException;
import org.activeobjects.group.DispatchMode;
import org.activeobjects.group.PAGroup;
import org.activeobjects.group.dispatch.Crew.Done;
import org.activeobjects.group.dispatch.Crew.Task;
import org.activeobjects.node.Delivery;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.apache.logging.log4j.ThreadContext;
import org.junit.jupiter.api.AfterEach;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Members in the runtime of the caller, or in another one of this JVM, and work for them. */
abstract class CrewTests {

    /** Where the members are, and what a caller may rely on when its call returns. */
    enum Setting {
        HERE,
        THERE,
        THERE_CAUSAL
    }

    NodeRuntime here;
    NodeRuntime there;
    final List<Crew> members = new ArrayList<>();
    Crew crew;

    void open(Setting setting, int size, int bufferSize) {
        Site.reset();
        TransportConfig config =
                TransportConfig.defaults().withJob("dispatch", TransportConfig.newSecret());
        Delivery delivery =
                setting == Setting.THERE_CAUSAL ? Delivery.CAUSAL : Delivery.values()[0];
        here = NodeRuntime.open(config, delivery);
        there = NodeRuntime.open(config, delivery);
        here.makeDefault();
        Node node = setting == Setting.HERE ? here.node() : here.connect(there.card());
        for (int number = 0; number < size; number++) {
            members.add(PAActiveObject.newActive(Crew.class, new Object[] {number}, node));
        }
        crew = PAGroup.of(Crew.class, members);
        PAGroup.setDispatchMode(crew, DispatchMode.DYNAMIC, bufferSize);
    }

    @AfterEach
    void close() {
        Site.reset();
        ThreadContext.clearAll();
        there.close();
        here.close();
    }

    static List<Task> listOf(int count) {
        return IntStream.range(0, count).mapToObj(Task::new).toList();
    }

    static Task scattered(List<Task> tasks) {
        Task group = PAGroup.of(Task.class, tasks);
        PAGroup.setScatterGroup(group);
        return group;
    }

    static Task tasks(int count) {
        return scattered(listOf(count));
    }

    static List<Integer> tasksOf(Done results) {
        return PAGroup.getGroup(results).stream().map(Done::task).toList();
    }

    void awaitQueued(int member, int begun, int queued) {
        await().until(
                        () ->
                                Site.begunBy(member).size() == begun
                                        && members.get(member).queued().task() == queued);
    }

    static boolean refusesCalls(Crew member) {
        try {
            PAFuture.getFutureValue(member.queued());
            return false;
        } catch (BodyTerminatedException e) {
            return true;
        }
    }
}
