package org.activeobjects.internal.lease;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.SerializationException;
import org.activeobjects.transport.address.RuntimeId;

/**
 * An active object as it is written in a message.
 *
 * @param type name of the type of its stubs
 * @param id what it is
 * @param place where it is, as far as the sender knows
 * @param card card of the runtime of that place, without which a third runtime could not reach it;
 *     empty if the receiver knows it
 */
public record Reference(String type, UniqueID id, Place place, String card) {

    private static final String SEPARATOR = "|";
    private static final int PARTS = 5;
    private static final int PARTS_OF_PAST = 3;

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
            RuntimeId runtime = RuntimeId.parse(parts[1]);
            if (parts[3].isEmpty()) {
                Place first = Place.parse(runtime, parts[2], 0);
                UniqueID id = new UniqueID(runtime, first.number());
                return new Reference(parts[0], id, first, parts[4]);
            }
            String[] past = parts[3].split(" ", -1);
            if (past.length != PARTS_OF_PAST) {
                throw new IllegalArgumentException("not the past of an object: " + parts[3]);
            }
            UniqueID id = new UniqueID(RuntimeId.parse(past[0]), Long.parseLong(past[1]));
            Place place = Place.parse(runtime, parts[2], Integer.parseInt(past[2]));
            if (place.moves() <= 0) {
                throw new IllegalArgumentException("not the past of an object: " + parts[3]);
            }
            return new Reference(parts[0], id, place, parts[4]);
        } catch (IllegalArgumentException e) {
            throw new SerializationException("not a reference to an active object: " + text, e);
        }
    }

    /**
     * Its text.
     *
     * @return type, place, past and card, in one line; the past is empty for an object that has not
     *     moved, else it is its id and how often it has moved
     */
    public String encode() {
        String past =
                place.moves() == 0 ? "" : id.runtime() + " " + id.number() + " " + place.moves();
        return String.join(
                SEPARATOR, type, place.runtime().toString(), place.numberText(), past, card);
    }
}
