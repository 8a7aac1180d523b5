package org.activeobjects.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.active.Body;
import org.activeobjects.active.EndActive;
import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.internal.lease.Held;
import org.activeobjects.internal.runtime.CoreRuntime;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Many active objects are created, and a runtime is lost meanwhile. */
@Timeout(90)
class LostCreationTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final CountDownLatch ENDED = new CountDownLatch(1);

    private static volatile Runnable whatTheSecondDoes;

    private final List<CoreRuntime> runtimes =
            Stream.generate(() -> (CoreRuntime) NodeRuntime.open(TransportConfig.defaults()))
                    .limit(4)
                    .toList();

    /** The second of them cannot be made. */
    public static class Member implements EndActive {

        public Member(int index) {
            if (index == 1) {
                whatTheSecondDoes.run();
                throw new IllegalStateException("the second cannot be made");
            }
        }

        @Override
        public void endActivity(Body body) {
            ENDED.countDown();
        }
    }

    @AfterEach
    void closeAll() {
        runtimes.reversed().forEach(CoreRuntime::close);
    }

    @Test
    void endsWhatCouldBeCreatedAlsoIfTheRuntimeOfSomeIsGone() throws Exception {
        CoreRuntime here = runtimes.getFirst();
        here.makeDefault();
        List<Node> nodes =
                runtimes.stream().skip(1).map(there -> here.connect(there.card())).toList();
        UniqueID first = new UniqueID(nodes.getFirst().runtimeId(), 1);
        whatTheSecondDoes =
                () -> {
                    await().atMost(LIMIT).until(() -> here.leases().known(first) != null);
                    Held created = here.leases().known(first);
                    runtimes.get(1).transport().close(); // as if its JVM had crashed
                    await().atMost(LIMIT).until(created::isGone);
                };

        assertThatThrownBy(
                        () ->
                                Creation.createAll(
                                        Member.class, new Object[][] {{0}, {1}, {2}}, nodes, false))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasRootCauseMessage("the second cannot be made");

        assertThat(ENDED.await(20, TimeUnit.SECONDS)).isTrue();
    }
}
