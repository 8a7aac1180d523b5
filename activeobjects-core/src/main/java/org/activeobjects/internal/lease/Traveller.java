package org.activeobjects.internal.lease;

/**
 * A reference to an active object that a message carries; kept by the message until it has left.
 *
 * @param reference its text: type, runtime, number and card, separated by {@code |}
 * @param anchor what keeps the object held by this runtime meanwhile
 */
public record Traveller(String reference, Object anchor) {}
