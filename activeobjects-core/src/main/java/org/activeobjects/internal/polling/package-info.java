/**
 * Threads of active objects and of their callers that move messages themselves before they sleep.
 *
 * <p>May use the transport's API; used by {@code internal.pending}, {@code internal.remote}, {@code
 * internal.request} and {@code internal.service}.
 *
 * <p>Threads: any.
 */
package org.activeobjects.internal.polling;
