package org.activeobjects.transport.engine;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.transfer.Transfer;

import java.util.Objects;

/** Lets pass what callers hand to an endpoint, addresses aside, which {@link Routes} knows. */
final class Arguments {

    private Arguments() {}

    static void checkTag(int tag) {
        if (tag < 0) {
            throw new IllegalArgumentException("a tag is 0 or more: tag=" + tag);
        }
    }

    /** Of a receive or a probe. */
    static void checkTagOrAny(int tag) {
        if (tag != Endpoint.ANY_TAG) {
            checkTag(tag);
        }
    }

    static void requireSource(Slice source) {
        Objects.requireNonNull(source, "the slice to send is null");
    }

    static void requireRoom(Slice destination) {
        Objects.requireNonNull(destination, "the slice to receive into is null");
    }

    static void checkExchange(Slice source, Slice destination) {
        requireSource(source);
        requireRoom(destination);
        if (source.type() != destination.type()
                || source.byteLength() != destination.byteLength()) {
            throw new IllegalArgumentException(
                    "an exchange sends as much as it receives: source="
                            + source
                            + " destination="
                            + destination);
        }
        Transfer.checkRoom(destination);
    }
}
