package org.activeobjects.deployment.command;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.collective.Communicator;
import org.activeobjects.collective.Reduction;
import org.activeobjects.node.Job;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spmd.PASPMD;
import org.activeobjects.transport.Slice;
import org.activeobjects.wrapper.BooleanWrapper;
import org.activeobjects.wrapper.StringWrapper;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.FileInputStream;
import java.io.Serial;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** The programs that the system tests of {@code ao run} run in ranks. */
final class RankPrograms {

    private RankPrograms() {}

    /** Says who it is, and ends. */
    static final class Hello {

        private Hello() {}

        public static void main(String[] args) {
            sayHello();
            System.out.println("arguments " + String.join(",", args));
        }
    }

    /** Says who it is, and waits for its end. */
    static final class Patient {

        private Patient() {}

        public static void main(String[] args) throws InterruptedException {
            sayHello();
            new CountDownLatch(1).await();
        }
    }

    /** Waits for the answer of an active object that never comes. */
    static final class Awaiting {

        private Awaiting() {}

        /** Answers never. */
        public static class Silent {

            /** For its stub. */
            public Silent() {}

            public StringWrapper answer() {
                return new CompletableFuture<StringWrapper>().join();
            }
        }

        public static void main(String[] args) {
            Silent silent = PAActiveObject.newActive(Silent.class);
            StringWrapper answer = silent.answer();
            sayHello();
            System.out.println(answer.getStringValue());
        }
    }

    /** Says who it is, and does not end when it is told to. */
    static final class Stubborn {

        private Stubborn() {}

        public static void main(String[] args) throws InterruptedException {
            CountDownLatch never = new CountDownLatch(1);
            Thread waiting =
                    Thread.ofPlatform()
                            .unstarted(
                                    () -> {
                                        try {
                                            never.await();
                                        } catch (InterruptedException e) {
                                            Thread.currentThread().interrupt();
                                        }
                                    });
            Runtime.getRuntime().addShutdownHook(waiting);
            Patient.main(args);
        }
    }

    /** Says who it is, waits, and ends in another way than it is told to. */
    static final class Halting {

        private Halting() {}

        public static void main(String[] args) throws InterruptedException {
            Thread end = Thread.ofPlatform().unstarted(() -> Runtime.getRuntime().halt(9));
            Runtime.getRuntime().addShutdownHook(end);
            Patient.main(args);
        }
    }

    /** Ends as SIGINT ends a process. */
    static final class Signalled {

        private Signalled() {}

        public static void main(String[] args) {
            Runtime.getRuntime().halt(128 + 2);
        }
    }

    /** Starts a process that would end only much later, and waits. */
    static final class Parent {

        private Parent() {}

        public static void main(String[] args) throws Exception {
            Process child = new ProcessBuilder("sleep", "600").start();
            System.out.println("child pid=" + child.pid());
            Patient.main(args);
        }
    }

    /** Rank 1 throws, the others wait. */
    static final class Throwing {

        private Throwing() {}

        public static void main(String[] args) throws InterruptedException {
            if (job().rank() == 1) {
                throw new IllegalStateException("rank one gives up", new Error("the reason"));
            }
            Patient.main(args);
        }
    }

    /** Throws, and has a handler for that, which goes on as asked for. */
    static final class Handled {

        private Handled() {}

        public static void main(String[] args) {
            Thread.UncaughtExceptionHandler handler =
                    (thread, thrown) -> {
                        System.out.println("handled by " + thread.getName() + ": " + thrown);
                        switch (args[0]) {
                            case "fails" -> throw new IllegalArgumentException("so does this");
                            case "rethrows" -> throw (RuntimeException) thrown;
                            case "exits" -> System.exit(7);
                            default -> {}
                        }
                    };
            if (args[0].equals("is the thread's own")) {
                Thread.currentThread().setUncaughtExceptionHandler(handler);
            } else {
                Thread.setDefaultUncaughtExceptionHandler(handler);
            }
            throw new IllegalStateException("this rank gives up");
        }
    }

    /** Throws what does not tell its cause, but throws in turn. */
    static final class Secretive {

