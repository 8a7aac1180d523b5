/**
 * What a link implements: one ordered, lossless, back-pressured pipe of frames to one peer.
 *
 * <p>May use {@code transport}; used by every link, and by {@code matching}, {@code progress} and
 * {@code bootstrap}, which run them.
 *
 * <p>Threads: said per method; a link never blocks and never calls user code but its {@code
 * FrameReceiver}.
 */
package org.activeobjects.transport.spi;
