/**
 * What the active objects of this JVM do now, as text for people.
 *
 * <p>May use {@code internal.service}, {@code .future}, {@code .admission}, {@code .request},
 * {@code diagnosis}, {@code queue}; used by {@code api} and {@code internal.runtime}.
 *
 * <p>Threads: any; nothing is stopped while it is looked at.
 */
package org.activeobjects.internal.dump;
