package org.activeobjects.internal.codec;

import java.util.List;

/**
 * Replaces what is passed by reference: stubs of active objects, futures, groups.
 *
 * <p><b>Threading:</b> any thread.
 */
public interface ReferenceResolver {

    /**
     * What is sent in place of a reference.
     *
     * @param stubOrFuture a stub, or an object of a kind that has no other way to be sent, like a
     *     {@code CompletableFuture}
     * @param travellers list to which what is sent unresolved is added, to be dealt with when the
     *     message is posted; {@code null} where nothing can be sent unresolved
     * @return an object that the codec can encode, of a class that the filter admits; {@code null}
     *     if the object is no reference and must be refused
     */
    Object toWire(Object stubOrFuture, List<Object> travellers);

    /**
     * What stands for the reference at the receiver.
     *
     * @param wire what {@link #toWire} of the sender returned; a hostile sender may send anything
     *     that the filter admits
     * @param attachments what came beside the message
     * @return the reference
     * @throws RuntimeException if it is nothing that {@link #toWire} returns; the message is
     *     refused
     */
    Object fromWire(Object wire, Object[] attachments);

    /**
     * What the callee gets in place of a reference when it lives in the same runtime.
     *
     * @param stubOrFuture a stub, or an object that {@link #toWire} may know
     * @return the object itself, or one in its place; {@code null} if it is no reference and must
     *     be refused
     */
    default Object toLocal(Object stubOrFuture) {
        return stubOrFuture;
    }
}
