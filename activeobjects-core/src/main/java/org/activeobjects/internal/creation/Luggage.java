package org.activeobjects.internal.creation;

import org.activeobjects.active.UniqueID;
import org.activeobjects.internal.traits.Traits;
import org.activeobjects.transport.address.RuntimeId;

/**
 * What an active object takes along when it moves, beside its fields.
 *
 * @param id what it is
 * @param moves how often it has moved when it arrives, 1 or more
 * @param kept whether it lives although nobody can reach it
 * @param passesFutures whether it passes futures on unresolved
 */
public record Luggage(UniqueID id, int moves, boolean kept, boolean passesFutures) {

    private static final int PARTS = 5;

    /**
     * Reads what {@link #pack} wrote.
     *
     * @param sent what was sent, of whatever origin
     * @return the luggage; {@code null} if nothing was sent
     * @throws IllegalArgumentException if it is none
     */
    public static Luggage of(Object sent) {
        if (sent == null) {
            return null;
        }
        if (sent instanceof Object[] parts
                && parts.length == PARTS
                && parts[0] instanceof String runtime
                && parts[1] instanceof Long number
                && parts[2] instanceof Integer moves
                && moves > 0
                && parts[3] instanceof Boolean kept
                && parts[4] instanceof Boolean passesFutures) {
            UniqueID id = new UniqueID(RuntimeId.parse(runtime), number);
            return new Luggage(id, moves, kept, passesFutures);
        }
        throw new IllegalArgumentException("not what an active object takes along: " + sent);
    }

    /**
     * As it is sent.
     *
     * @return runtime and number of the id, and the rest
     */
    public Object[] pack() {
        return new Object[] {id.runtime().toString(), id.number(), moves, kept, passesFutures};
    }

    /**
     * What it was before it came.
     *
     * @return its id, and how often it has moved
     */
    public Traits.Past past() {
        return new Traits.Past(id, moves);
    }
}
