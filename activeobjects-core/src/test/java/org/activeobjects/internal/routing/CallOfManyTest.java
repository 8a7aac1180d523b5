package org.activeobjects.internal.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.internal.runtime.CoreRuntime;
import org.activeobjects.internal.stub.MethodTable;
import org.activeobjects.node.Delivery;
import org.activeobjects.spi.Creation;
import org.activeobjects.spi.StubMethod;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;

/** One call of several active objects of another runtime. */
@Timeout(60)
class CallOfManyTest {

    private static final int CALLS = 500;

    /** Counts the calls that are in their order. */
    public static class Counter {

        private int next;

        /** One-way. */
        public void add(int number) {
            next += number == next ? 1 : 0;
        }

        public IntWrapper count() {
            return new IntWrapper(next);
        }
    }

    private final CoreRuntime here = new CoreRuntime(TransportConfig::defaults, Delivery.ORDERED);
    private final CoreRuntime there = new CoreRuntime(TransportConfig::defaults, Delivery.ORDERED);

    @AfterEach
    void closeBoth() {
        here.close();
        there.close();
    }

    @Test
    void reachesEachAlsoIfAnotherThreadSendsIt() {
        here.makeDefault();
        List<Counter> counters =
                Creation.createAll(
                        Counter.class,
                        new Object[][] {null, null, null},
                        List.of(here.connect(there.card())),
                        false);
        counters.forEach(one -> PAActiveObject.setForgetOnSend(one, "add"));
        StubMethod add =
                MethodTable.of(Counter.class).methods().stream()
                        .filter(method -> method.name().equals("add"))
                        .findFirst()
                        .orElseThrow();

        for (int i = 0; i < CALLS; i++) {
            Object[] shared = {i};
            here.callAll(add, new Object[][] {shared, shared, shared}, counters);
        }

        for (Counter one : counters) {
            assertThat(one.count().getIntValue()).isEqualTo(CALLS);
        }
    }
}
