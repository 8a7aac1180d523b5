package org.activeobjects.transport.address;

import java.util.Objects;

/**
 * Names one endpoint of the matched plane.
 *
 * @param runtime runtime that opened it
 * @param id number of the endpoint in that runtime, 1 or more; 0 in {@link #ANY_SOURCE} only
 */
public record EndpointAddress(RuntimeId runtime, int id) {

    /**
     * Takes any number: it is checked where it is used, for peers name numbers, too.
     *
     * @throws NullPointerException if the runtime is {@code null}
     */
    public EndpointAddress {
        Objects.requireNonNull(runtime, "the runtime of an endpoint is null");
    }

    /** Stands for every source in a receive or a probe. */
    public static final EndpointAddress ANY_SOURCE = new EndpointAddress(new RuntimeId(0, 0), 0);

    /** By hand for the sake of the start, as that of {@link RuntimeId}. */
    @Override
    public boolean equals(Object other) {
        return other instanceof EndpointAddress address
                && address.id == id
                && address.runtime.equals(runtime);
    }

    @Override
    public int hashCode() {
        return 31 * runtime.hashCode() + id;
    }

    @Override
    public String toString() {
        return this.equals(ANY_SOURCE) ? "any" : runtime + "#" + id;
    }
}
