/**
 * The measured programs of {@code ao bench calls}: active objects, actors of Pekko, and RMI, each
 * in JVMs of its own that take orders by lines.
 *
 * <p>May use the public packages of the core, the transport's API, Pekko and RMI; used by {@code
 * calls}.
 *
 * <p>Threads: the main thread takes the orders; who calls and who is called is what the program is
 * about.
 */
package org.activeobjects.benchmarks.calls.side;
