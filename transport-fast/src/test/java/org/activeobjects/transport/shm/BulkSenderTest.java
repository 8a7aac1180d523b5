package org.activeobjects.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.shm.segment.SegmentFolder;
import org.activeobjects.transport.spi.FrameHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

@Timeout(60)
class BulkSenderTest {

    @TempDir Path parent;

    /** The thread that sends may be between having the file and keeping its name. */
    @Test
    void leavesNoFileIfItsLinkIsClosedWhileItMakesOne() throws Exception {
        SegmentFolder folder = SegmentFolder.enter(parent, "job", RuntimeId.random().toString());
        try (Arena arena = Arena.ofShared()) {
            MemorySegment pair = arena.allocate(Layout.pairLength(Layout.LEAST_CAPACITY), 64);
            ShmLink.Ends ends =
                    new ShmLink.Ends(
                            folder, arena, pair, false, null, "of no process", null, "peer", true);
            BulkSender bulk =
                    new BulkSender(
                            ends,
                            RingWriter.control(pair, true, null),
                            Layout.ringHead(pair, true),
                            new CopyGuard());
            bulk.forget();

            var _ = bulk.tryWrite(1, new FrameHeader(), Slice.of(new byte[64]), 0, 64);

            try (var files = Files.list(folder.path())) {
                assertThat(files).isEmpty();
            }
        } finally {
            folder.leave();
        }
    }
}
