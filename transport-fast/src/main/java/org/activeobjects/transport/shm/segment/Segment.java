package org.activeobjects.transport.shm.segment;

import org.activeobjects.transport.posix.SealedFile;

import java.lang.foreign.MemorySegment;

/**
 * A file of the job's folder, or one in memory, mapped.
 *
 * @param name its name in the folder, or that of the file in memory
 * @param memory its bytes, mapped in an arena of the caller's
 * @param file the file in memory, if this process has made it: open until the peer has mapped it,
 *     for the caller to close; {@code null} for any other
 */
public record Segment(String name, MemorySegment memory, SealedFile file) {}
