/**
 * Ranks that wait for each other for ever, found and explained.
 *
 * <p>Each rank notes what it is doing. One that has done the same for half a second asks the rank
 * that it waits for what that one does, and that one's partner, and so on. If this leads in a
 * circle, and not all of the circle do one and the same thing, nobody in it can go on; it is
 * reported, once, by its least rank, when it is found twice without a change. If all of them are in
 * operations of all ranks, which then are not the same, these fail. Of another circle, in a rank of
 * which other threads may act, it is told as of a long wait only. Where deadlocks are to fail, that
 * rank then gives up, and whoever waits for a rank that has given up does so too.
 *
 * <p>In barriers between neighbours, and of methods, nobody waits: requests are held back. While
 * there are such barriers, another watch asks those whose part is missing.
 *
 * <p>May use {@code collective} and core's {@code diagnosis}; used by {@code spmd.member}.
 *
 * <p>Threads: a virtual thread per rank for a moment, twice a second, and once a second while a
 * barrier is not complete.
 */
package org.activeobjects.spmd.waiting;