        private Secretive() {}

        private static final class Secret extends RuntimeException {
            @Serial private static final long serialVersionUID = 1;

            Secret(String message) {
                super(message);
            }

            @Override
            public synchronized Throwable getCause() {
                throw new IllegalStateException("nobody asks me");
            }
        }

        public static void main(String[] args) {
            throw new Secret("what it is about");
        }
    }

    /** Rank 1 ends with an exit code, the others wait. */
    static final class Exiting {

        private Exiting() {}

        public static void main(String[] args) throws InterruptedException {
            if (job().rank() == 1) {
                System.exit(7);
            }
            Patient.main(args);
        }
    }

    /** Rank 1 ends in the way that is asked for, and never comes to what the other waits in. */
    static final class Absent {

        private Absent() {}

        public static void main(String[] args) {
            if (job().rank() == 0) {
                PASPMD.barrier();
            } else if (args[0].equals("exit")) {
                System.exit(0);
            }
        }
    }

    /** Each rank sends something long to the next one, and would receive then. */
    static final class SendingFirst {

        private SendingFirst() {}

        public static void main(String[] args) {
            Communicator ranks = PASPMD.communicator();
            Slice much = Slice.of(new double[100_000]);
            int next = (ranks.rank() + 1) % ranks.size();
            int last = (ranks.rank() + ranks.size() - 1) % ranks.size();
            ranks.endpoint().send(ranks.member(next), 5, 2, much);
            ranks.endpoint().recv(ranks.member(last), 5, 2, much);
        }
    }

    /** Holds the stream that is asked for locked, for ever; then rank 1 throws if it is to. */
    static final class Holding {

        private Holding() {}

        public static void main(String[] args) throws InterruptedException {
            Object stream = args[0].equals("err") ? System.err : System.out;
            CountDownLatch held = new CountDownLatch(1);
            Thread.ofPlatform()
                    .daemon()
                    .start(
                            () -> {
                                synchronized (stream) {
                                    held.countDown();
                                    new CompletableFuture<Void>().join();
                                }
                            });
            held.await();
            if (args[0].equals("err") && job().rank() == 1) {
                throw new IllegalStateException("rank one gives up");
            }
            System.err.println("holds it");
            Patient.main(args);
        }
    }

    /** Interrupts itself and leaves a thread, which interrupts it once more while it is awaited. */
    static final class Interrupted {

        private Interrupted() {}

        public static void main(String[] args) {
            Thread main = Thread.currentThread();
            Thread.ofPlatform()
                    .start(
                            () -> {
                                awaitWaiting(main);
                                main.interrupt();
                                awaitWaiting(main);
                                System.out.println("the other thread is over");
                            });
            main.interrupt();
        }

        private static void awaitWaiting(Thread thread) {
            while (thread.isInterrupted() || thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }
    }

    /** Closes both streams it prints to, and returns, or waits for ever if told so. */
    static final class Closing {

        private Closing() {}

        public static void main(String[] args) throws InterruptedException {
            sayHello();
            System.out.close();
            System.err.println("closed");
            System.err.close();
            if (args.length > 0) {
                Patient.main(args);
            }
        }
    }

    /** Reads its standard input to the end, and has a process that inherits it do the same. */
    static final class Reading {

        private Reading() {}

        public static void main(String[] args) throws Exception {
            System.out.println("program reads " + System.in.read());
            try (FileInputStream in = new FileInputStream("/dev/stdin")) {
                System.out.println("file reads " + in.read());
            }
            Process cat = new ProcessBuilder("cat").inheritIO().start();
            System.out.println("cat ended with " + cat.waitFor());
        }
    }

    /** Throws something long, while another thread logs. */
    static final class Noisy {

        private static final Logger LOG = LogManager.getLogger(Noisy.class);

        private Noisy() {}

        public static void main(String[] args) throws InterruptedException {
            CountDownLatch begun = new CountDownLatch(1);
            Thread.ofPlatform().daemon().start(() -> logForEver(begun));
            begun.await();
            throw new IllegalStateException("x".repeat(200_000));
        }

