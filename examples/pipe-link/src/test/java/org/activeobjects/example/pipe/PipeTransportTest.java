package org.activeobjects.example.pipe;

import org.activeobjects.transport.contract.ActiveMessagesContract;
import org.activeobjects.transport.contract.ClosedEndpointsContract;
import org.activeobjects.transport.contract.CrowdedEndpointsContract;
import org.activeobjects.transport.contract.FaultContract;
import org.activeobjects.transport.contract.MatchedExtrasContract;
import org.activeobjects.transport.contract.MatchedPlaneContract;
import org.activeobjects.transport.contract.MatchedProbesContract;
import org.activeobjects.transport.contract.MessagePlaneContract;
import org.activeobjects.transport.contract.RandomMessagesContract;
import org.activeobjects.transport.contract.RefusalsContract;
import org.activeobjects.transport.contract.WrongArgumentsContract;
import org.junit.jupiter.api.Nested;

/** Whole transports over the pipe only, from the test jar of the transport. */
class PipeTransportTest {

    @Nested
    class MatchedPlane extends MatchedPlaneContract {
        MatchedPlane() {
            super(PipeLinkProvider.NAME);
        }
    }

    @Nested
    class MatchedExtras extends MatchedExtrasContract {
        MatchedExtras() {
            super(PipeLinkProvider.NAME);
        }
    }

    @Nested
    class MatchedProbes extends MatchedProbesContract {
        MatchedProbes() {
            super(PipeLinkProvider.NAME);
        }
    }

    @Nested
    class Refusals extends RefusalsContract {
        Refusals() {
            super(PipeLinkProvider.NAME);
        }
    }

    @Nested
    class WrongArguments extends WrongArgumentsContract {
        WrongArguments() {
            super(PipeLinkProvider.NAME);
        }
    }

    @Nested
    class ClosedEndpoints extends ClosedEndpointsContract {
        ClosedEndpoints() {
            super(PipeLinkProvider.NAME);
        }
    }

    @Nested
    class RandomMessages extends RandomMessagesContract {
        RandomMessages() {
            super(PipeLinkProvider.NAME);
        }
    }

    @Nested
    class CrowdedEndpoints extends CrowdedEndpointsContract {
        CrowdedEndpoints() {
            super(PipeLinkProvider.NAME);
        }
    }

    @Nested
    class ActiveMessages extends ActiveMessagesContract {
        ActiveMessages() {
            super(PipeLinkProvider.NAME);
        }
    }

    @Nested
    class MessagePlane extends MessagePlaneContract {
        MessagePlane() {
            super(PipeLinkProvider.NAME);
        }
    }

    @Nested
    class Faults extends FaultContract {
        Faults() {
            super(PipeLinkProvider.NAME);
        }
    }
}
