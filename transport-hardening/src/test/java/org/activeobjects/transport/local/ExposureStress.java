package org.activeobjects.transport.local;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.spi.DirectLane;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Elements that one end of a link shows to the other. */
public final class ExposureStress {

    private ExposureStress() {}

    /** Who takes his elements back may change them: no transfer ends well with what is in them. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "read before they were taken back")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "refused, or broken off")
    @Outcome(expect = Expect.FORBIDDEN, desc = "changed elements, taken for those that were shown")
    @State
    public static class ChangedElementsAreNotTaken {

        private final ExposedSlices shown = new ExposedSlices();
        private final LocalLane reader = new LocalLane(new ExposedSlices(), shown);
        private final int[] source = {1};
        private final int[] destination = {0};
        private final Slice room = Slice.of(destination);
        private final long handle = shown.expose(Slice.of(source));

        @Actor
        public void sender() {
            shown.conceal(handle);
            source[0] = 2;
        }

        @Actor
        public void receiver(I_Result result) {
            DirectLane.Pull pull = reader.pull(handle, room, Integer.BYTES);
            try {
                result.r1 = pull != null && pull.advance() ? destination[0] : 0;
            } catch (TransportClosedException takenBack) {
                result.r1 = 0;
            }
        }
    }
}
