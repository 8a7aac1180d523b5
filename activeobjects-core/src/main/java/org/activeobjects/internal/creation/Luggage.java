package org.activeobjects.internal.creation;

import org.activeobjects.active.UniqueID;
import org.activeobjects.failure.FailureHandler;
import org.activeobjects.internal.continuation.ContinuationSwitch;
import org.activeobjects.internal.exception.Failures;
import org.activeobjects.internal.immediate.ImmediateMethods;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.internal.traits.Traits;
import org.activeobjects.transport.address.RuntimeId;

/**
 * What an active object takes along when it moves, beside its fields.
 *
 * @param id what it is
 * @param moves how often it has moved when it arrives, 1 or more
 * @param kept whether it lives although nobody can reach it
 * @param passesFutures whether it passes futures on unresolved
 * @param immediate what was said of its immediate services at run time; {@code null} for nothing
 * @param failures what is told of its failures; {@code null} if nothing was set
 */
public record Luggage(
        UniqueID id,
        int moves,
        boolean kept,
        boolean passesFutures,
        ImmediateMethods immediate,
        FailureHandler failures) {

    private static final int PARTS = 7;

    /**
     * Reads what {@link #pack} wrote.
     *
     * @param sent what was sent, of whatever origin
     * @param type class of the object
     * @return the luggage; {@code null} if nothing was sent
     * @throws IllegalArgumentException if it is none
     */
    public static Luggage of(Object sent, Class<?> type) {
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
                && parts[4] instanceof Boolean passesFutures
                && (parts[5] == null || parts[5] instanceof Object[])
                && (parts[6] == null || parts[6] instanceof FailureHandler)) {
            UniqueID id = new UniqueID(RuntimeId.parse(runtime), number);
            ImmediateMethods said =
                    parts[5] == null ? null : ImmediateMethods.unpack((Object[]) parts[5], type);
            return new Luggage(id, moves, kept, passesFutures, said, (FailureHandler) parts[6]);
        }
        throw new IllegalArgumentException("not what an active object takes along: " + sent);
    }

    /**
     * As it is sent.
     *
     * @return runtime and number of the id, and the rest
     */
    public Object[] pack() {
        return new Object[] {
            id.runtime().toString(),
            id.number(),
            moves,
            kept,
            passesFutures,
            immediate == null ? null : immediate.pack(),
            failures
        };
    }

    /**
     * Unpacks for a body that has not begun.
     *
     * @param body the body of the object
     */
    public void unpackFor(LocalBody body) {
        body.immediateServices(immediate);
        ContinuationSwitch.set(body, passesFutures);
        if (failures != null) {
            Failures.set(body, failures);
        }
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
