/**
 * What happens to a runtime when its peers are killed, stopped, full or hostile, over each kind of
 * link that joins processes.
 *
 * <p>Links are found with {@code ServiceLoader}: a new one takes part without a change here.
 */
package org.activeobjects.transport.fault;
