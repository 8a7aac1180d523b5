package org.activeobjects.transport.ucx;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.contract.LinkContract;
import org.activeobjects.transport.spi.LinkProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** The link by itself, over each kind of device that every host has. */
class UcxLinkContractTest {

    @BeforeAll
    static void requireLibrary() {
        UcxHere.assume();
    }

    private abstract static class OverUcx extends LinkContract {

        private final String devices;

        OverUcx(String devices) {
            this.devices = devices;
        }

        @Override
        protected LinkProvider provider() {
            return new UcxLinkProvider();
        }

        @Override
        protected boolean givesOutMemory() {
            return true;
        }

        @Override
        protected TransportConfig config() {
            return super.config().withLinks("ucx").withSetting("ucx.tls", devices);
        }
    }

    @Nested
    class OverSharedMemory extends OverUcx {
        OverSharedMemory() {
            super("posix,self");
        }
    }

    @Nested
    class OverSockets extends OverUcx {
        OverSockets() {
            super("tcp,self");
        }
    }

    @Nested
    class OverAll extends OverUcx {
        OverAll() {
            super("all");
        }
    }

    @Nested
    class OverSocketsThatTellErrors extends OverUcx {
        OverSocketsThatTellErrors() {
            super("tcp,self");
            UcxHere.assumeThatItMayEndTheProcess();
        }

        @Override
        protected TransportConfig config() {
            return super.config().withSetting("ucx.peerErrors", "on");
        }
    }
}
