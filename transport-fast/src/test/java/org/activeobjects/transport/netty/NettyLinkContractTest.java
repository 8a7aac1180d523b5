package org.activeobjects.transport.netty;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.contract.LinkContract;
import org.activeobjects.transport.spi.LinkProvider;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** The contract of a link, in every way in which this one can work. */
class NettyLinkContractTest {

    private abstract static class Contract extends LinkContract {
        @Override
        protected LinkProvider provider() {
            return new NettyLinkProvider();
        }
    }

    @Nested
    class ReadByWhoPolls extends Contract {}

    @Nested
    class ReadByTheLoop extends Contract {
        @Override
        protected TransportConfig config() {
            return super.config().withSetting("netty.polled", "false");
        }
    }

    @Nested
    class Encrypted extends Contract {
        @TempDir Path certificates;

        @Override
        protected TransportConfig config() {
            return TestCertificates.configure(super.config(), certificates);
        }
    }

    @Nested
    class OverEpoll extends Contract {
        @Override
        protected TransportConfig config() {
            assumeTrue(isThere(SocketKind.EPOLL), "this system has no epoll for Netty");
            return super.config().withSetting("netty.io", "epoll");
        }
    }

    @Nested
    class OverIoUring extends Contract {
        @Override
        protected TransportConfig config() {
            assumeTrue(isThere(SocketKind.IO_URING), "this system has no io_uring for Netty");
            return super.config().withSetting("netty.io", "io_uring");
        }
    }

    static boolean isThere(SocketKind kind) {
        try {
            return kind.whyNot() == null;
        } catch (NoClassDefFoundError e) {
            return false;
        }
    }
}
