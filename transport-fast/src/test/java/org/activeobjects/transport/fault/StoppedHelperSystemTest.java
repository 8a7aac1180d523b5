package org.activeobjects.transport.fault;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Slice;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** The same where it copies into a registered buffer. */
class StoppedHelperSystemTest extends StoppedHelperTest {

    private RegisteredBuffer buffer;
    private RegisteredBuffer.View view;

    StoppedHelperSystemTest() {
        super("registered");
    }

    @Override
    Slice allocate() {
        buffer = transport.allocate(VictimMain.HUGE_LENGTH);
        view = buffer.view(ElementType.BYTE);
        return view.slice();
    }

    @Override
    MemorySegment memory() {
        return view.segment();
    }

    @Override
    void release() throws IOException {
        view.close();
        buffer.close();
        assertThat(buffer.isReleased()).isTrue();
    }
}
