/**
 * Reads application and deployment descriptors: XML to checked values, each fault with its place.
 *
 * <p>May use {@code deployment.error} and JDK XML; used by {@code deployment}.
 *
 * <p>Threads: the caller's; nothing here is kept.
 */
package org.activeobjects.deployment.internal.descriptor;
