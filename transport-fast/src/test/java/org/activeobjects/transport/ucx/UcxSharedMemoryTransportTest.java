package org.activeobjects.transport.ucx;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.contract.ActiveMessagesContract;
import org.activeobjects.transport.contract.ClosedEndpointsContract;
import org.activeobjects.transport.contract.FaultContract;
import org.activeobjects.transport.contract.MatchedExtrasContract;
import org.activeobjects.transport.contract.MatchedPlaneContract;
import org.activeobjects.transport.contract.MatchedProbesContract;
import org.activeobjects.transport.contract.MessagePlaneContract;
import org.activeobjects.transport.contract.RandomMessagesContract;
import org.activeobjects.transport.contract.RefusalsContract;
import org.activeobjects.transport.contract.WrongArgumentsContract;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** Whole transports over shared memory of UCX. */
class UcxSharedMemoryTransportTest {

    private static final String DEVICES = "posix,self";

    @BeforeAll
    static void requireLibrary() {
        UcxHere.assume();
    }

    @Nested
    class MatchedPlane extends MatchedPlaneContract {
        MatchedPlane() {
            super("ucx");
        }

        @Override
        protected TransportConfig configure(TransportConfig before) {
            return before.withSetting("ucx.tls", DEVICES);
        }
    }

    @Nested
    class MatchedExtras extends MatchedExtrasContract {
        MatchedExtras() {
            super("ucx");
        }

        @Override
        protected TransportConfig configure(TransportConfig before) {
            return before.withSetting("ucx.tls", DEVICES);
        }
    }

    @Nested
    class MatchedProbes extends MatchedProbesContract {
        MatchedProbes() {
            super("ucx");
        }

        @Override
        protected TransportConfig configure(TransportConfig before) {
            return before.withSetting("ucx.tls", DEVICES);
        }
    }

    @Nested
    class Refusals extends RefusalsContract {
        Refusals() {
            super("ucx");
        }

        @Override
        protected TransportConfig configure(TransportConfig before) {
            return before.withSetting("ucx.tls", DEVICES);
        }
    }

    @Nested
    class WrongArguments extends WrongArgumentsContract {
        WrongArguments() {
            super("ucx");
        }

        @Override
        protected TransportConfig configure(TransportConfig before) {
            return before.withSetting("ucx.tls", DEVICES);
        }
    }

    @Nested
    class ClosedEndpoints extends ClosedEndpointsContract {
        ClosedEndpoints() {
            super("ucx");
        }

        @Override
        protected TransportConfig configure(TransportConfig before) {
            return before.withSetting("ucx.tls", DEVICES);
        }
    }

    @Nested
    class RandomMessages extends RandomMessagesContract {
        RandomMessages() {
            super("ucx");
        }

        @Override
        protected TransportConfig configure(TransportConfig before) {
            return before.withSetting("ucx.tls", DEVICES);
        }
    }

    @Nested
    class MessagePlane extends MessagePlaneContract {
        MessagePlane() {
            super("ucx");
        }

        @Override
        protected TransportConfig configure(TransportConfig before) {
            return before.withSetting("ucx.tls", DEVICES);
        }
    }

    @Nested
    class ActiveMessages extends ActiveMessagesContract {
        ActiveMessages() {
            super("ucx");
        }

        @Override
        protected TransportConfig configure(TransportConfig before) {
            return before.withSetting("ucx.tls", DEVICES);
        }
    }

    @Nested
    class Faults extends FaultContract {
        Faults() {
            super("ucx");
        }

        @Override
        protected boolean hasPortsOfLibrary() {
            return true;
        }

        @Override
        protected TransportConfig configure(TransportConfig before) {
            return before.withSetting("ucx.tls", DEVICES);
        }
    }
}
