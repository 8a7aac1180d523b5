package org.activeobjects.api;

import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;

/** A JVM with a node, and one registered nomad. */
final class MigrantMain {

    static final String JOB = "moving-system-test";

    private MigrantMain() {}

    public static void main(String[] arguments) {
        NodeRuntime here = NodeRuntime.open(TransportConfig.defaults().withJob(JOB, null));
        here.makeDefault();
        Nomad nomad = PAActiveObject.newActive(Nomad.class);
        String name = PAActiveObject.registerByName(nomad, "nomad");
        System.out.println("READY " + here.node().url() + " " + name);
    }
}
