package org.activeobjects.transport.address;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Ids are equal if all of their parts are. */
class IdsTest {

    @Test
    void aRuntimeByBothHalves() {
        RuntimeId id = new RuntimeId(1, 2);

        assertThat(id)
                .isEqualTo(RuntimeId.parse(id.toString()))
                .hasSameHashCodeAs(RuntimeId.parse(id.toString()))
                .isNotEqualTo(new RuntimeId(1, 3))
                .isNotEqualTo(new RuntimeId(3, 2))
                .isNotEqualTo(new RuntimeId(2, 1));
        assertThat(id.equals(null)).isFalse();
    }

    @Test
    void anEndpointByRuntimeAndNumber() {
        EndpointAddress address = new EndpointAddress(new RuntimeId(1, 2), 3);

        assertThat(address)
                .isEqualTo(new EndpointAddress(new RuntimeId(1, 2), 3))
                .hasSameHashCodeAs(new EndpointAddress(new RuntimeId(1, 2), 3))
                .isNotEqualTo(new EndpointAddress(new RuntimeId(1, 2), 4))
                .isNotEqualTo(new EndpointAddress(new RuntimeId(1, 1), 3));
        assertThat(address.equals(null)).isFalse();
    }
}
