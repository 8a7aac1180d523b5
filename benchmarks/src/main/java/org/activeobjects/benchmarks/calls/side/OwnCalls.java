package org.activeobjects.benchmarks.calls.side;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.LongWrapper;

import java.util.ArrayList;
import java.util.List;

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

    private static final String AND = ",";

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
        List<String> urls = new ArrayList<>();
        for (int i = 0; i < (test == CallTest.MANY ? CallTest.CALLERS : 1); i++) {
            Callee callee = PAActiveObject.newActive(Callee.class);
            urls.add(PAActiveObject.registerByName(callee, "callee" + i));
        }
        return String.join(AND, urls);
    }

    @Override
    public CallSide open(CallTest test, String variant, String server) throws Exception {
        List<Callee> callees = callees(variant, server);
        Callee callee = callees.getFirst();
        Runnable drain = () -> callee.taken().getLongValue();
        return switch (test) {
            case CALL, INT, DOUBLES -> asker(test, variant, callee);
            case MANY -> askers(callees);
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

    private static List<Callee> callees(String variant, String server) throws Exception {
        if (server == null) {
            return List.of(PAActiveObject.newActive(Callee.class));
        }
        openRuntime(variant);
        List<Callee> callees = new ArrayList<>();
        for (String url : server.split(AND)) {
            callees.add(PAActiveObject.lookupActive(Callee.class, url));
        }
        return callees;
    }

    private static CallSide askers(List<Callee> callees) {
        List<Asker> askers =
                callees.stream()
                        .map(one -> PAActiveObject.newActive(Asker.class, one, 0, false))
                        .toList();
        return calls -> {
            long each = Math.max(1, calls / askers.size());
            long start = System.nanoTime();
            List<LongWrapper> times = askers.stream().map(one -> one.askAside(each)).toList();
            times.forEach(LongWrapper::getLongValue);
            return CallTiming.since(start);
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
