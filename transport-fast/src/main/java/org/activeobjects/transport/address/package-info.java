/**
 * How runtimes and endpoints are named, and how a runtime is found.
 *
 * <p>May use the JDK only; used by everything.
 *
 * <p>Threads: every type is an immutable value.
 */
package org.activeobjects.transport.address;
