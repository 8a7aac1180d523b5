package org.activeobjects.benchmarks.peer;

import org.activeobjects.benchmarks.peer.ObjectStreamSide.Arrays;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.benchmarks.side.Side;
import org.activeobjects.benchmarks.side.SideContext;
import org.activeobjects.benchmarks.side.SideLoop;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Remote method invocation: the leading side calls. A message there and one back is a call with an
 * argument and a result; so is an exchange, in which both cross the wire; a message one way is a
 * call without a result, of which RMI has one at a time.
 */
public final class RmiSide implements Side {

    private final boolean leads;
    private final Arrays arrays;
    private final Meeting meeting;
    private final Target target;
    private Object received;

    /** Where the second side tells who it is. */
    interface Meeting extends Remote {
        void join(Target target) throws RemoteException;
    }

    /** What is called. */
    interface Target extends Remote {
        byte[] echo(byte[] array) throws RemoteException;

        double[] echo(double[] array) throws RemoteException;

        void take(byte[] array) throws RemoteException;

        void take(double[] array) throws RemoteException;
    }

    private RmiSide(SideContext context)
            throws IOException, ClassNotFoundException, ExecutionException, InterruptedException {
        leads = context.leads();
        arrays = new Arrays(context.own().getFirst(), leads);
        if (leads) {
            CompletableFuture<Target> joined = new CompletableFuture<>();
            meeting = joined::complete;
            context.announce(toText(UnicastRemoteObject.exportObject(meeting, 0)));
            target = joined.get();
        } else {
            meeting = null;
            target = new Echo();
            UnicastRemoteObject.exportObject(target, 0);
            ((Meeting) fromText(context.fromLeader().getFirst())).join(target);
        }
    }

    /**
     * Runs one side.
     *
     * @param args words of {@link SideContext}; its own word is {@code byte} or {@code double}
     * @throws Exception whatever goes wrong
     */
    public static void main(String[] args) throws Exception {
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");
        SideLoop.run(args, RmiSide::new);
    }

    private static String toText(Remote stub) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(stub);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    // The text comes from whoever started this process.
    private static Object fromText(String text) throws IOException, ClassNotFoundException {
        byte[] bytes = Base64.getDecoder().decode(text);
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }

    /** The called side answers with its own array, filled once per length. */
    private final class Echo implements Target {
        @Override
        public synchronized byte[] echo(byte[] array) {
            received = array;
            return (byte[]) arrays.outgoing(array.length);
        }

        @Override
        public synchronized double[] echo(double[] array) {
            received = array;
            return (double[]) arrays.outgoing(array.length * Double.BYTES);
        }

        @Override
        public synchronized void take(byte[] array) {
            received = array;
        }

        @Override
        public synchronized void take(double[] array) {
            received = array;
        }
    }

    @Override
    public void run(Measurement measurement, int bytes, long iterations) throws RemoteException {
        if (!leads) {
            return; // threads of RMI serve
        }
        Object array = arrays.outgoing(bytes);
        int calls = measurement == Measurement.BANDWIDTH ? Measurement.window(bytes) : 1;
        for (long i = 0; i < iterations; i++) {
            for (int call = 0; call < calls; call++) {
                if (measurement == Measurement.BANDWIDTH) {
                    take(array);
                } else {
                    received = echo(array);
                }
            }
        }
    }

    private void take(Object array) throws RemoteException {
        if (array instanceof double[] doubles) {
            target.take(doubles);
        } else {
            target.take((byte[]) array);
        }
    }

    private Object echo(Object array) throws RemoteException {
        return array instanceof double[] doubles
                ? target.echo(doubles)
                : target.echo((byte[]) array);
    }

    @Override
    public void check(Measurement measurement, int bytes) {
        if (leads && measurement != Measurement.BANDWIDTH) {
            arrays.check(received, bytes);
        }
    }

    @Override
    public void close() throws RemoteException {
        UnicastRemoteObject.unexportObject(leads ? meeting : target, true);
    }
}
