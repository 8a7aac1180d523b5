package org.activeobjects.transport;

import org.activeobjects.transport.address.EndpointAddress;

/**
 * What a receive or a probe found.
 *
 * @param source endpoint that sent the message
 * @param tag tag of the message
 * @param context context of the message
 * @param type type of the elements that were sent
 * @param count number of elements that were sent; for an object, of its bytes
 * @param isTruncated whether the message did not fit the receive, being longer or of another type:
 *     then nothing of it was delivered
 */
public record Status(
        EndpointAddress source,
        int tag,
        int context,
        ElementType type,
        long count,
        boolean isTruncated) {

    /**
     * Of a message that fits.
     *
     * @param source endpoint that sent the message
     * @param tag tag of the message
     * @param context context of the message
     * @param type type of the elements that were sent
     * @param count number of elements that were sent
     */
    public Status(EndpointAddress source, int tag, int context, ElementType type, long count) {
        this(source, tag, context, type, count, false);
    }
}
