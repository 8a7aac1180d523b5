package org.activeobjects.benchmarks.calls.side;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import java.util.Base64;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Remote method invocation; its variant is of no meaning. */
public final class RmiCalls implements CallLoop.Program {

    private final Target served = new Served();

    private RmiCalls() {}

    /** What is called. */
    interface Target extends Remote {
        int echo(int number) throws RemoteException;

        int take(double[] array) throws RemoteException;
    }

    private static final class Served implements Target {

        @Override
        public int echo(int number) {
            return number;
        }

        @Override
        public int take(double[] array) {
            return array.length;
        }
    }

    /**
     * Runs one side.
     *
     * @param args words of {@link CallLoop}
     * @throws Exception whatever goes wrong
     */
    public static void main(String[] args) throws Exception {
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");
        CallLoop.run(args, new RmiCalls());
    }

    @Override
    public String serve(CallTest test, String variant) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(UnicastRemoteObject.exportObject(served, 0));
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    @Override
    public CallSide open(CallTest test, String variant, String server) throws Exception {
        Target target;
        byte[] bytes = Base64.getDecoder().decode(server); // from who started this process
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            target = (Target) in.readObject();
        }
        if (test == CallTest.MANY) {
            return many(target);
        }
        double[] array = new double[CallTest.DOUBLES_LENGTH];
        return calls -> {
            long start = System.nanoTime();
            for (long i = 0; i < calls; i++) {
                if (test == CallTest.INT) {
                    int number = (int) i;
                    Asker.check(target.echo(number), number);
                } else {
                    Asker.check(target.take(array), array.length);
                }
            }
            return CallTiming.since(start);
        };
    }

    private static CallSide many(Target target) {
        ExecutorService callers = Executors.newFixedThreadPool(CallTest.CALLERS);
        return calls -> {
            long each = Math.max(1, calls / CallTest.CALLERS);
            Callable<Void> caller =
                    () -> {
                        for (int i = 0; i < each; i++) {
                            Asker.check(target.echo(i), i);
                        }
                        return null;
                    };
            long start = System.nanoTime();
            for (Future<Void> done :
                    callers.invokeAll(Collections.nCopies(CallTest.CALLERS, caller))) {
                done.get();
            }
            return CallTiming.since(start);
        };
    }
}
