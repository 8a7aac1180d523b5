/**
 * What threads wait for at endpoints, and what has come there in vain, for those who look for
 * deadlocks.
 *
 * <p>May use {@code transport}, {@code transport.address}, {@code progress} and {@code matching};
 * used by {@code engine} and by the layers above.
 *
 * <p>Threads: any.
 */
package org.activeobjects.transport.diagnosis;
