package org.activeobjects.internal.lease;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.SerializationException;
import org.activeobjects.transport.address.RuntimeId;

/**
 * An active object as it is written in a message.
 *
 * @param type name of the type of its stubs
 * @param runtime runtime that it lives in
 * @param number its number there
 * @param card card of that runtime, without which a third runtime could not reach it; empty if the
 *     receiver knows it
 */
public record Reference(String type, RuntimeId runtime, long number, String card) {

    private static final String SEPARATOR = "|";
    private static final int PARTS = 4;

    /**
     * Reads what {@link #encode} wrote.
     *
     * @param text its text, of whatever origin
     * @return the reference
     * @throws SerializationException if it is none
     */
    public static Reference parse(String text) {
        String[] parts = text.split("\\|", PARTS);
        if (parts.length != PARTS) {
            throw new SerializationException("not a reference to an active object: " + text);
        }
        try {
            return new Reference(
                    parts[0], RuntimeId.parse(parts[1]), Long.parseLong(parts[2]), parts[3]);
        } catch (IllegalArgumentException e) {
            throw new SerializationException("not a reference to an active object: " + text, e);
        }
    }

    /**
     * Its text.
     *
     * @return type, runtime, number and card, in one line
     */
    public String encode() {
        return String.join(SEPARATOR, type, runtime.toString(), Long.toString(number), card);
    }

    /**
     * The id of the active object.
     *
     * @return its id
     */
    public UniqueID id() {
        return new UniqueID(runtime, number);
    }
}
