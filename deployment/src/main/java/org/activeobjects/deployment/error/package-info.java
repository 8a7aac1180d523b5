/**
 * What goes wrong when a job is started or run, one class per reaction.
 *
 * <p>May use {@code org.activeobjects.error}; used by every package of the module and by the
 * commands of other modules.
 *
 * <p>Threads: any; exceptions do not change.
 */
package org.activeobjects.deployment.error;
