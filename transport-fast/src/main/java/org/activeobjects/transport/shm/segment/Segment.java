package org.activeobjects.transport.shm.segment;

import java.lang.foreign.MemorySegment;

/**
 * A file of the job's folder, or one in memory, mapped.
 *
 * @param name its name in the folder, or that of the file in memory
 * @param memory its bytes, mapped in an arena of the caller's
 */
public record Segment(String name, MemorySegment memory) {}
