package org.activeobjects.internal.continuation;

import org.activeobjects.transport.address.RuntimeId;

import java.util.Map;

/**
 * Sends the results of futures after them.
 *
 * <p><b>Threading:</b> safe.
 */
@FunctionalInterface
public interface Updates {

    /**
     * Sends a result, which is there, to runtimes that have copies of its future. May block.
     *
     * @param future the future
     * @param owed per runtime how many of its messages the update answers for
     */
    void send(PassedFuture future, Map<RuntimeId, Integer> owed);
}
