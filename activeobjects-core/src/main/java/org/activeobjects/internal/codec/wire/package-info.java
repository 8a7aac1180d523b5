/**
 * The bounded input and the output that every serializer uses, the engine with its account of the
 * graph under way (identities, copies, limits, what keys cost), and the fault that finds its path,
 * which begins by what the values are.
 *
 * <p>May use {@code error}, {@code internal.thrown}, {@code .reach}, the transport's {@code Slice}
 * and Kryo; used by all of {@code internal.codec}, and by {@code internal.remote}, {@code .routing}
 * and {@code .runtime}, which say what the values are.
 *
 * <p>Threads: one thread at a time per input and output.
 */
package org.activeobjects.internal.codec.wire;
