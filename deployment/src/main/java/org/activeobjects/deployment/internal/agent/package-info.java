/**
 * What runs in a rank's JVM beside the user's program: joins the job, runs {@code main} or serves
 * as a node, reports, and ends when the launcher does.
 *
 * <p>May use core's public packages, the transport's configuration, {@code transport.diagnosis} and
 * {@code internal.protocol}; used by nobody: the launcher names its main class on a command line.
 *
 * <p>Threads: the main thread, one that reads what the launcher says, and one that sees to the
 * carriers of virtual threads.
 */
package org.activeobjects.deployment.internal.agent;
