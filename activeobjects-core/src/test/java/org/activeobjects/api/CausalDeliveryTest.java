package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.BodyTerminatedException;
import org.activeobjects.error.FutureMonitoringPingFailureException;
import org.activeobjects.error.ProActiveTimeoutException;
import org.activeobjects.held.HeldLinkProvider;
import org.activeobjects.internal.request.SynchronousCalls;
import org.activeobjects.node.Delivery;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** What one call has led to arrives after what its caller has sent before, if that is chosen. */
@Timeout(90)
class CausalDeliveryTest {

    private static final Object[] NONE = {};

    private final List<NodeRuntime> runtimes = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();

    private void open(Delivery delivery) {
        TransportConfig config = TransportConfig.defaults().withLinks("held");
        for (int i = 0; i < 3; i++) {
            runtimes.add(NodeRuntime.open(config, delivery));
        }
        runtimes.get(0).makeDefault();
        nodes.add(runtimes.get(0).node());
        nodes.add(runtimes.get(0).connect(runtimes.get(1).card()));
        nodes.add(runtimes.get(0).connect(runtimes.get(2).card()));
    }

    @AfterEach
    void closeAll() {
        runtimes.reversed().forEach(NodeRuntime::close);
    }

    private Chain chain(int place) {
        return PAActiveObject.newActive(Chain.class, NONE, nodes.get(place));
    }

    private RuntimeId id(int place) {
        return runtimes.get(place).transport().card().id();
    }

    private static List<Integer> seenBy(Chain chain) {
        return PAFuture.getFutureValue(chain.seen());
    }

    /** Holds what the first sends to the last, once both have spoken with each other. */
    private Chain[] heldBetweenFirstAndLast() {
        Chain[] chains = {chain(0), chain(1), chain(2)};
        assertThat(chains[0].passOn(chains[1], 0).getIntValue()).isZero();
        assertThat(chains[1].passOn(chains[2], 0).getIntValue()).isZero();
        assertThat(chains[0].passOn(chains[2], 0).getIntValue()).isZero();
        HeldLinkProvider.hold(id(0), id(2));
        return chains;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void otherwiseWhatGoesOverOthersMayArriveFirst(boolean oneWay) {
        open(Delivery.ORDERED);
        Chain[] chains = heldBetweenFirstAndLast();

        IntWrapper done = chains[0].tellTwice(chains[2], chains[1], oneWay);
        assertThat(done.getIntValue()).as("2 is there, and 1 is not").isEqualTo(2);

        HeldLinkProvider.release(id(0), id(2));
        await().until(() -> seenBy(chains[2]).size() == 4);
        assertThat(seenBy(chains[2])).containsExactly(0, 0, 2, 1);
    }

    /** In the order of the calls of one caller, which holds whatever is chosen. */
    @ParameterizedTest
    @EnumSource(Delivery.class)
    void whatIsSentBeforeAMoveArrivesBeforeWhatIsSentAfterIt(Delivery delivery) {
        open(delivery);
        Chain[] chains = heldBetweenFirstAndLast();

        Chain mover = chains[0];
        mover.tell(chains[2], 1);
        mover.goTo(nodes.get(1).url());
        IntWrapper done = mover.passOn(chains[2], 2);
        String waits =
                delivery == Delivery.CAUSAL
                        ? "waits for the receipt of the call Chain#1.see of "
                        : "waits for the awaited result of arrival of all that was sent to"
                                + " active object #1 of ";
        String callee = runtimes.get(2).node().url();
        await().until(() -> PALifeCycle.dump().contains(waits + callee));
        assertThat(PAFuture.isAwaited(done)).isTrue();

        HeldLinkProvider.release(id(0), id(2));
        assertThat(done.getIntValue()).isEqualTo(2);
        assertThat(seenBy(chains[2])).containsExactly(0, 0, 1, 2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsSentFirstArrivesFirst(boolean oneWay) {
        open(Delivery.CAUSAL);
        Chain[] chains = heldBetweenFirstAndLast();

        IntWrapper done = chains[0].tellTwice(chains[2], chains[1], oneWay);
        String waits =
                "waits for the receipt of the call Chain#1.%s of %s"
                        .formatted(oneWay ? "see" : "seeAndTell", runtimes.get(2).node().url());
        await().until(() -> PALifeCycle.dump().contains(waits));
        assertThat(PAFuture.isAwaited(done)).isTrue();

        HeldLinkProvider.release(id(0), id(2));
        assertThat(done.getIntValue()).isEqualTo(2);
        assertThat(seenBy(chains[2])).containsExactly(0, 0, 1, 2);
    }

    @Test
    void whoWaitsTooLongForTheArrivalIsToldSo() {
        System.setProperty(SynchronousCalls.LIMIT, "300");
        try {
            open(Delivery.CAUSAL);
        } finally {
            System.clearProperty(SynchronousCalls.LIMIT);
        }
        // The limit holds for all that is asked, also where there is little time for an answer.
        Chain last =
                await().ignoreException(ActiveObjectCreationException.class)
                        .until(() -> chain(2), Objects::nonNull);
        HeldLinkProvider.hold(id(0), id(2));

        assertThatThrownBy(() -> last.see(1))
                .isInstanceOf(ProActiveTimeoutException.class)
                .hasMessageContaining("receipt of the call Chain#")
                .hasMessageContaining("timeoutMs=300");

        HeldLinkProvider.release(id(0), id(2));
        await().ignoreException(ProActiveTimeoutException.class)
                .until(() -> seenBy(last).equals(List.of(1)));
    }

    @Test
    void theLossOfTheRuntimeEndsTheWait() {
        open(Delivery.CAUSAL);
        Chain[] chains = heldBetweenFirstAndLast();
        CompletableFuture<Void> caller =
                CompletableFuture.runAsync(() -> chains[2].see(1), Thread::startVirtualThread);
        String name = id(2).toString();
        await().until(() -> runtimes.get(0).toString().contains("unreceived=1"));

        runtimes.get(2).close();

        assertThatThrownBy(caller::join)
                .hasCauseInstanceOf(FutureMonitoringPingFailureException.class)
                .hasMessageContaining("not known whether the call has arrived")
                .hasMessageContaining(name);
    }

    @ParameterizedTest
    @EnumSource(Delivery.class)
    void anObjectThatHasEndedLeavesNobodyWaiting(Delivery delivery) {
        open(delivery);
        Chain last = chain(2);
        assertThat(seenBy(last)).isEmpty();
        PAActiveObject.terminateActiveObject(last, true);

        await().until(
                        () -> {
                            try {
                                last.see(1);
                                return false;
                            } catch (BodyTerminatedException e) {
                                return true;
                            }
                        });
    }

    @Test
    void anObjectThatMovesIsWaitedForAtItsNextPlace() {
        open(Delivery.CAUSAL);
        Chain last = chain(1);
        for (int i = 0; i < 300; i++) {
            if (i % 50 == 25) {
                last.goTo(nodes.get(i / 50 % 3).url());
            }
            last.see(i);
        }
        assertThat(seenBy(last)).isEqualTo(IntStream.range(0, 300).boxed().toList());
    }

    @Test
    void theSettingIsChecked() {
        System.setProperty(Delivery.SETTING, "quick");
        try {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> NodeRuntime.open(TransportConfig.defaults()))
                    .withMessageContaining("activeobjects.delivery=quick")
                    .withMessageContaining("ordered and causal");
            System.setProperty(Delivery.SETTING, "causal");
            assertThat(Delivery.ofSystem()).isEqualTo(Delivery.CAUSAL);
        } finally {
            System.clearProperty(Delivery.SETTING);
        }
    }
}
