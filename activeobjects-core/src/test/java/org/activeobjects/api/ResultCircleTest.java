package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.diagnosis.DeadlockException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Results that are left from one call to the next until they come back: no object waits. */
@Timeout(60)
class ResultCircleTest {

    private NodeRuntime here;
    private NodeRuntime there;

    /** Asks the next one once, and gives everybody what that will answer. */
    public static class Cache {

        private Cache next;
        private IntWrapper known;

        public IntWrapper knows(Cache newNext) {
            next = newNext;
            return new IntWrapper(0);
        }

        public IntWrapper get() {
            if (known == null) {
                known = next.get();
            }
            return known;
        }

        public IntWrapper use(Cache other) {
            return new IntWrapper(other.get().getIntValue());
        }
    }

    ResultCircleTest() {
        here = FailingRuntimes.open();
        there = FailingRuntimes.open();
        here.makeDefault();
    }

    @AfterEach
    void close() {
        there.close();
        here.close();
    }

    @ParameterizedTest(name = "places {0}")
    @CsvSource({"000", "010", "001", "011"})
    void whoWaitsForOneOfThemIsTold(String places) {
        Node[] nodes = {here.node(), here.connect(there.card())};
        Cache[] caches = new Cache[places.length()];
        for (int i = 0; i < caches.length; i++) {
            Node node = nodes[places.charAt(i) - '0'];
            caches[i] = PAActiveObject.newActive(Cache.class, new Object[0], node);
        }
        assertThat(caches[0].knows(caches[1]).getIntValue()).isZero();
        assertThat(caches[1].knows(caches[0]).getIntValue()).isZero();

        assertThatThrownBy(() -> caches[2].use(caches[0]).getIntValue())
                .isInstanceOf(DeadlockException.class)
                .hasMessageMatching(
                        "(?s)deadlock: Cache#\\d+\\.use waits for a result that nobody will give:"
                                + " .*\n"
                                + "    Cache#\\d+\\.use waits for the awaited result of"
                                + " Cache#\\d+\\.get.* at \\S*Cache\\.use\\(Res.*");
    }
}
