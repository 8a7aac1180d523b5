package org.activeobjects.benchmarks.calls.side;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;

/**
 * Active objects. The variant is {@code thread} if a platform thread outside of any calls, {@code
 * object} if an active object does, for two JVMs behind the name of the link: {@code shm-thread};
 * {@code borrowed} in between if the method that is called borrows its array.
 */
public final class OwnCalls implements CallLoop.Program {

    /** Environment variable with the secret that both JVMs share. */
    public static final String SECRET = "AO_BENCH_SECRET";

    /** Environment variable with the job of both JVMs. */
    public static final String JOB = "AO_BENCH_JOB";

    private OwnCalls() {}

    /**
     * Runs one side.
     *
     * @param args words of {@link CallLoop}
     * @throws Exception whatever goes wrong
     */
    public static void main(String[] args) throws Exception {
        CallLoop.run(args, new OwnCalls());
    }

    private static void openRuntime(String variant) {
        NodeRuntime.open(
                        TransportConfig.defaults()
                                .withJob(System.getenv(JOB), System.getenv(SECRET))
                                .withLinks(variant.split("-", -1)[0]))
                .makeDefault();
    }

    @Override
    public String serve(CallTest test, String variant) {
        openRuntime(variant);
        return PAActiveObject.registerByName(PAActiveObject.newActive(Callee.class), "callee");
    }

    @Override
    public CallSide open(CallTest test, String variant, String server) throws Exception {
        Callee callee;
        if (server == null) {
            callee = PAActiveObject.newActive(Callee.class);
        } else {
            openRuntime(variant);
            callee = PAActiveObject.lookupActive(Callee.class, server);
        }
        Runnable drain = () -> callee.taken().getLongValue();
        return switch (test) {
            case CALL, INT, DOUBLES -> asker(test, variant, callee);
            case TELL_1, TELL_2 ->
                    calls ->
                            OneWayCalls.served(
                                    test.producers(),
                                    calls,
                                    callee::tell,
                                    () -> Asker.check(callee.taken().getLongValue(), calls));
            case CALLER -> calls -> OneWayCalls.atTheCaller(calls, callee::tell, drain);
        };
    }

    private static CallSide asker(CallTest test, String variant, Callee callee) {
        int length = test == CallTest.DOUBLES ? CallTest.DOUBLES_LENGTH : 0;
        boolean lends = variant.contains("borrowed");
        if (variant.endsWith("thread")) {
            double[] array = new double[length];
            return calls ->
                    new CallTiming(
                            length == 0
                                    ? Asker.ask(callee, calls)
                                    : Asker.pass(callee, array, lends, calls),
                            CallTiming.UNKNOWN);
        }
        Asker asker = PAActiveObject.newActive(Asker.class, callee, length, lends);
        return calls ->
                new CallTiming(
                        length == 0 ? asker.ask(calls) : asker.pass(calls), CallTiming.UNKNOWN);
    }
}
