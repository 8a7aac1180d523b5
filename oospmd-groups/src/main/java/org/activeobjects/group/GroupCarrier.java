package org.activeobjects.group;

import org.activeobjects.spi.CallHandler;
import org.activeobjects.spi.Stubs;

import java.util.Arrays;

/**
 * Takes typed groups along in calls and their results. The copy has the members as they are: active
 * objects by reference, awaited results as futures that are completed there too, the rest by copy.
 *
 * <p>Made by the {@code ServiceLoader}; not for use by programs.
 */
public final class GroupCarrier implements Stubs.Carrier {

    /** Made by the {@code ServiceLoader}. */
    public GroupCarrier() {}

    @Override
    public String name() {
        return "activeobjects.group";
    }

    @Override
    public Object[] pack(CallHandler handler) {
        return handler instanceof Dispatcher dispatcher ? dispatcher.group().content() : null;
    }

    @Override
    public CallHandler unpack(Class<?> type, Object[] parts) {
        return new Dispatcher(new Members<>(type, Arrays.asList(parts)));
    }
}
