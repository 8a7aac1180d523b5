package org.activeobjects.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.address.RuntimeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What is told to runtimes that live, and to those that are lost. */
@Timeout(60)
class OutboxTest {

    private static final RuntimeId LIVING = new RuntimeId(0, 1);
    private static final RuntimeId LOST = new RuntimeId(0, 2);

    private final BlockingQueue<RuntimeId> told = new LinkedBlockingQueue<>();
    private final Outbox.All boxes = new Outbox.All((to, _, _) -> told.add(to));

    private void tell(RuntimeId to) {
        boxes.queue(to, "", new LeaseNotice(LeaseNotice.GONE, 0, 5));
    }

    @Test
    void nothingIsKeptOfARuntimeThatIsLost() throws Exception {
        tell(LOST);
        assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo(LOST);
        boxes.lost(LOST);

        tell(LOST); // by whoever found it among the holders of an object just before
        tell(LIVING);

        assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo(LIVING);
        assertThat(boxes.size()).isEqualTo(1);
    }
}
