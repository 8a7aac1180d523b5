package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.active.Body;
import org.activeobjects.active.EndActive;
import org.activeobjects.active.InitActive;
import org.activeobjects.active.RunActive;
import org.activeobjects.active.Service;
import org.activeobjects.annotation.PlatformThread;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.StringWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.Serial;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Objects with an activity or a thread of their own that move. */
@Timeout(90)
class MovingActivityTest {

    private static final Object[] NONE = {};

    private final List<NodeRuntime> runtimes = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();

    @BeforeEach
    void openThree() {
        for (int i = 0; i < 3; i++) {
            runtimes.add(NodeRuntime.open(TransportConfig.defaults()));
        }
        runtimes.get(0).makeDefault();
        nodes.add(runtimes.get(0).node());
        nodes.add(runtimes.get(0).connect(runtimes.get(1).card()));
        nodes.add(runtimes.get(0).connect(runtimes.get(2).card()));
        Mortal.ENDED.clear();
    }

    @AfterEach
    void closeAll() {
        runtimes.reversed().forEach(NodeRuntime::close);
    }

    private String url(int place) {
        return runtimes.get(place).node().url();
    }

    /** Visits places by its own activity, and then serves. */
    public static class Pilgrim implements InitActive, RunActive, EndActive {

        private final List<String> route;
        private final List<String> diary = new ArrayList<>();

        public Pilgrim(List<String> route) {
            this.route = new ArrayList<>(route);
        }

        @Override
        public void initActivity(Body body) {
            diary.add("begins");
        }

        @Override
        public void runActivity(Body body) {
            diary.add("at " + body.getNodeURL());
            if (!route.isEmpty()) {
                PAMobileAgent.migrateTo(route.removeFirst());
                if (!body.isActive()) {
                    return;
                }
                diary.add("stays");
            }
            new Service(body).fifoServing();
        }

        @Override
        public void endActivity(Body body) {
            Mortal.ENDED.add("pilgrim");
        }

        public List<String> diary() {
            return diary;
        }
    }

    /** Has a thread for life, and is told to move by requests. */
    @PlatformThread
    public static class Lodger extends Nomad {

        public StringWrapper threadKind() {
            return new StringWrapper(Thread.currentThread().isVirtual() ? "virtual" : "platform");
        }
    }

    /** Serves by a loop of its own, and is told to move by requests. */
    public static class Ruled extends Nomad implements RunActive {

        private int runs;

        @Override
        public void runActivity(Body body) {
            runs++;
            Service service = new Service(body);
            while (true) {
                service.blockingServeOldest();
            }
        }

        public int runs() {
            return runs;
        }
    }

    /** An activity that is given at the creation. */
    public static final class Rule implements RunActive, Serializable {

        @Serial private static final long serialVersionUID = 1;

        @Override
        public void runActivity(Body body) {
            new Service(body).fifoServing();
        }
    }

    @Test
    void anActivityGoesOnWhereItHasMovedItself() {
        List<String> stations = List.of(url(1), url(2), url(0), url(2));
        Pilgrim pilgrim = PAActiveObject.newActive(Pilgrim.class, stations);

        List<String> diary = PAFuture.getFutureValue(pilgrim.diary());
        assertThat(diary)
                .containsExactly(
                        "begins",
                        "at " + url(0),
                        "at " + url(1),
                        "at " + url(2),
                        "at " + url(0),
                        "at " + url(2));
        assertThat(Mortal.ENDED).isEmpty();
        PAActiveObject.terminateActiveObject(pilgrim, false);
        await().atMost(Duration.ofSeconds(20)).until(() -> Mortal.ENDED.contains("pilgrim"));
        assertThatThrownBy(() -> PAFuture.getFutureValue(pilgrim.diary()))
                .isInstanceOf(BodyTerminatedRequestException.class);
    }

    @Test
    void anActivityGoesOnWhereItIsIfItCannotMove() {
        runtimes.get(1).connect(runtimes.get(0).card());
        String gone = url(1);
        Nomad scout = PAActiveObject.newActive(Nomad.class);
        scout.goTo(gone);
        assertThat(scout.place().getStringValue()).isEqualTo(gone);
        Ruled ruled = PAActiveObject.newActive(Ruled.class);
        ruled.see(1);
        ruled.loadStone();
        ruled.goTo(gone);
        ruled.see(2);

        assertThat(PAFuture.getFutureValue(ruled.seen())).containsExactly(1, 2);
        assertThat(ruled.place().getStringValue()).isEqualTo(url(0));
        assertThat(ruled.runs()).isEqualTo(1);
    }

    @Test
    void aPolicyIsRestartedWhereARequestHasSentItsObject() {
        Ruled ruled = PAActiveObject.newActive(Ruled.class, NONE, nodes.get(1));
        for (int i = 0; i < 60; i++) {
            ruled.see(i);
            if (i % 20 == 10) {
                ruled.goTo(url((i / 20 + 2) % 3));
            }
        }

        assertThat(PAFuture.getFutureValue(ruled.seen())).hasSize(60).isSorted();
        assertThat(ruled.runs()).isEqualTo(4);
        assertThat(ruled.beginnings()).isEqualTo(1);
    }

    @Test
    void aThreadForLifeAndAGivenActivityTravel() {
        Lodger lodger = PAActiveObject.newActive(Lodger.class);
        lodger.goTo(url(1));
        assertThat(lodger.place().getStringValue()).isEqualTo(url(1));
        assertThat(lodger.threadKind().getStringValue()).isEqualTo("platform");

        Nomad ruled = PAActiveObject.newActive(Nomad.class, NONE, nodes.get(0), new Rule(), null);
        ruled.goTo(url(2));
        ruled.see(1);
        assertThat(ruled.place().getStringValue()).isEqualTo(url(2));
        assertThat(PAFuture.getFutureValue(ruled.seen())).containsExactly(1);
    }
}
