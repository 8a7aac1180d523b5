/**
 * What a runtime finds out about itself: active objects that wait for each other.
 *
 * <p>May use {@code error}; used by {@code internal.waiting} and by programs.
 *
 * <p>Threads: any.
 */
package org.activeobjects.diagnosis;
