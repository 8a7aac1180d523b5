package org.activeobjects.transport.address;

/**
 * Names one endpoint of the matched plane.
 *
 * @param runtime runtime that opened it
 * @param id number of the endpoint in that runtime, 1 or more; 0 in {@link #ANY_SOURCE} only
 */
public record EndpointAddress(RuntimeId runtime, int id) {

    /** Stands for every source in a receive or a probe. */
    public static final EndpointAddress ANY_SOURCE = new EndpointAddress(new RuntimeId(0, 0), 0);

    @Override
    public String toString() {
        return this.equals(ANY_SOURCE) ? "any" : runtime + "#" + id;
    }
}
