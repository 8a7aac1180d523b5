package org.activeobjects.transport.shm.buffer;

import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.shm.joint.JointLane;
import org.activeobjects.transport.shm.joint.JointLayout;
import org.activeobjects.transport.shm.segment.SegmentFolder;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Two runtimes in one process that know each other's registered buffers: owner and reader. */
final class LanePair implements AutoCloseable {

    final Arena arena = Arena.ofShared();

    /** Of what the owner pulls, and of what the reader pulls. */
    final MemorySegment ownersWords = arena.allocate(JointLayout.LENGTH, 64);

    final MemorySegment readersWords = arena.allocate(JointLayout.LENGTH, 64);
    final JointLane ownersJoint = new JointLane(ownersWords, readersWords, true);
    final JointLane readersJoint = new JointLane(readersWords, ownersWords, true);

    private final String ownersName = RuntimeId.random().toString();
    private final String readersName = RuntimeId.random().toString();
    final SegmentFolder ownersFolder;
    final SegmentFolder readersFolder;
    final SharedBuffers ownersBuffers;
    final SharedBuffers readersBuffers;
    final BufferLane owner;
    final BufferLane reader;

    LanePair(Path parent) throws LinkUnavailableException {
        ownersFolder = SegmentFolder.enter(parent, "job", ownersName);
        readersFolder = SegmentFolder.enter(parent, "job", readersName);
        String bellOfOwner = ownersFolder.create("bell", 4096, arena).name();
        String bellOfReader = readersFolder.create("bell", 4096, arena).name();
        ownersBuffers = new SharedBuffers(ownersFolder);
        readersBuffers = new SharedBuffers(readersFolder);
        owner = new BufferLane(ownersBuffers, ownersFolder, readersName, bellOfReader, ownersJoint);
        reader =
                new BufferLane(
                        readersBuffers, readersFolder, ownersName, bellOfOwner, readersJoint);
    }

    List<Path> bufferFiles() throws IOException {
        try (Stream<Path> files = Files.list(ownersFolder.path())) {
            return files.filter(file -> file.getFileName().toString().startsWith("buffer-"))
                    .toList();
        }
    }

    /** The file of a buffer that the reader has made. */
    Path fileOfReader(LinkService.Memory buffer) throws IOException {
        String end = readersName + Long.toHexString(((SharedBuffer) buffer).number());
        return bufferFiles().stream()
                .filter(file -> file.toString().endsWith(end))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        owner.close();
        reader.close();
        ownersFolder.leave();
        readersFolder.leave();
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
