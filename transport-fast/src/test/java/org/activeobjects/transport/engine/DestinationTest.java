package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.List;

/** To whom one cannot send. */
class DestinationTest {

    private final LoneEngine alone = new LoneEngine();
    private final Endpoint endpoint = alone.engine().openEndpoint();

    @AfterEach
    void close() {
        alone.close();
    }

    @Test
    void isNobodyInParticular() {
        EndpointAddress any = EndpointAddress.ANY_SOURCE;
        Slice none = Slice.EMPTY;
        List<ThrowingCallable> calls =
                List.of(
                        () -> endpoint.send(any, 1, 0, none),
                        () -> endpoint.issend(any, 1, 0, none),
                        () -> endpoint.sendObject(any, 1, 0, "text"),
                        () -> endpoint.exchange(any, 1, 0, none, none));
        for (ThrowingCallable call : calls) {
            assertThatThrownBy(call)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("any source is for a receive or a probe");
        }
    }
}
