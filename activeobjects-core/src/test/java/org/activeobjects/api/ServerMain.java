package org.activeobjects.api;

import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;

import java.util.concurrent.CountDownLatch;

/** A JVM with one registered account; its job is a test's, or with any argument the user's. */
final class ServerMain {

    static final String JOB = "core-system-test";

    private ServerMain() {}

    /** Comes into being when somebody opens the gate. */
    public static class Latecomer extends Account {

        public Latecomer() {
            System.out.println("BEGUN");
            waitForGate();
        }
    }

    public static void main(String[] arguments) {
        Account.gate = new CountDownLatch(1);
        if (arguments.length == 0) {
            NodeRuntime.open(TransportConfig.defaults().withJob(JOB, null)).makeDefault();
        }
        Account account = PAActiveObject.newActive(Account.class, "Ada", 100);
        System.out.println("READY " + PAActiveObject.registerByName(account, "ada"));
    }
}
