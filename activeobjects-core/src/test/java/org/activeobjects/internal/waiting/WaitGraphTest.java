package org.activeobjects.internal.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What a condition may let go is no knot, and is one as long as it does not change its mind. */
@Timeout(30)
class WaitGraphTest {

    private static final Node WAITS =
            new Node("1/7@a", false, List.of("2/request 3@b"), List.of(), null);

    private static final Node QUEUED =
            new Node("2/request 3@b", false, List.of(), List.of("1/7@a"), null);

    @Test
    void whatMayChangeHoldsNobodyUpForEver() {
        WaitGraph graph = graph(List.of(WAITS, QUEUED));

        assertThat(graph.knot(WAITS.id())).isEmpty();
        assertThat(graph.withoutDoubt().knot(WAITS.id()))
                .containsExactlyInAnyOrder(WAITS.id(), QUEUED.id());
    }

    @Test
    void whatMayChangeTravelsToOtherRuntimes() {
        List<Object> values = new ArrayList<>(List.of("the answer"));
        WAITS.encode(values);
        QUEUED.encode(values);

        assertThat(Node.decode(values.toArray(), 1)).containsExactly(WAITS, QUEUED);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, -3, Integer.MIN_VALUE, 1000, Integer.MAX_VALUE})
    void aNumberOfNeedsThatCannotBeIsRefused(int count) {
        Object[] values = {"1/7@a", false, count, 0, "", "", false};

        assertThatThrownBy(() -> Node.decode(values, 0))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("not a graph of waits");
    }

    @Test
    void whereThereIsOneRuntimeItIsNotNamed() {
        Edge waits = new Edge("Host#1.visit", "waits", true);
        Edge queued = new Edge("Host#1.visit (queued)", "is queued", false);
        WaitGraph graph =
                graph(
                        List.of(
                                new Node("1/7", false, List.of("1/request 2"), List.of(), waits),
                                new Node("1/request 2", false, List.of("1/7"), List.of(), queued)));

        String report = graph.report("1/7", graph.knot("1/7"));

        assertThat(report)
                .startsWith(
                        "deadlock: Host#1.visit waits for Host#1.visit (queued) waits for"
                                + " Host#1.visit\n");
    }

    /** Counts how often somebody looks at it. */
    private static final class Need extends AbstractList<String> {

        private static final AtomicInteger LOOKS = new AtomicInteger();

        private final String id;

        Need(String id) {
            this.id = id;
        }

        @Override
        public String get(int index) {
            LOOKS.incrementAndGet();
            return id;
        }

        @Override
        public int size() {
            return 1;
        }
    }

    @Test
    void aLongChainIsLookedAtAFewTimes() {
        int count = 1000;
        WaitGraph graph = new WaitGraph();
        for (int i = 0; i < count; i++) { // the last one is held up by nothing that is known
            graph.add(new Node("" + i, false, new Need("" + (i + 1)), List.of(), null));
        }
        Need.LOOKS.set(0);

        assertThat(graph.knot("0")).isEmpty();

        assertThat(Need.LOOKS).hasValueLessThan(10 * count);
        graph.add(new Node("" + count, false, new Need("0"), List.of(), null));
        assertThat(graph.knot("0")).hasSize(count + 1);
    }

    private static WaitGraph graph(List<Node> nodes) {
        WaitGraph graph = new WaitGraph();
        nodes.forEach(graph::add);
        return graph;
    }
}
