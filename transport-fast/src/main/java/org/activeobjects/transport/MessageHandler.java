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
     * Takes one message; the handler keeps what it is given. If it throws, the log says so, and the
     * message has been handled: its sender is told nothing.
     *
     * @param from runtime that posted it
     * @param stream number that the sender chose
     * @param head bytes of the message, a fresh array
     * @param attachments arrays of primitives with the elements of each attached slice, in order,
     *     fresh or those of {@link #arrayFor}; empty if there was none
     */
    void onMessage(RuntimeId from, int stream, byte[] head, Object[] attachments);

    /**
     * Offers an array for the elements of an attachment, so that none has to be made. Whoever takes
     * the same lengths again and again is served quicker with memory that was used a moment ago:
     * the first use of a fresh array of 1 MiB takes longer than its copy.
     *
     * <p>Called before the elements have come, possibly for a message that never comes to its end:
     * then {@link #onMessage} is not called, and the array is forgotten. Every element is written
     * before {@code onMessage} sees it. The same rules hold as for {@code onMessage}, and no order.
     *
     * @param type type of the elements
     * @param count number of elements, 0 or more; what a peer has announced and not sent yet, so
     *     that nothing may be made of this length
     * @return an array of exactly that type and length that nobody else uses until it is given back
     *     by whoever gets the message; {@code null}, as by default, for a fresh one
     */
    default Object arrayFor(ElementType type, int count) {
        return null;
    }
}
