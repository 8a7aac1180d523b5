package org.activeobjects.internal.lease;

import org.activeobjects.transport.address.RuntimeId;

/**
 * Takes notices to other runtimes.
 *
 * <p><b>Threading:</b> any thread; may block.
 */
public interface LeaseOutlet {

    /**
     * Sends a notice; what is sent to one runtime stays in order.
     *
     * @param to that runtime
     * @param card its card, empty if it is known
     * @param notice what it is to know
     * @throws org.activeobjects.transport.error.TransportException if it cannot be sent
     */
    void notify(RuntimeId to, String card, LeaseNotice notice);
}
