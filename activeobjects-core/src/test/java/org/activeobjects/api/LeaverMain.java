package org.activeobjects.api;

import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;

/** Returns while its active objects have much to do; one of them waits for requests for ever. */
final class LeaverMain {

    private static final int HOPS = 2_000;

    private LeaverMain() {}

    /** Passes a number on until it is used up. */
    public static class Hopper {

        private Hopper next;

        /** One-way. */
        public void knows(Hopper other) {
            next = other;
        }

        /** One-way. */
        public void hop(int left) {
            if (left == 0) {
                System.out.println("DONE");
            } else {
                next.hop(left - 1);
            }
        }
    }

    /** Is busy until the program has ended. */
    public static class Latecomer {

        private final long program;

        public Latecomer(Long program) {
            this.program = program;
        }

        /** One-way. */
        public void outlastProgram() {
            Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.threadId() == program)
                    .forEach(LeaverMain::join);
        }

        /** One-way; never served. */
        public void tooLate() {
            System.out.println("SERVED");
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] arguments) {
        NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
        here.makeDefault();
        if (arguments.length > 0) {
            long program = Thread.currentThread().threadId();
            Latecomer late = PAActiveObject.newActive(Latecomer.class, program);
            late.outlastProgram();
            late.tooLate();
            PAActiveObject.terminateActiveObject(late, true);
            return;
        }
        Hopper first = PAActiveObject.newActive(Hopper.class);
        Hopper second = PAActiveObject.newActive(Hopper.class);
        first.knows(second);
        second.knows(first);
        PAActiveObject.newActive(CollectionTest.Patient.class, "idle").nothing();
        first.hop(HOPS);
    }
}
