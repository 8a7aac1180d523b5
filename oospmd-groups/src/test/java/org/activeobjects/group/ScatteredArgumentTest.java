package org.activeobjects.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.api.PAFuture;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Groups that are dealt out while somebody changes them. */
@Timeout(60)
class ScatteredArgumentTest {

    private final NodeRuntime here =
            NodeRuntime.open(
                    TransportConfig.defaults().withJob("scattered", TransportConfig.newSecret()));
    private Adder adders;
    private IntWrapper tens;
    private Group<IntWrapper> listOfTens;

    /** An ordinary object, which is called directly. */
    public static class Adder {

        public IntWrapper add(IntWrapper left, IntWrapper right) {
            return new IntWrapper(left.getIntValue() + right.getIntValue());
        }
    }

    @BeforeEach
    void makeGroups() {
        here.makeDefault();
        adders = PAGroup.of(Adder.class, List.of(new Adder(), new Adder()));
        tens =
                PAGroup.of(
                        IntWrapper.class,
                        List.of(new IntWrapper(10), new IntWrapper(20), new IntWrapper(30)));
        PAGroup.setScatterGroup(tens);
        listOfTens = PAGroup.getGroup(tens);
    }

    @AfterEach
    void close() {
        here.close();
    }

    /** A scattered group of one number, that runs code when somebody looks at it first. */
    private static IntWrapper oneAfter(Runnable code) {
        IntWrapper failed =
                PAFuture.fromCompletable(
                        CompletableFuture.failedFuture(new IllegalStateException("leaves")),
                        IntWrapper.class);
        Members<IntWrapper> group =
                Members.ofAnswers(
                        IntWrapper.class,
                        List.of(failed, new IntWrapper(1)),
                        index -> {
                            code.run();
                            return null;
                        });
        group.setAutomaticPurge(true);
        group.setScatter(true);
        return group.getGroupByType();
    }

    private void assertAllAreDealt(IntWrapper sums) {
        assertThat(PAGroup.getGroup(sums))
                .extracting(IntWrapper::getIntValue)
                .containsExactly(11, 21, 31);
    }

    @Test
    void anElementThatLeavesWhileTheCallIsMadeIsDealtOut() {
        assertAllAreDealt(adders.add(tens, oneAfter(() -> listOfTens.remove(2))));
    }

    @Test
    void aGroupThatIsClearedWhileTheCallIsMadeIsDealtOut() {
        assertAllAreDealt(adders.add(tens, oneAfter(listOfTens::clear)));
    }

    @Test
    void aGroupIsDealtOutThatIsNotToBeAnyMoreOnceTheCallHasBegun() {
        assertAllAreDealt(adders.add(tens, oneAfter(() -> PAGroup.unsetScatterGroup(tens))));
    }
}
