package org.activeobjects.spmd.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.spi.BodyHandle;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A member that ends while another one begins to wait for requests. */
class MethodBarriersTest {

    private final List<String> missing = new ArrayList<>();
    private Consumer<List<String>> onGivenUp;
    private boolean isGivenUp;
    private Runnable whenLooked = () -> {};
    private final MethodBarriers barriers =
            new MethodBarriers(
                    (BodyHandle)
                            Proxy.newProxyInstance(
                                    BodyHandle.class.getClassLoader(),
                                    new Class<?>[] {BodyHandle.class},
                                    (_, _, arguments) -> expect(arguments)),
                    0,
                    2,
                    (_, _) -> new CompletableFuture<>());

    /** The queue of the member, which has looked at all that has come. */
    @SuppressWarnings("unchecked") // as the method of the body has it
    private BodyHandle.Expected expect(Object... arguments) {
        missing.addAll((List<String>) arguments[0]);
        onGivenUp = (Consumer<List<String>>) arguments[1];
        whenLooked.run();
        return new BodyHandle.Expected() {
            @Override
            public List<String> missing() {
                return List.copyOf(missing);
            }

            @Override
            public void giveUp() {
                isGivenUp = true;
            }
        };
    }

    @Test
    void whatHasComeBeforeTheEndCountsAlsoBehindTheFirstLook() {
        whenLooked = () -> barriers.lost("rank 1 has ended"); // behind a request that it has sent

        barriers.call("left");

        assertThat(isGivenUp).isTrue();
        missing.clear(); // the thread has looked again
        assertThat(barriers.waiting()).isEmpty();
        whenLooked = missing::clear;
        barriers.call("right");
    }

    @Test
    void whatIsMissingAtTheSecondLookFailsTheBarrier() {
        whenLooked = () -> barriers.lost("rank 1 has ended");

        barriers.call("left");

        assertThat(isGivenUp).isTrue();
        onGivenUp.accept(List.of("left"));
        assertThatThrownBy(() -> barriers.call("right"))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("missing=left: rank 1 has ended");
    }

    @Test
    void whatIsMissingAfterTheEndFailsTheCall() {
        barriers.lost("rank 1 has ended");

        assertThatThrownBy(() -> barriers.call("left"))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("missing=left: rank 1 has ended");
        assertThat(isGivenUp).isTrue();
    }
}
