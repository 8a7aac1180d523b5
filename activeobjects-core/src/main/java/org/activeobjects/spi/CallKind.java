package org.activeobjects.spi;

/** How the caller of a method goes on, as the signature alone decides it. */
public enum CallKind {

    /** {@code void} and no checked exception: the caller goes on, and no reply is sent. */
    ONE_WAY,

    /**
     * The caller goes on with a future: no checked exception is declared, and the result can be
     * stood in for or is itself a {@code CompletableFuture}.
     */
    ASYNCHRONOUS,

    /** The caller waits for the reply. */
    SYNCHRONOUS
}
