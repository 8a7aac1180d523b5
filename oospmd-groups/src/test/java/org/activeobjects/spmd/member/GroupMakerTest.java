package org.activeobjects.spmd.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.spi.RuntimeServices;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.reflect.Proxy;
import java.util.List;

/** Groups that cannot be set up. */
@Timeout(60)
class GroupMakerTest {

    private final NodeRuntime here =
            NodeRuntime.open(
                    TransportConfig.defaults().withJob("maker", TransportConfig.newSecret()));

    @AfterEach
    void close() {
        here.close();
    }

    /** A member. */
    public static class Idle {}

    /** The runtime, in which an error is met when members are told something. */
    private Object faulty() {
        return Proxy.newProxyInstance(
                RuntimeServices.class.getClassLoader(),
                new Class<?>[] {NodeRuntime.class, RuntimeServices.class},
                (_, method, arguments) -> {
                    if (method.getName().equals("callExtension")) {
                        throw new OutOfMemoryError("on purpose");
                    }
                    return method.invoke(here, arguments);
                });
    }

    @Test
    void whatWasMadeEndsAlsoForAnError() {
        Object runtime = faulty();
        BodyHandle caller =
                (BodyHandle)
                        Proxy.newProxyInstance(
                                BodyHandle.class.getClassLoader(),
                                new Class<?>[] {BodyHandle.class},
                                (_, method, _) ->
                                        method.getName().equals("runtime") ? runtime : null);

        assertThatThrownBy(
                        () ->
                                ScopedValue.where(RuntimeServices.Holder.scope(), caller)
                                        .run(
                                                () ->
                                                        GroupMaker.create(
                                                                Idle.class,
                                                                new Object[3][],
                                                                List.of(here.node()))))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessage("on purpose");

        await().untilAsserted(() -> assertThat(here.node().getNumberOfActiveObjects()).isZero());
    }
}
