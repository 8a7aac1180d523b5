package org.activeobjects.transport.contract;

import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.Nested;

class ShmTransportTest {

    private static final String LINK = "shm";

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

    /** Long arrays are read in place, however far the cores are apart. */
    @Nested
    class RandomMessagesInPlace extends RandomMessagesContract {
        RandomMessagesInPlace() {
            super(LINK);
        }

        @Override
        protected TransportConfig configure(TransportConfig before) {
            return inPlace(before);
        }
    }

    @Nested
    class FaultsInPlace extends FaultContract {
        FaultsInPlace() {
            super(LINK);
        }

        @Override
        protected TransportConfig configure(TransportConfig before) {
            return inPlace(before);
        }
    }

    private static TransportConfig inPlace(TransportConfig before) {
        return before.withSetting("shm.singleCopyFrom", "16384");
    }
}
