package org.activeobjects.api;

import org.activeobjects.annotation.multiactivity.DefineGroups;
import org.activeobjects.annotation.multiactivity.DefineThreadConfig;
import org.activeobjects.annotation.multiactivity.Group;
import org.activeobjects.annotation.multiactivity.MemberOf;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;

import java.util.ArrayList;
import java.util.List;

/** A JVM in which each of many requests waits for another one that has to wait for its end. */
final class CrowdMain {

    static final int REQUESTS = 30;

    private CrowdMain() {}

    /** Serves one request of each number at a time. */
    @DefineGroups(
            @Group(
                    name = "asked",
                    selfCompatible = true,
                    parameter = "java.lang.Integer",
                    condition = "!equals"))
    @DefineThreadConfig(threadPoolSize = 2 * REQUESTS)
    public static class Desk {

        private Desk other;

        public Desk() {}

        public void knows(Desk known) {
            other = known;
        }

        @MemberOf("asked")
        public IntWrapper ask(Integer number, int hops) {
            return new IntWrapper(
                    hops == 0 ? 0 : other.ask(number, hops - 1).getIntValue() + number);
        }
    }

    public static void main(String[] arguments) {
        NodeRuntime.open(TransportConfig.defaults().withJob(ServerMain.JOB, null)).makeDefault();
        Desk first = PAActiveObject.newActive(Desk.class);
        Desk second = PAActiveObject.newActive(Desk.class);
        first.knows(second);
        second.knows(first);
        List<IntWrapper> answers = new ArrayList<>();
        for (int number = 0; number < REQUESTS; number++) {
            answers.add(first.ask(number, 2));
        }
        PAFuture.waitForAll(answers);
        System.out.println("CAME BACK");
    }
}
