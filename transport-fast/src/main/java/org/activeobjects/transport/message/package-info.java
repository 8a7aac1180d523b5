/**
 * The message plane: frames of both planes, messages on their way out and in, and their handlers.
 *
 * <p>May use {@code transport}, {@code transport.error}, {@code transport.spi}, {@code progress};
 * used by {@code transfer}, {@code matching}, {@code active}, {@code active.sending}, {@code peer},
 * {@code engine} and {@code bootstrap}.
 *
 * <p>Threads: messages come on the thread that moves the link; handlers run there.
 */
package org.activeobjects.transport.message;
