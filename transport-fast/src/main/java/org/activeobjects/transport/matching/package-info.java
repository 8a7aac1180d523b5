/**
 * The matched plane: posted receives and unexpected messages, eager and rendezvous; and the peers,
 * over whose links both planes go.
 *
 * <p>May use {@code transport}, {@code transport.error}, {@code transport.spi}, {@code progress},
 * {@code message}; used by {@code bootstrap}, which connects the peers.
 *
 * <p>Threads: any thread starts operations; frames come on the thread that moves the link. One lock
 * per endpoint and one per peer, never both at once, and neither while code of a user runs.
 */
package org.activeobjects.transport.matching;
