package org.activeobjects.transport.contract;

import org.junit.jupiter.api.Nested;

class LocalTransportTest {

    private static final String LINK = "local";

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
}