        private static void logForEver(CountDownLatch begun) {
            while (true) {
                LOG.warn("noise");
                begun.countDown();
            }
        }
    }

    /** Throws what has a message longer than any line that is passed on. */
    static final class Verbose {

        private Verbose() {}

        public static void main(String[] args) {
            throw new IllegalStateException("x".repeat(5_000_000));
        }
    }

    /** The two ranks reduce, each for itself. */
    static final class Selfish {

        private Selfish() {}

        public static void main(String[] args) {
            PASPMD.communicator().reduce(new double[1], 0, 1, Reduction.SUM, job().rank());
        }
    }

    /** The two ranks wait for each other, each in an operation of its own. */
    static final class Crossed {

        private Crossed() {}

        public static void main(String[] args) {
            double[] own = new double[1];
            double[] other = new double[1];
            if (job().rank() == 0) {
                PASPMD.exchange("left", 1, own, 0, other, 0, 1);
            } else {
                PASPMD.barrier();
            }
        }
    }

    /** Writes lines of one letter on both streams from several threads, without any flush. */
    static final class Talkative {

        static final int LINES = 500;
        static final int LENGTH = 700;

        private Talkative() {}

        public static void main(String[] args) {
            String out = "o".repeat(LENGTH);
            String err = "e".repeat(LENGTH);
            // The JVM ends, and so does the rank, when these threads have ended too.
            Thread.ofPlatform().start(() -> repeat(System.out, out));
            Thread.ofPlatform().start(() -> repeat(System.err, err));
        }

        private static void repeat(java.io.PrintStream stream, String line) {
            for (int i = 0; i < LINES; i++) {
                stream.println(line);
            }
        }
    }

    /** Fills the heap with what it keeps; as the argument says, another thread goes on with it. */
    static final class Full {

        private static volatile Object[] kept = {};

        private Full() {}

        public static void main(String[] args) {
            if (args[0].equals("again")) {
                Thread.ofPlatform().daemon().start(Full::fillAgain);
            }
            fill();
        }

        private static void fillAgain() {
            while (true) {
                try {
                    fill();
                } catch (OutOfMemoryError e) {
                    // Here the heap is to be full.
                }
            }
        }

        private static void fill() {
            while (true) {
                kept = new Object[] {kept};
            }
        }
    }

    /** An active object of the last rank is asked for what the argument says. */
    static final class Leaving {

        private Leaving() {}

        /** What is asked. */
        public static class Helper {

            private static final CountDownLatch BEGUN = new CountDownLatch(1);

            public BooleanWrapper isProgramOver() {
                return new BooleanWrapper(job().ended());
            }

            public BooleanWrapper fail() {
                throw new IllegalStateException("the helper cannot help");
            }

            /** One-way. */
            public void leave() {
                System.exit(0);
            }

            /** One-way; never returns. */
            public void serve() {
                BEGUN.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        public static void main(String[] args) throws InterruptedException {
            if (job().rank() != 0) {
                return;
            }
            Node last = job().nodes().getLast();
            Helper helper = PAActiveObject.newActive(Helper.class, new Object[0], last);
            if (args[0].equals("exit")) {
                while (!helper.isProgramOver().getBooleanValue()) {
                    Thread.onSpinWait();
                }
                helper.leave();
            } else if (args[0].equals("throw")) {
                var _ = helper.fail();
                throw new IllegalStateException("over=" + helper.isProgramOver().getBooleanValue());
            } else if (args[0].equals("fail")) {
                var _ = helper.fail();
            } else if (args[0].equals("serve")) {
                helper.serve();
                Helper.BEGUN.await();
            }
            if (!args[0].equals("serve")) {
                System.out.println("over=" + helper.isProgramOver().getBooleanValue());
            }
        }
    }

    private static Job job() {
        return NodeRuntime.current().job();
    }

    private static void sayHello() {
        Job job = job();
        System.out.printf(
                "hello rank=%d size=%d nodes=%d job=%s pid=%d%n",
                job.rank(),
                job.size(),
                job.nodes().size(),
                job.id(),
                ProcessHandle.current().pid());
    }
}
