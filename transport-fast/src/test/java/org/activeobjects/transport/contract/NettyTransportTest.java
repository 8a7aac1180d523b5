package org.activeobjects.transport.contract;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.netty.TestCertificates;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** Whole transports over Netty, read by who waits, by the loop, and encrypted. */
class NettyTransportTest {

    private static final String LINK = "netty";

    @Nested
    class MatchedPlane extends MatchedPlaneContract {
        MatchedPlane() {
            super(LINK);
        }
    }

    @Nested
    class MatchedExtras extends MatchedExtrasContract {
        MatchedExtras() {
            super(LINK);
        }
    }

    @Nested
    class MatchedProbes extends MatchedProbesContract {
        MatchedProbes() {
            super(LINK);
        }
    }

    @Nested
    class Refusals extends RefusalsContract {
        Refusals() {
            super(LINK);
        }
    }

    @Nested
    class WrongArguments extends WrongArgumentsContract {
        WrongArguments() {
            super(LINK);
        }
    }

    @Nested
    class ClosedEndpoints extends ClosedEndpointsContract {
        ClosedEndpoints() {
            super(LINK);
        }
    }

    @Nested
    class RandomMessages extends RandomMessagesContract {
        RandomMessages() {
            super(LINK);
        }
    }

    @Nested
    class CrowdedEndpoints extends CrowdedEndpointsContract {
        CrowdedEndpoints() {
            super(LINK);
        }
    }

    @Nested
    class MessagePlane extends MessagePlaneContract {
        MessagePlane() {
            super(LINK);
        }
    }

    @Nested
    class ActiveMessages extends ActiveMessagesContract {
        ActiveMessages() {
            super(LINK);
        }
    }

    @Nested
    class Faults extends FaultContract {
        Faults() {
            super(LINK);
        }
    }

    @Nested
    class MatchedPlaneReadByTheLoop extends MatchedPlaneContract {
        MatchedPlaneReadByTheLoop() {
            super(LINK);
        }

        @Override
        protected TransportConfig configure(TransportConfig defaults) {
            return defaults.withSetting("netty.polled", "false");
        }
    }

    @Nested
    class MessagePlaneReadByTheLoop extends MessagePlaneContract {
        MessagePlaneReadByTheLoop() {
            super(LINK);
        }

        @Override
        protected TransportConfig configure(TransportConfig defaults) {
            return defaults.withSetting("netty.polled", "false");
        }
    }

    @Nested
    class ActiveMessagesReadByTheLoop extends ActiveMessagesContract {
        ActiveMessagesReadByTheLoop() {
            super(LINK);
        }

        @Override
        protected TransportConfig configure(TransportConfig defaults) {
            return defaults.withSetting("netty.polled", "false");
        }
    }

    @Nested
    class FaultsReadByTheLoop extends FaultContract {
        FaultsReadByTheLoop() {
            super(LINK);
        }

        @Override
        protected TransportConfig configure(TransportConfig defaults) {
            return defaults.withSetting("netty.polled", "false");
        }
    }

    @Nested
    class MatchedPlaneEncrypted extends MatchedPlaneContract {
        @TempDir Path certificates;

        MatchedPlaneEncrypted() {
            super(LINK);
        }

        @Override
        protected TransportConfig configure(TransportConfig defaults) {
            return TestCertificates.configure(defaults, certificates);
        }
    }

    @Nested
    class RandomMessagesEncrypted extends RandomMessagesContract {
        @TempDir Path certificates;

        RandomMessagesEncrypted() {
            super(LINK);
        }

        @Override
        protected TransportConfig configure(TransportConfig defaults) {
            return TestCertificates.configure(defaults, certificates);
        }
    }

    @Nested
    class MessagePlaneEncrypted extends MessagePlaneContract {
        @TempDir Path certificates;

        MessagePlaneEncrypted() {
            super(LINK);
        }

        @Override
        protected TransportConfig configure(TransportConfig defaults) {
            return TestCertificates.configure(defaults, certificates);
        }
    }

    @Nested
    class FaultsEncrypted extends FaultContract {
        @TempDir Path certificates;

        FaultsEncrypted() {
            super(LINK);
        }

        @Override
        protected TransportConfig configure(TransportConfig defaults) {
            return TestCertificates.configure(defaults, certificates);
        }
    }
}
