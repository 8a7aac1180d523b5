package org.activeobjects.api;

import org.activeobjects.annotation.Borrowed;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/** A JVM that lends arrays to the methods of another one, or whose methods borrow them. */
final class LenderMain {

    static final String JOB = "core-lender-test";

    private LenderMain() {}

    /** Looks at arrays. */
    public static class Reader {

        static final Set<Object> SEEN =
                Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
        static final Semaphore ENTERED = new Semaphore(0);
        static volatile CountDownLatch gate = new CountDownLatch(0);
        private int mixed;

        /** Gives the one value of an array; -1 if there are several. */
        public IntWrapper see(@Borrowed double[] values) {
            SEEN.add(values);
            double first = values[0];
            int seen = Arrays.stream(values).allMatch(value -> value == first) ? (int) first : -1;
            mixed += seen < 0 ? 1 : 0;
            return new IntWrapper(seen);
        }

        public IntWrapper seeBehindGate(@Borrowed double[] values) {
            ENTERED.release();
            System.out.println("ENTERED");
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return see(values);
        }

        public IntWrapper mixed() {
            return new IntWrapper(mixed);
        }
    }

    static double[] values(int count, int value) {
        double[] values = new double[count];
        Arrays.fill(values, value);
        return values;
    }

    public static void main(String[] arguments) throws Exception {
        NodeRuntime.open(TransportConfig.defaults().withJob(JOB, null)).makeDefault();
        if (arguments[0].equals("serve")) {
            Reader.gate = new CountDownLatch(1);
            Reader reader = PAActiveObject.newActive(Reader.class);
            System.out.println("READY " + PAActiveObject.registerByName(reader, "reader"));
            return;
        }
        Reader reader = PAActiveObject.lookupActive(Reader.class, arguments[1]);
        int count = Integer.parseInt(arguments[2]);
        if (arguments[0].equals("wait")) {
            reader.seeBehindGate(values(count, 7)).getIntValue();
        }
        for (int i = 1; ; i++) {
            int seen = reader.see(values(count, i)).getIntValue();
            if (i == 50) {
                System.out.println("UNDER WAY " + seen);
            }
        }
    }
}
