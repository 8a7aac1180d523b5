package org.activeobjects.spmd.waiting;

import java.util.function.Consumer;

/**
 * Who is told of what a watch has found.
 *
 * @param report of a wait that will never end; what is to be read
 * @param note of a wait that is long
 * @param giveUp has the rank take part in nothing any more, for that reason; {@code null} if that
 *     is not to be
 * @param mismatch fails the operation that the rank is in, and those of the others: they are not
 *     the same
 */
record Reaction(
        Consumer<String> report,
        Consumer<String> note,
        Consumer<String> giveUp,
        Consumer<String> mismatch) {}
