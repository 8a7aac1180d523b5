package org.activeobjects.transport;

import org.activeobjects.transport.address.RuntimeId;

/**
 * Takes the messages that are posted to one handler number of a runtime.
 *
 * <p><b>Threading:</b> called by whatever thread moves the link at that moment, also by the threads
 * that wait for quite another thing: a handler must neither block nor compute. Messages of one
 * runtime on one stream come one after another, in the order in which they were posted; others may
 * come at the same time.
 *
 * <p><b>Source:</b> Active Messages (von Eicken et al., ISCA 1992): the message names the code that
 * takes it off the network.
 */
@FunctionalInterface
public interface MessageHandler {

    /**
     * Takes one message; the handler keeps what it is given.
     *
     * @param from runtime that posted it
     * @param stream number that the sender chose
     * @param head bytes of the message, a fresh array
     * @param attachments fresh arrays of primitives with the elements of each attached slice, in
     *     order; empty if there was none
     */
    void onMessage(RuntimeId from, int stream, byte[] head, Object[] attachments);
}
