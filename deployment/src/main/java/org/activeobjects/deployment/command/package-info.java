/**
 * The command line {@code ao}: what users type, what they read, and the exit codes.
 *
 * <p>May use the transport's API, {@code deployment.job}, {@code deployment.migration}, {@code
 * deployment.error} and picocli; other modules add sub-commands by {@link
 * org.activeobjects.deployment.command.SubCommand}.
 *
 * <p>Threads: the main thread of the launcher.
 */
package org.activeobjects.deployment.command;
