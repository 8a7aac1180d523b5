package org.activeobjects.internal.routing;

import org.activeobjects.active.StubObject;
import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.remote.RuntimeHost;
import org.activeobjects.internal.stub.StubFactory;
import org.activeobjects.spi.CallHandler;
import org.activeobjects.spi.Stubs;

import java.util.List;
import java.util.ServiceLoader;

/**
 * Passes stubs on whose handlers are not those of the core, such as typed groups: carriers say what
 * is in them.
 *
 * <p><b>Threading:</b> safe.
 */
final class CarriedStubs {

    private static final int PARTS = 3;

    private final RuntimeHost host;
    private final List<Stubs.Carrier> carriers =
            ServiceLoader.load(Stubs.Carrier.class, CarriedStubs.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    CarriedStubs(RuntimeHost host) {
        this.host = host;
    }

    /** Carrier, type and parts; null if nobody carries it. */
    Object[] toWire(Object stub, CallHandler handler) {
        for (Stubs.Carrier carrier : handler == null ? List.<Stubs.Carrier>of() : carriers) {
            Object[] parts = carrier.pack(handler);
            if (parts != null) {
                return new Object[] {carrier.name(), typeOf(stub).getName(), parts};
            }
        }
        return null;
    }

    /** The class or interface that a stub stands in for. */
    private static Class<?> typeOf(Object stub) {
        Class<?> parent = stub.getClass().getSuperclass();
        if (parent != Object.class) {
            return parent;
        }
        for (Class<?> implemented : stub.getClass().getInterfaces()) {
            if (implemented != StubObject.class) {
                return implemented;
            }
        }
        return parent;
    }

    static boolean isWire(Object[] wire) {
        return wire.length == PARTS && wire[1] instanceof String && wire[2] instanceof Object[];
    }

    Object fromWire(Object[] wire) {
        Class<?> type = References.load((String) wire[1]);
        for (Stubs.Carrier carrier : carriers) {
            if (carrier.name().equals(wire[0])) {
                host.admit(type);
                return StubFactory.create(type, carrier.unpack(type, (Object[]) wire[2]));
            }
        }
        throw new SerializationException(
                "stub of a kind that this runtime does not know: carrier="
                        + wire[0]
                        + "; put its module on the class path of this runtime");
    }

    /** The same for the same runtime: what is mutable is copied. */
    Object toLocal(Object stub, CallHandler handler) {
        Object[] wire = toWire(stub, handler);
        return wire == null
                ? null
                : fromWire((Object[]) host.codec().copy(wire, "stub of " + typeOf(stub).getName()));
    }
}
