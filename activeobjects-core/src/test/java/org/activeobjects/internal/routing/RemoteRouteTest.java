package org.activeobjects.internal.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.active.UniqueID;
import org.activeobjects.internal.lease.Held;
import org.activeobjects.internal.lease.LeaseNotice;
import org.activeobjects.internal.lease.Place;
import org.activeobjects.internal.lease.Reference;
import org.activeobjects.internal.runtime.CoreRuntime;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The way to an active object of another runtime, which all stubs of it share. */
@Timeout(60)
class RemoteRouteTest {

    private static final RuntimeId OWNER = new RuntimeId(0, 9);
    private static final UniqueID OBJECT = new UniqueID(OWNER, 5);
    private static final Reference REFERENCE =
            new Reference("", OBJECT, new Place(OWNER, 5, 0, null), "");

    private final CoreRuntime runtime = (CoreRuntime) NodeRuntime.open(TransportConfig.defaults());

    /** Is elsewhere. */
    public static class Thing {}

    @AfterEach
    void close() {
        runtime.close();
    }

    private Route routeOf(Held held) {
        Route route = new RemoteRoute(runtime, held, Thing.class);
        return new ActiveHandler(runtime, route, Thing.class).route();
    }

    @Test
    void whatIsToldReachesAStubThatWasMadeWhenTheEntryHadBeenForgottenAndMadeAnew() {
        Held early = runtime.leases().held(REFERENCE);
        runtime.leases().sweep(); // there is no stub yet
        ActiveHandler other = new ActiveHandler(runtime, route(), Thing.class);

        Route route = routeOf(early);

        assertThat(route.anchor()).isSameAs(other.anchor());
        runtime.leases().onNotice(OWNER, new LeaseNotice(LeaseNotice.GONE, 0, 5));
        assertThat(other.route().hasEnded()).isTrue();
        assertThat(route.hasEnded()).isTrue();
    }

    private Route route() {
        return runtime.references().route(Thing.class, REFERENCE);
    }
}
