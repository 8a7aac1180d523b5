package org.activeobjects.transport.object;

/**
 * Turns objects into bytes and back. What is decoded comes from a peer: a codec makes objects of
 * those classes only that it was told to trust.
 *
 * <p><b>Threading:</b> safe.
 */
public interface ObjectCodec {

    /**
     * Encodes an object.
     *
     * @param object the object, or {@code null}
     * @return its bytes, no more than {@link #maxLength}
     * @throws org.activeobjects.transport.error.ObjectCodecException if it cannot be encoded; the
     *     message names the class
     */
    byte[] encode(Object object);

    /**
     * Decodes an object.
     *
     * @param bytes what {@link #encode} of a peer has returned, or anything else
     * @return the object
     * @throws org.activeobjects.transport.error.ObjectCodecException if the bytes are no object, or
     *     one of a class that is not trusted; the message names the class and how to allow it
     */
    Object decode(byte[] bytes);

    /**
     * The longest object.
     *
     * @return bytes, 0 or more
     */
    int maxLength();
}
