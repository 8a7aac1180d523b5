package org.activeobjects.api;

import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;

/** A JVM with a neighbour that others may know; or with two that ask each other. */
final class NeighbourMain {

    private NeighbourMain() {}

    public static void main(String[] arguments) {
        NodeRuntime.open(TransportConfig.defaults().withJob(ServerMain.JOB, null)).makeDefault();
        Neighbour neighbour = PAActiveObject.newActive(Neighbour.class);
        System.out.println("READY " + PAActiveObject.registerByName(neighbour, "neighbour"));
        if (arguments.length > 0) {
            Neighbour other = PAActiveObject.newActive(Neighbour.class);
            neighbour.knows(other);
            other.knows(neighbour);
            System.out.println("CAME BACK " + neighbour.ask(2).getIntValue());
        }
    }
}
