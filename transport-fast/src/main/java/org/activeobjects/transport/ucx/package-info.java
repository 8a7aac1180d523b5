/**
 * The link over UCX: InfiniBand, RoCE, and every other wire that UCX drives.
 *
 * <p>One context and one worker per runtime, made when the first link is opened. Frames are tagged
 * messages: a lane for control, one for data, and one for the link's own signals, each with a tag
 * that only the two ends know. Every receive is posted before its message may be sent, so that UCX
 * never has to keep what nobody takes. Arrays go through a pool of registered memory, one copy a
 * side. Memory outside of the heap goes as it is: its sender gives it to UCX under a tag of its
 * own, right after the announcement, and UCX moves it when the receiver has said where to.
 *
 * <p>May use {@code transport}, {@code transport.error}, {@code transport.spi}, {@code
 * transport.memory}, {@code transport.posix}, {@code transport.ucx.binding}; used by nobody: found
 * as a {@code LinkProvider}.
 *
 * <p>Threads: one of its own per runtime, which waits for UCX's descriptor while nobody polls and
 * rings the runtime's doorbell. All use of the worker is under its lock, which is held for
 * microseconds and never while the receiver of frames is called.
 */
package org.activeobjects.transport.ucx;
