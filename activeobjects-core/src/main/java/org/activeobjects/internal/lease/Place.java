package org.activeobjects.internal.lease;

import org.activeobjects.internal.admission.Bounds;
import org.activeobjects.queue.QueueBound;
import org.activeobjects.transport.address.RuntimeId;

/**
 * Where an active object is reached, or has been: what it is, its id says for ever.
 *
 * @param runtime a runtime
 * @param number number of its body in that runtime
 * @param moves how often the object had moved when it came there; of two places of one object, the
 *     one with more is the later one
 * @param bound how many requests its queue takes there; {@code null} for any number
 */
public record Place(RuntimeId runtime, long number, int moves, QueueBound bound) {

    /**
     * Reads what {@link #numberText} wrote.
     *
     * @param runtime a runtime
     * @param text number and bound
     * @param moves how often the object had moved when it came there
     * @return the place
     * @throws IllegalArgumentException if the text is none
     */
    public static Place parse(RuntimeId runtime, String text, int moves) {
        int space = text.indexOf(' ');
        if (space < 0) {
            return new Place(runtime, Long.parseLong(text), moves, null);
        }
        long number = Long.parseLong(text.substring(0, space));
        return new Place(runtime, number, moves, Bounds.decode(text.substring(space + 1)));
    }

    /**
     * Its number, and the bound of its queue if there is one.
     *
     * @return decimal numbers with spaces between
     */
    public String numberText() {
        return bound == null ? Long.toString(number) : number + " " + Bounds.encode(bound);
    }

    /** Two places are equal if they are the same body. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Place place
                && place.number == number
                && place.moves == moves
                && place.runtime.equals(runtime);
    }

    @Override
    public int hashCode() {
        return 31 * runtime.hashCode() + Long.hashCode(number);
    }

    @Override
    public String toString() {
        return number + "@" + runtime + (moves == 0 ? "" : " moves=" + moves);
    }
}
