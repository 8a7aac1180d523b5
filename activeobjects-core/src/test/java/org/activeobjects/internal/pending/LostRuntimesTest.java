package org.activeobjects.internal.pending;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.address.RuntimeId;
import org.junit.jupiter.api.Test;

/** Which runtimes are known to be lost. */
class LostRuntimesTest {

    private final LostRuntimes lost = new LostRuntimes();

    @Test
    void theLastAreKnown() {
        for (int i = 0; i <= LostRuntimes.KEPT; i++) {
            assertThat(lost.contains(new RuntimeId(1, i))).isFalse();
            lost.add(new RuntimeId(1, i));
            lost.add(new RuntimeId(1, i)); // told twice is lost once
        }

        assertThat(lost.contains(new RuntimeId(1, 0))).isFalse();
        assertThat(lost.contains(new RuntimeId(1, 1))).isTrue();
        assertThat(lost.contains(new RuntimeId(1, LostRuntimes.KEPT))).isTrue();
    }
}
