package org.activeobjects.internal.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.queue.QueueBound;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.PeerLostException;
import org.junit.jupiter.api.Test;

import java.time.Duration;

/** What is known of the queues of other runtimes. */
class AdmissionsTest {

    private static final RuntimeId OTHER = new RuntimeId(0, 2);
    private static final QueueBound BOUND = QueueBound.of(10, Duration.ofSeconds(1));

    private final Admissions admissions = new Admissions();

    @Test
    void nothingIsKeptOfARuntimeThatIsLost() {
        Credits before = admissions.credits(OTHER, 5, BOUND);
        assertThat(admissions.credits(OTHER, 5, BOUND)).isSameAs(before);
        admissions.lost(OTHER, new PeerLostException(OTHER.toString(), "it crashed", null));

        // What is asked for by a call that is about to fail is that call's own.
        assertThat(admissions.credits(OTHER, 5, BOUND))
                .isNotSameAs(admissions.credits(OTHER, 5, BOUND));
    }
}
