package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Calls of a thread whose context class loader does not know the program, as that of the common
 * pool does not if the program is started from within one jar.
 */
class ForeignThreadTest {

    /** What the signature names. */
    public static class Fruit {
        String name() {
            return "fruit";
        }
    }

    /** What comes. */
    static class Apple extends Fruit {
        @Override
        String name() {
            return "apple";
        }
    }

    /** Gives fruits, and itself. */
    public static class Market {

        public Fruit fruit() {
            return new Apple();
        }

        public Object self() {
            return PAActiveObject.getStubOnThis();
        }
    }

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
    private final NodeRuntime there = NodeRuntime.open(TransportConfig.defaults());
    private final ClassLoader own = Thread.currentThread().getContextClassLoader();

    @BeforeEach
    void beForeign() {
        here.makeDefault();
        here.connect(there.card());
        Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
    }

    @AfterEach
    void closeBoth() {
        Thread.currentThread().setContextClassLoader(own);
        there.close();
        here.close();
    }

    @Test
    void findsTheClassesOfResultsAndOfNames() {
        Market market =
                (Market)
                        PAActiveObject.newActive(
                                Market.class.getName(),
                                new Object[0],
                                there.node().getNodeInformation().getURL());

        assertThat(market.fruit().name()).isEqualTo("apple");
        assertThat(PAFuture.<Object>getFutureValue(market.self())).isInstanceOf(Market.class);
    }
}
