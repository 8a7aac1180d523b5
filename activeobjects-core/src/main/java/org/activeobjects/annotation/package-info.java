/**
 * What a user's class can say about how it is to be an active object.
 *
 * <p>May use nothing of this project; used by users, {@code internal.runtime} and {@code
 * internal.stub}.
 *
 * <p>Threads: none.
 */
package org.activeobjects.annotation;
