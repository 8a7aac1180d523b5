package org.activeobjects.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.contract.FrameRecorder;
import org.activeobjects.transport.contract.LinkContract;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** Data goes to other hosts in pieces of another length. */
    private abstract static class ToAnotherHost extends OverUcx {

        ToAnotherHost(String devices) {
            super(devices);
        }

        @Override
        protected String farHost() {
            return "another host";
        }

        @Override
        protected TransportConfig config() {
            return super.config().withSetting("ucx.peerErrors", "off");
        }
    }

    @Nested
    class OverSharedMemoryAsToAnotherHost extends ToAnotherHost {
        OverSharedMemoryAsToAnotherHost() {
            super("posix,self");
        }
    }

    @Nested
    class OverSocketsToAnotherHost extends ToAnotherHost {
        OverSocketsToAnotherHost() {
            super("tcp,self");
        }
    }

    /** Sockets would agree about each piece of 8 KiB with its head, and be six times slower. */
    @ParameterizedTest
    @CsvSource({
        "'posix,tcp,self', this host, 8192, 8192",
        "'tcp,self', this host, 8128, 65536",
        "'tcp,self', another host, 8128, 65536",
        "'posix,tcp,self', another host, 8128, 65536"
    })
    void cutsWhatGoesThroughSharedMemorySmallerThanWhatDoesNot(
            String devices, String host, int piece, int pieceOfALongMessage)
            throws LinkUnavailableException {
        TransportConfig config =
                TransportConfig.defaults()
                        .withLinks("ucx")
                        .withSetting("ucx.tls", devices)
                        .withSetting("ucx.peerErrors", "off");
        FrameRecorder nobody = new FrameRecorder();
        try (LinkPair pair = LinkPair.open(new UcxLinkProvider(), config, host, nobody, nobody)) {
            assertThat(pair.near.chunkLength(65_535)).isEqualTo(piece);
            assertThat(pair.near.chunkLength(65_536)).isEqualTo(pieceOfALongMessage);
            assertThat(pair.near.chunkLength(1L << 32)).isEqualTo(pieceOfALongMessage);
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
