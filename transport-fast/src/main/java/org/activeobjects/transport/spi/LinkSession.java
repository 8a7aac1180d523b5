package org.activeobjects.transport.spi;

import org.activeobjects.transport.address.RuntimeCard;

/**
 * What two runtimes that have proved themselves to each other know when they open a link.
 *
 * @param peer the other side
 * @param offer what the other side offers for this kind of link, from its card
 * @param key 32 bytes that only these two know, fresh for each connection; a link over a socket of
 *     its own proves with it that both ends belong together
 * @param receiver takes the frames
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record LinkSession(RuntimeCard peer, String offer, byte[] key, FrameReceiver receiver) {}
