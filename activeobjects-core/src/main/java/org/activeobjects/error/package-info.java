/**
 * What the middleware throws, one exception per reaction of the caller; all of them unchecked.
 *
 * <p>May use nothing; used by every package of this module and by the modules above.
 *
 * <p>Threads: any.
 */
package org.activeobjects.error;
