package org.activeobjects.transport.contract;

import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.spi.LinkService;

import java.lang.foreign.MemorySegment;

/**
 * Memory of a link, for a registered buffer without a transport.
 *
 * @param memory the memory
 */
public record MemorySource(LinkService.Memory memory) implements RegisteredBuffer.Source {

    @Override
    public MemorySegment segment() {
        return memory.segment();
    }

    @Override
    public void release() {
        memory.release();
    }

    @Override
    public void forgotten() {}
}
