package org.activeobjects.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.active.UniqueID;
import org.activeobjects.api.PAActiveObject;
import org.activeobjects.api.PAMobileAgent;
import org.activeobjects.internal.lease.LeaseNotice;
import org.activeobjects.internal.lease.Leases;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.node.Delivery;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.reflect.Field;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Names of objects that have moved, given by a runtime that has not been told yet. */
@Timeout(120)
class DirectoryTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final CoreRuntime here = new CoreRuntime(TransportConfig::defaults, Delivery.ORDERED);
    private final CoreRuntime first = new CoreRuntime(TransportConfig::defaults, Delivery.ORDERED);
    private final CoreRuntime second = new CoreRuntime(TransportConfig::defaults, Delivery.ORDERED);

    /** Goes where it is told to. */
    public static class Wanderer {

        /** One-way. */
        public void goTo(String url) {
            PAMobileAgent.migrateTo(url);
        }

        public IntWrapper seven() {
            return new IntWrapper(7);
        }
    }

    @BeforeEach
    void makeDefault() {
        here.makeDefault();
    }

    @AfterEach
    void closeAll() {
        List.of(here, first, second).forEach(CoreRuntime::close);
    }

    /** An object that was in the first runtime, is in the second, and of which nobody has told. */
    private Wanderer moved() {
        Wanderer wanderer =
                PAActiveObject.newActive(Wanderer.class, new Object[0], here.connect(first.card()));
        UniqueID id = ActiveHandler.of(wanderer).route().id();
        LocalBody left = first.exported(id.number());
        await().atMost(LIMIT).until(() -> !first.leases().holders(left).isEmpty());
        first.leases()
                .onNotice(
                        here.messenger().self(),
                        new LeaseNotice(LeaseNotice.RELEASE, 0, id.number()));
        wanderer.goTo(second.node().url());
        await().atMost(LIMIT).until(() -> left.successor() != null);
        return wanderer;
    }

    @Test
    void aNameIsGivenInARuntimeThatIsNotKnownYet() throws Exception {
        Wanderer wanderer = moved();

        String url = PAActiveObject.registerByName(wanderer, "wanderer");

        assertThat(PAActiveObject.lookupActive(Wanderer.class, url).seven().getIntValue())
                .isEqualTo(7);
    }

    private static List<Function<Wanderer, String>> urls() {
        return List.of(
                wanderer -> PAActiveObject.registerByName(wanderer, "wanderer"),
                PAActiveObject::getUrl);
    }

    @ParameterizedTest
    @MethodSource("urls")
    void aUrlSaysWhereTheObjectIsFound(Function<Wanderer, String> way) throws Exception {
        var _ = here.connect(second.card());
        Wanderer wanderer = moved();
        Field field = Leases.class.getDeclaredField("holdings");
        field.setAccessible(true);
        CompletableFuture<String> url;
        synchronized (field.get(here.leases())) { // the way of its stubs does not change meanwhile
            url =
                    CompletableFuture.supplyAsync(
                            () -> way.apply(wanderer), Thread::startVirtualThread);
            assertThat(url.get(30, TimeUnit.SECONDS)).startsWith(second.node().url());
        }

        assertThat(PAActiveObject.lookupActive(Wanderer.class, url.join()).seven())
                .extracting(IntWrapper::getIntValue)
                .isEqualTo(7);
    }
}
