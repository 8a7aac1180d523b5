/**
 * Both planes of one runtime put together: the endpoints that users call, the messages they post,
 * and the peers this runtime knows.
 *
 * <p>May use {@code transport}, {@code diagnosis}, {@code object}, {@code spi}, {@code progress},
 * {@code transfer}, {@code message}, {@code matching}, {@code active} and {@code peer}; used by
 * {@code bootstrap}, which connects the peers.
 *
 * <p>Threads: any thread calls; nothing here has a thread or a lock of its own but for opening and
 * forgetting.
 */
package org.activeobjects.transport.engine;
