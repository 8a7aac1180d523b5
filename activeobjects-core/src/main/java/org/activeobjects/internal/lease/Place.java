package org.activeobjects.internal.lease;

import org.activeobjects.transport.address.RuntimeId;

/**
 * Where an active object is reached, or has been: what it is, its id says for ever.
 *
 * @param runtime a runtime
 * @param number number of its body in that runtime
 * @param moves how often the object had moved when it came there; of two places of one object, the
 *     one with more is the later one
 */
public record Place(RuntimeId runtime, long number, int moves) {

    @Override
    public String toString() {
        return number + "@" + runtime + (moves == 0 ? "" : " moves=" + moves);
    }
}
