/**
 * What is under way with one peer: the numbers by which both sides know a transfer, the turns in
 * which pieces are sent, what keeps the elements from being released, the count of announcements
 * that are answered, and the account of what was sent without being asked for.
 *
 * <p>May use {@code transport}, {@code transport.error}, {@code transport.message}, {@code
 * transport.object}, {@code transport.progress}, {@code transport.spi}; used by {@code matching},
 * {@code peer}, which owns the transfers, {@code active}, {@code active.sending}, {@code engine}
 * and {@code bootstrap}.
 *
 * <p>Threads: said per type.
 */
package org.activeobjects.transport.transfer;
