package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of methods that the compiler has made run in the active object, near and far. */
@Timeout(60)
class BridgesTest {

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
    private final NodeRuntime there = NodeRuntime.open(TransportConfig.defaults());

    @BeforeEach
    void actHere() {
        here.makeDefault();
    }

    @AfterEach
    void closeBoth() {
        there.close();
        here.close();
    }

    private <T> T create(Class<T> type, boolean remote) {
        Node node = remote ? here.connect(there.card()) : here.node();
        return PAActiveObject.newActive(type, new Object[0], node);
    }

    /** Not visible, so its subclass has a bridge for each of its methods. */
    abstract static class Hidden {

        private final int base;

        Hidden() {
            base = 100;
        }

        public IntWrapper count(Number wide) {
            return new IntWrapper(base);
        }

        public IntWrapper count(Integer narrow) {
            return new IntWrapper(base + narrow);
        }

        public int plain(Object wide) {
            return base;
        }

        public int plain(String narrow) {
            return base + narrow.length();
        }
    }

    /** Has nothing of its own. */
    public static class Visible extends Hidden {}

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void overloadsOfAClassThatIsNotVisibleAreRequestsOfTheirOwn(boolean remote) {
        Visible visible = create(Visible.class, remote);

        assertThat(visible.count((Number) 1).getIntValue()).isEqualTo(100);
        assertThat(visible.count((Integer) 1).getIntValue()).isEqualTo(101);
        assertThat(visible.plain((Object) "")).isEqualTo(100);
        assertThat(visible.plain("a")).isEqualTo(101);
    }

    /** Takes something. */
    public interface Sink<T> {
        IntWrapper put(T item);
    }

    /** Takes texts, and knows no interface. */
    public static class TextStore {

        private int count = 100;

        public IntWrapper put(String item) {
            count += item.length();
            return new IntWrapper(count);
        }
    }

    /** Has a bridge from the interface to what it inherits. */
    public static class TextSink extends TextStore implements Sink<String> {}

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theMethodOfAnInterfaceIsARequestWhereASuperclassHasIt(boolean remote) {
        TextSink store = create(TextSink.class, remote);
        Sink<String> sink = store;

        assertThat(sink.put("a").getIntValue()).isEqualTo(101);
        assertThat(store.put("b").getIntValue()).isEqualTo(102);
    }

    /** Narrows what a class that is not visible leaves open. */
    abstract static class HiddenStore<T> {

        public IntWrapper put(T item) {
            return new IntWrapper(-1);
        }
    }

    /** Has a bridge to its own method, with the signature of the one above. */
    public static class LengthStore extends HiddenStore<String> {

        private final int base;

        public LengthStore() {
            base = 100;
        }

        @Override
        public IntWrapper put(String item) {
            return new IntWrapper(base + item.length());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatNarrowsAMethodOfAClassThatIsNotVisibleIsTheRequest(boolean remote) {
        HiddenStore<String> store = create(LengthStore.class, remote);

        assertThat(store.put("a").getIntValue()).isEqualTo(101);
    }
}
