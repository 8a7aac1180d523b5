package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TcpTransportTest {

    private static final String LINK = "tcp";

    @Nested
    class MatchedPlane extends MatchedPlaneContract {
        MatchedPlane() {
            super(LINK);
        }
    }

    @Nested
    class Eager extends TwoTransports {

        private static final int LIMIT = 1 << 20;

        Eager() {
            super(LINK);
        }

        @Test
        void aSendOfOneMiBEndsBeforeItsReceiveBeginsWhileThereIsRoomForIt() {
            byte[][] sent = new byte[3][];
            for (int i = 0; i < sent.length; i++) {
                sent[i] = randomBytes(LIMIT, i);
                near.send(farAddress, TAG, CONTEXT, Slice.of(sent[i])); // nobody receives yet
            }
            Request fourth = near.isend(farAddress, TAG, CONTEXT, Slice.of(sent[0]));
            Request longer = near.isend(farAddress, TAG, CONTEXT, Slice.of(new byte[LIMIT + 8]));
            near.isend(farAddress, TAG + 1, CONTEXT, Slice.of(new byte[1])).await();
            far.recv(nearAddress, TAG + 1, CONTEXT, Slice.of(new byte[1]));
            assertThat(fourth.test()).isFalse();
            assertThat(longer.test()).isFalse();
            for (byte[] one : new byte[][] {sent[0], sent[1], sent[2], sent[0]}) {
                byte[] got = new byte[LIMIT];
                far.recv(nearAddress, TAG, CONTEXT, Slice.of(got));
                assertThat(got).isEqualTo(one);
            }
            fourth.await();
            far.recv(nearAddress, TAG, CONTEXT, Slice.of(new byte[LIMIT + 8]));
            longer.await();
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
