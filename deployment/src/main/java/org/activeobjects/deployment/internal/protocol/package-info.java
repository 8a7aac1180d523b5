/**
 * What a launcher and its ranks say to each other besides active objects: environment, control
 * lines, and the folder in shared memory that both remove; and how long both wait.
 *
 * <p>May use the JDK only; used by {@code internal.agent}, {@code internal.process} and {@code
 * job}.
 *
 * <p>Threads: any; nothing here changes.
 */
package org.activeobjects.deployment.internal.protocol;
