package org.activeobjects.transport.netty;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.contract.SocketLinkHostility;
import org.activeobjects.transport.netty.reception.Reception;
import org.junit.jupiter.api.Nested;

/** Strangers and liars, in every way in which this link can read them without TLS. */
class NettyLinkHostilityTest {

    private abstract static class Hostility extends SocketLinkHostility {
        Hostility() {
            super(
                    new NettyLinkProvider(),
                    NettyLinkProvider.TICKETS,
                    NettyLink.MAX_PAYLOAD,
                    Reception.MAX_STRANGERS);
        }
    }

    @Nested
    class ReadByWhoPolls extends Hostility {}

    @Nested
    class ReadByTheLoop extends Hostility {
        @Override
        protected TransportConfig configure(TransportConfig defaults) {
            return defaults.withSetting("netty.polled", "false");
        }
    }

    @Nested
    class OverEpoll extends Hostility {
        @Override
        protected TransportConfig configure(TransportConfig defaults) {
            assumeTrue(
                    NettyLinkContractTest.isThere(SocketKind.EPOLL),
                    "this system has no epoll for Netty");
            return defaults.withSetting("netty.io", "epoll");
        }
    }
}
