package org.activeobjects.transport.spi;

import org.activeobjects.transport.address.RuntimeCard;

import java.lang.foreign.MemorySegment;

/**
 * One kind of link at one runtime: opens links to peers.
 *
 * <p>A link is opened in three steps over the authenticated bootstrap connection: the initiator
 * makes a <em>proposal</em>, the acceptor an <em>answer</em>, the initiator completes its end and
 * says so; then the acceptor's end is taken too.
 *
 * <p><b>Threading:</b> several links may be opened at once by different threads. {@link #accept}
 * runs on the bootstrap's thread and must not block; {@link PendingLink#complete} may.
 */
public interface LinkService extends AutoCloseable {

    /**
     * What a peer needs to know beforehand.
     *
     * @return at most 1024 characters, without line breaks; empty if nothing
     */
    String offer();

    /**
     * Whether a link to a peer is possible.
     *
     * @param peer card of the peer
     * @param offer what it offers for this kind of link
     * @return {@code null} if it is, else the reason why not
     */
    String whyNot(RuntimeCard peer, String offer);

    /**
     * Initiator, first step.
     *
     * @param session the two sides
     * @return the half-open link
     * @throws LinkUnavailableException if it cannot be made
     */
    PendingLink propose(LinkSession session) throws LinkUnavailableException;

    /**
     * Acceptor: answers a proposal. The proposal is data from a peer: nothing in it is trusted.
     *
     * @param session the two sides
     * @param proposal what the initiator's {@code message()} was
     * @return the half-open link, of which {@code complete} is called with no bytes when the
     *     initiator has completed its end
     * @throws LinkUnavailableException if it cannot be made; the initiator is told the reason
     */
    PendingLink accept(LinkSession session, byte[] proposal) throws LinkUnavailableException;

    /**
     * The doorbell that peers on this kind of link ring.
     *
     * @return the doorbell, or {@code null} if the link wakes by itself
     */
    default Doorbell doorbell() {
        return null;
    }

    /**
     * Tells, once and before any link is opened, where this runtime sleeps. A link within this JVM
     * rings there; others need not care.
     *
     * @param bell the doorbell of the runtime, which may be the one of another kind of link
     */
    default void useDoorbell(Doorbell bell) {}

    /**
     * Memory that this kind of link can send from and receive into with fewer copies than from an
     * array.
     *
     * @param bytes length, 1 or more
     * @return the memory, filled with zeros; {@code null} if this kind of link has no such memory,
     *     or not enough of it is free
     */
    default Memory allocate(long bytes) {
        return null;
    }

    /**
     * Closes what is open and frees everything; idempotent. Other threads may be opening links
     * meanwhile: that ends at once, with a {@link LinkUnavailableException}.
     */
    @Override
    void close();

    /**
     * Memory that a link has given out.
     *
     * <p><b>Threading:</b> safe.
     */
    interface Memory {

        /**
         * The bytes.
         *
         * @return memory off the heap for any thread, aligned to 64 bytes; may not be used after
         *     {@link #release}
         */
        MemorySegment segment();

        /** Gives the memory back, also after the service is closed; idempotent. */
        void release();
    }

    /** A link of which the other end is not open yet. */
    interface PendingLink {

        /**
         * What the other side must be told.
         *
         * @return at most 4096 bytes
         */
        byte[] message();

        /**
         * Opens this end.
         *
         * @param answer what the acceptor's {@code message()} was; no bytes at the acceptor
         * @return the open link
         * @throws LinkUnavailableException if it cannot be opened
         */
        Link complete(byte[] answer) throws LinkUnavailableException;

        /** Frees everything: the link will not be completed; idempotent. */
        void abandon();
    }
}
