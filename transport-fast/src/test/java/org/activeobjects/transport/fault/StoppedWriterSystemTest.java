package org.activeobjects.transport.fault;

import org.activeobjects.transport.Slice;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import java.lang.foreign.MemorySegment;

/** The same where it has the kernel write into an array. */
@EnabledIfSystemProperty(
        named = "activeobjects.testing.collector",
        matches = "G1",
        disabledReason = "arrays can be pinned with G1 only")
class StoppedWriterSystemTest extends StoppedHelperTest {

    private final byte[] array = new byte[VictimMain.HUGE_LENGTH];

    StoppedWriterSystemTest() {
        super("sending");
    }

    @Override
    Slice allocate() {
        return Slice.of(array);
    }

    @Override
    MemorySegment memory() {
        return MemorySegment.ofArray(array);
    }

    @Override
    void release() {}
}
