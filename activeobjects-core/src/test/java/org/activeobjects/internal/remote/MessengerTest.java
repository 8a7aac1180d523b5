package org.activeobjects.internal.remote;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.internal.runtime.CoreRuntime;
import org.activeobjects.node.Delivery;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What a runtime knows of others. */
@Timeout(60)
class MessengerTest {

    private final CoreRuntime here = new CoreRuntime(TransportConfig::defaults, Delivery.ORDERED);
    private final CoreRuntime there = new CoreRuntime(TransportConfig::defaults, Delivery.ORDERED);

    @AfterEach
    void closeBoth() {
        here.close();
        there.close();
    }

    @Test
    void nothingIsKeptOfARuntimeThatIsLost() throws Exception {
        RuntimeId other = there.messenger().self();
        var _ = here.connect(there.card()).getNumberOfActiveObjects(); // has opened a link
        Peer before = here.messenger().peer(other);
        assertThat(here.messenger().peer(other)).isSameAs(before);
        CountDownLatch lost = new CountDownLatch(1);
        here.messenger().transport().onPeerLost(loss -> lost.countDown()); // told after us
        there.close();
        assertThat(lost.await(20, TimeUnit.SECONDS)).isTrue();

        // What is made for a message that cannot be sent is that message's own.
        assertThat(here.messenger().peer(other)).isNotSameAs(here.messenger().peer(other));
    }
}
