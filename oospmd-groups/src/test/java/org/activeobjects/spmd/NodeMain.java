package org.activeobjects.spmd;

import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;

/** A JVM that is a node, until the test that started it ends. */
public final class NodeMain {

    public static final String JOB = "spmd-system-test";

    private NodeMain() {}

    public static void main(String[] arguments) {
        NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults().withJob(JOB, null));
        runtime.makeDefault();
        System.out.println("READY " + runtime.node().url());
        ProcessHandle.current().parent().ifPresent(test -> test.onExit().join());
        runtime.close();
    }
}
