package org.activeobjects.transport.diagnosis;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Status;

import java.util.List;
import java.util.Objects;

/**
 * What has come to an endpoint and was not asked for yet: what somebody is to see who looks why a
 * receive does not end. To look takes nothing away, and fails with nothing that a program is to be
 * told.
 *
 * <p><b>Threading:</b> safe.
 */
@FunctionalInterface
public interface MessageQueue {

    /**
     * {@return the messages that nobody has begun to receive, or keeps by a probe, oldest first}
     */
    List<Status> unreceived();

    /**
     * Looks into the queue of an endpoint.
     *
     * @param endpoint any endpoint of this JVM
     * @return the messages that nobody has begun to receive, or keeps by a probe, oldest first;
     *     none if it cannot be looked into
     */
    static List<Status> unreceivedAt(Endpoint endpoint) {
        Objects.requireNonNull(endpoint, "the endpoint to look into is null");
        return endpoint instanceof MessageQueue queue ? queue.unreceived() : List.of();
    }
}
