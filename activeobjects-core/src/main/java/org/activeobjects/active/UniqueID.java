package org.activeobjects.active;

import org.activeobjects.transport.address.RuntimeId;

import java.util.Objects;

/**
 * Names one active object, for ever and everywhere.
 *
 * <p><b>Source:</b> {@code UniqueID} of ProActive; here it also says where the life of the object
 * began. Where it is now, if it has moved, nothing but the object's node says.
 *
 * @param runtime runtime that the object began in
 * @param number number of the object in that runtime; 0 stands for the threads of the runtime that
 *     belong to no active object, such as {@code main}
 */
public record UniqueID(RuntimeId runtime, long number) {

    /** By hand for the sake of the start, as that of {@link RuntimeId}. */
    @Override
    public boolean equals(Object other) {
        return other instanceof UniqueID id
                && id.number == number
                && Objects.equals(id.runtime, runtime);
    }

    @Override
    public int hashCode() {
        return 31 * Objects.hashCode(runtime) + Long.hashCode(number);
    }

    @Override
    public String toString() {
        return number + "@" + runtime;
    }
}
