/**
 * The service of multi-active objects, for those that have an activity of their own.
 *
 * <p>May use {@code active}, {@code internal.service}, {@code internal.multiactive}; used by user
 * programs.
 *
 * <p>Threads: the thread of the active object alone.
 */
package org.activeobjects.multiactivity;
